// What the page of one run shows; it grows while the run goes on.
import type { Figure } from '../charts/figure.ts';
import type { SummaryRow } from '../instruments/seu/report.ts';
import type { Diagnostic } from '../statistics/diagnostic.ts';
import type { RunProgress } from './components/progress.ts';

/** A table of the run beside its summary, such as the conditions of a study. */
export interface RunTableView {
  readonly title: string;
  readonly columns: Figure['columns'];
  readonly rows: Figure['rows'];
}

export interface RunView {
  readonly title: string;
  /** "Model m_01", "300 choices", "4 chains × 1 000 draws", "Seed 42". */
  readonly facts: readonly string[];
  /** One sentence with its uncertainty once the planned evidence is in; how much is in until then. */
  readonly finding: string;
  /** What limits the finding. */
  readonly caveats: readonly string[];
  /** Null once the run is done. */
  readonly progress: RunProgress | null;
  readonly diagnostics: readonly Diagnostic[];
  /** In the order of reading: the first two stand above the diagnostics on narrow windows. */
  readonly figures: readonly Figure[];
  readonly summary: readonly SummaryRow[];
  readonly tables: readonly RunTableView[];
  /** Messages of tasks that failed. */
  readonly failures: readonly string[];
  /** Hash of the plan; exports carry it. */
  readonly plan: string;
}
