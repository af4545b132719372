// The steps of a study of beliefs in the order of its paper.
export const BELIEF_STEPS = [
  'data',
  'retention',
  'fit',
  'coherence',
  'thresholds',
  'generalisation',
  'sufficiency',
  'instances',
  'report',
] as const;
export type BeliefStep = (typeof BELIEF_STEPS)[number];

export const isBeliefStep = (text: string): text is BeliefStep =>
  (BELIEF_STEPS as readonly string[]).includes(text);

export const BELIEF_TITLES: Readonly<Record<BeliefStep, string>> = {
  data: 'Data',
  retention: 'Retention',
  fit: 'Fit',
  coherence: 'Coherence',
  thresholds: 'Thresholds',
  generalisation: 'Generalisation',
  sufficiency: 'Sufficiency',
  instances: 'Instances',
  report: 'Report',
};

/** The question that each step answers. */
export const BELIEF_QUESTIONS: Readonly<Record<BeliefStep, string>> = {
  data: 'Which prompts did the agent answer about each case?',
  retention: 'How many cases have every answer, and which prompts cost the others?',
  fit: 'Which belief about each case fits its answers best?',
  coherence: 'Does one latent belief explain what all the prompts elicit?',
  thresholds: 'At which belief does the agent act, and at which was it told to?',
  generalisation: 'Does what is learned in some framings and domains hold in others?',
  sufficiency: 'Is anything left in the answers beyond the belief?',
  instances: 'Does an agent believe the same when it reasons anew?',
  report: 'What was found, cell by cell?',
};
