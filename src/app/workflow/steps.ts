// The steps of the workflow in the order of the paper, and how each stands.
import type { StateKey } from '../components/state.ts';

export const STEP_NAMES = ['design', 'prior', 'recovery', 'calibration', 'fit', 'check', 'compare'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export const isStep = (text: string): text is StepName => (STEP_NAMES as readonly string[]).includes(text);

export const STEP_TITLES: Readonly<Record<StepName, string>> = {
  design: 'Design',
  prior: 'Prior',
  recovery: 'Recovery',
  calibration: 'Calibration',
  fit: 'Fit',
  check: 'Check',
  compare: 'Compare',
};

/** The question that each step answers. */
export const STEP_QUESTIONS: Readonly<Record<StepName, string>> = {
  design: 'What can choices from these menus tell of α, β and δ?',
  prior: 'How would agents drawn from the prior choose?',
  recovery: 'Do fits find the parameters of agents that are known?',
  calibration: 'Are posteriors honest about what they do not know?',
  fit: 'How closely do choices track subjective expected utility?',
  check: 'Does the fitted model reproduce the choices?',
  compare: 'What do several fits say together, and what could they have shown?',
};

/** A step as the rail shows it. */
export interface StepView {
  readonly name: StepName;
  readonly state: StateKey;
  /** About four words on its result. */
  readonly word: string;
  /** Share done while it runs, else null. */
  readonly share: number | null;
}
