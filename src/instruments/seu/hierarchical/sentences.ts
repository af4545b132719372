// What a hierarchical fit says, in sentences and in one line.
import { estimate, probabilityOf } from '../views/number-format.ts';
import { coefficientViews, type CoefficientView } from './coefficients.ts';
import type { HierarchicalReport } from './report.ts';

const told = ({ median, q5, q95 }: CoefficientView): string => estimate(median, q5, q95);

/** "γ temperature −0.31 [−0.62, 0.01]": the first slope, or γ₀ where there is none. */
export function regressionHeadline(report: HierarchicalReport, names?: readonly string[]): string {
  const rows = coefficientViews(report, names);
  const first = rows.find(({ group }) => group === 'slopes') ?? rows[0];
  return `${first.label} ${told(first)}`;
}

/** The slopes with their signs, then how far cells lie from the regression. */
export function regressionFinding(report: HierarchicalReport, names?: readonly string[]): string {
  const rows = coefficientViews(report, names);
  const slopes = rows.filter(({ group }) => group === 'slopes');
  const intercept = rows[0];
  const spread = rows.find(({ variable }) => variable === 'sigma_cell')!;
  const said = slopes.map((row) => {
    const sign = probabilityOf(`${row.label} < 0`, row.probability_negative, 2);
    return `${row.label} is ${told(row)}, ${sign}`;
  });
  const lead =
    slopes.length > 0
      ? `Log α over ${report.cells.length} cells: ${said.join('; ')}`
      : `Log α over ${report.cells.length} cells has the intercept ${told(intercept)}`;
  return `${lead} (median, 90\u202f% interval). Cells lie ${told(spread)} from it (sd of log α).`;
}

/** What limits the finding: prior conflict first, then flagged predictive checks. */
export function regressionCaveats({ diagnostics, cells }: HierarchicalReport): readonly string[] {
  const asking = diagnostics.filter(
    ({ id, severity }) => (id.startsWith('prior:') || id.startsWith('ppc:')) && severity !== 'fine',
  );
  const few =
    cells.length < 5
      ? [
          `With ${cells.length} cells the spread between them rests on its prior; so does the width of every slope.`,
        ]
      : [];
  return [
    ...asking.map(({ label, hint }) => `${label}: ${hint}`),
    ...few,
    'Partial pooling draws every α towards the regression: cells that share a design and a consequence scale may be compared, others may not.',
  ];
}
