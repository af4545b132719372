// What the page of one run shows; it grows while the run goes on.
import type { Figure } from '../charts/figure.ts';
import type { SummaryRow } from '../instruments/seu/report.ts';
import type { Diagnostic } from '../statistics/diagnostic.ts';
import type { LabelledValue } from './facts.ts';
import type { RunProgress } from './components/progress.ts';
import type { StateKey } from './components/state.ts';

/** A table of the run beside its summary, such as the conditions of a study. */
export interface RunTableView {
  readonly title: string;
  readonly columns: Figure['columns'];
  readonly rows: Figure['rows'];
}

/** Something that a press asks for, and why one would. */
export interface RunOffer {
  readonly label: string;
  readonly text: string;
  readonly run: () => void;
}

/** One condition of several; numbers are of α and null before there are draws. */
export interface ConditionRow {
  readonly label: string;
  readonly median: number | null;
  readonly q5: number | null;
  readonly q95: number | null;
  readonly rhat: number | null;
  readonly ess_bulk: number | null;
  readonly state: StateKey;
  /** Replaces the state's own word: the diagnostic behind it. */
  readonly word?: string;
}

export interface RunView {
  readonly title: string;
  /** "Model m_01", "300 choices", "4 chains × 1 000 draws", "Seed 42". */
  readonly facts: readonly string[];
  /** One sentence with its uncertainty once the planned evidence is in; how much is in until then. */
  readonly finding: string;
  /** What limits the finding. */
  readonly caveats: readonly string[];
  /** Empty where the run has one condition. */
  readonly conditions: readonly ConditionRow[];
  /** Whether the conditions form a study, which is shown as a whole at −1. */
  readonly study: boolean;
  /** The condition that is shown. */
  readonly condition: number;
  /** What stopped the run, where it can be taken up again. */
  readonly problem: string | null;
  /** Null once the run is done. */
  readonly progress: RunProgress | null;
  readonly diagnostics: readonly Diagnostic[];
  /** In the order of reading: the first two stand above the diagnostics on narrow windows. */
  readonly figures: readonly Figure[];
  readonly summary: readonly SummaryRow[];
  readonly tables: readonly RunTableView[];
  /** What would make the tables fuller; none where it is absent. */
  readonly offers?: readonly RunOffer[];
  /** Messages of tasks that failed. */
  readonly failures: readonly string[];
  /** What was asked for: models with their priors, sampler, data. */
  readonly settings: readonly LabelledValue[];
  /** Hash of the plan; exports carry it. */
  readonly plan: string;
}
