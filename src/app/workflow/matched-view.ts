// What the Recovery step shows of a matched comparison: the arms side by side, and what one gains over another.
import type { Figure } from '../../charts/figure.ts';
import { matchedArmsFigure, type MatchedArmRow } from '../../charts/matched-arms.ts';
import { gainsFigure } from '../../charts/matched-gains.ts';
import type {
  RecoveredQuantity,
  RecoveryArm,
  RecoveryReport,
} from '../../instruments/seu/calibration/recovery-report.ts';
import { matchedRows } from '../../instruments/seu/calibration/views/recovery.ts';
import { intervalOf } from '../../statistics/interval.ts';

/** Of the bootstrap intervals over iterations. */
const LEVEL = 0.9;
const ARMS = ['A', 'B', 'C', 'D'];
const SYMBOLS = { alpha: 'α', delta: 'δ' } as const;
type Name = keyof typeof SYMBOLS;

const width = ({ lower, upper }: RecoveredQuantity, i: number): number => upper[i] - lower[i];
const error = ({ mean, truth }: RecoveredQuantity, i: number): number => Math.abs(mean[i] - truth[i]);
const MEASURES = { width, error } as const;

/** One value an iteration; components of δ are averaged. */
function averaged(arm: RecoveryArm, name: Name, measure: keyof typeof MEASURES): Float64Array {
  const own = arm.quantities.filter(({ variable }) => variable === name || variable.startsWith(`${name}[`));
  return Float64Array.from({ length: own[0]?.truth.length ?? 0 }, (_, i) =>
    own.reduce((sum, quantity) => sum + MEASURES[measure](quantity, i) / own.length, 0),
  );
}

const rowsOf = (arm: RecoveryArm): readonly MatchedArmRow[] =>
  (['width', 'error'] as const).flatMap((measure) =>
    (['alpha', 'delta'] as const).flatMap((name): readonly MatchedArmRow[] => {
      const values = averaged(arm, name, measure);
      const what = `${measure} of ${SYMBOLS[name]}`;
      return values.length === 0 ? [] : [{ arm: arm.label, measure: what, ...intervalOf(values) }];
    }),
  );

const armsFigure = (arms: readonly RecoveryArm[]): Figure =>
  matchedArmsFigure({
    iterations: Math.min(...arms.map(({ replicates }) => replicates)),
    arms: arms.map(({ label, fitted, choices }) => ({
      arm: label,
      label: `${fitted}, ${choices} choices`,
      model: fitted,
    })),
    rows: arms.flatMap(rowsOf),
  });

/** None where the study has no arms A to D, or too few iterations for an interval. */
export function matchedFigures(report: RecoveryReport): readonly Figure[] {
  const arms = ARMS.flatMap((label) => report.arms.find((arm) => arm.label === label) ?? []);
  const rows = matchedRows(report);
  if (arms.length < ARMS.length || rows.length === 0) return [];
  const iterations = Math.min(...arms.map(({ replicates }) => replicates));
  return [armsFigure(arms), gainsFigure({ iterations, level: LEVEL, rows })];
}
