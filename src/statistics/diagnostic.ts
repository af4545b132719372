// A diagnostic is a value: what was measured, against which threshold, and what to do about it.

/** `fine` and `look` are findings; `fail` makes the command line exit 1; `na` does not apply by design. */
export type Severity = 'fine' | 'look' | 'fail' | 'na';

export interface Diagnostic {
  readonly id: string;
  readonly label: string;
  readonly value: number | null;
  /** The value at which severity changes, in the units of `value`. */
  readonly threshold: number | null;
  readonly severity: Severity;
  readonly hint: string;
}

const order: readonly Severity[] = ['fine', 'na', 'look', 'fail'];

/** The most severe of a list; an empty list is fine. */
export const worstSeverity = (diagnostics: readonly Diagnostic[]): Severity =>
  diagnostics.reduce<Severity>(
    (worst, { severity }) => (order.indexOf(severity) > order.indexOf(worst) ? severity : worst),
    'fine',
  );
