// The steps of each instrument's workflow as links with how they stand.
import { BELIEF_STEPS, BELIEF_TITLES, type BeliefStep } from '../beliefs/steps.ts';
import type { StateKey } from '../components/state.ts';
import { PORTABILITY_STEPS, PORTABILITY_TITLES, type PortabilityStep } from '../portability/steps.ts';
import { beliefAddress, portabilityAddress, stepAddress } from '../route.ts';
import { STEP_TITLES, type StepView } from './steps.ts';

export interface StepWord {
  readonly state: StateKey;
  readonly word: string;
}

/** One step of a workflow as the rail shows it. */
export interface StepLink extends StepWord {
  readonly name: string;
  readonly title: string;
  readonly address: string;
  /** Share done while it runs, else null. */
  readonly share: number | null;
}

export const seuLinks = (steps: readonly StepView[]): readonly StepLink[] =>
  steps.map((step) => ({ ...step, title: STEP_TITLES[step.name], address: stepAddress(step.name) }));

export const portabilityLinks = (words: Readonly<Record<PortabilityStep, StepWord>>): readonly StepLink[] =>
  PORTABILITY_STEPS.map((name) => ({
    name,
    title: PORTABILITY_TITLES[name],
    address: portabilityAddress(name),
    share: null,
    ...words[name],
  }));

export const beliefLinks = (words: Readonly<Record<BeliefStep, StepWord>>): readonly StepLink[] =>
  BELIEF_STEPS.map((name) => ({
    name,
    title: BELIEF_TITLES[name],
    address: beliefAddress(name),
    share: null,
    ...words[name],
  }));

/** The step before (−1) or after (1) the one that is named; the ends stay. */
export function neighbourLink(steps: readonly StepLink[], name: string, by: 1 | -1): StepLink {
  const place = steps.findIndex((step) => step.name === name) + by;
  return steps[Math.max(0, Math.min(steps.length - 1, place))];
}
