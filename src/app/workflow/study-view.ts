// What the page of one calibration, recovery study or prior predictive shows; it grows while the run goes on.
import type { Figure } from '../../charts/figure.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { RunProgress } from '../components/progress.ts';
import type { LabelledValue } from '../facts.ts';
import type { RunTableView } from '../run-view.ts';
import type { StepName } from './steps.ts';

/** One arm of several, to choose from. */
export interface ArmChoice {
  readonly value: string;
  readonly label: string;
}

export interface SuggestedPrior {
  readonly model: string;
  readonly mu: number;
  readonly sigma: number;
}

export interface StudyRunView {
  readonly id: string;
  readonly step: StepName;
  readonly title: string;
  readonly facts: readonly string[];
  /** How much is in while replicates land; the verdict at a look. */
  readonly finding: string;
  /** What stands beside it: what the study could have seen, how much the data tell, what a look cost. */
  readonly sentences: readonly string[];
  readonly warnings: readonly string[];
  readonly problem: string | null;
  readonly failures: readonly string[];
  readonly progress: RunProgress | null;
  readonly arms: readonly ArmChoice[];
  readonly arm: number;
  /** Failures first; empty before there is a report. */
  readonly diagnostics: readonly Diagnostic[];
  /** Made at their first reading; the first two stand above the diagnostics on narrow windows. */
  readonly figures: readonly (() => Figure)[];
  readonly tables: readonly RunTableView[];
  /** Replicates so far, where more can be added; null where they cannot, with the reason in words. */
  readonly addable: { readonly replicates: number; readonly barred: string | null } | null;
  /** A prior of α that reaches the target of a prior predictive; null where none was sought or found. */
  readonly suggested: SuggestedPrior | null;
  readonly settings: readonly LabelledValue[];
  /** Hash of the plan. */
  readonly plan: string;
}
