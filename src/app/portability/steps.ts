// The steps of a portability study in the order of its paper.
export const PORTABILITY_STEPS = ['data', 'design', 'measure', 'robustness', 'mechanism', 'report'] as const;
export type PortabilityStep = (typeof PORTABILITY_STEPS)[number];

export const isPortabilityStep = (text: string): text is PortabilityStep =>
  (PORTABILITY_STEPS as readonly string[]).includes(text);

export const PORTABILITY_TITLES: Readonly<Record<PortabilityStep, string>> = {
  data: 'Data',
  design: 'Design check',
  measure: 'Portability',
  robustness: 'Robustness',
  mechanism: 'Mechanism',
  report: 'Report',
};

/** The question that each step answers. */
export const PORTABILITY_QUESTIONS: Readonly<Record<PortabilityStep, string>> = {
  data: 'Which choices were made under several framings of one problem?',
  design: 'Are rows spread evenly over framings, and do framings share their instances?',
  measure: 'Does behaviour learned under some framings predict behaviour under another?',
  robustness:
    'Does the answer depend on the predictor, on the bins, or on how many framings are learned from?',
  mechanism: 'What do framings add to payoffs, and what does reasoning dwell on?',
  report: 'What was found, and against which noise floor?',
};
