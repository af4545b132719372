// The weighted log likelihood and its gradient from what a device found: sums and the chain rule in f64.
import type { Evaluated } from '../../inference/lbfgs.ts';
import { exp } from '../../math/elementary.ts';
import { addAnswerGradient } from '../../models/beliefs/answers.ts';
import type { Grid } from '../../models/beliefs/grid.ts';
import { addPriorGradient } from '../../models/beliefs/prior-mass.ts';
import type { DeviceAnswers, ReportLines } from './beliefs-answers.ts';
import { FOUND, FOUND_AT } from './beliefs-layout.ts';
import type { BeliefTables } from './beliefs-tables.ts';

/** What came back of one problem: FOUND numbers a pattern, and masses by feature and node. */
export interface FoundMasses {
  readonly patterns: Float32Array;
  readonly sums: Float32Array;
}

/** Log marginal likelihood of every pattern. */
export function patternValues(
  { lineOf, patterns }: DeviceAnswers,
  { largest }: BeliefTables,
  found: Float32Array,
): Float64Array {
  return Float64Array.from({ length: patterns }, (_, p) => {
    const at = FOUND * p;
    return largest[lineOf[p]] + found[at + FOUND_AT.largest] + found[at + FOUND_AT.logSum];
  });
}

/** d/dφ of one stated probability: its logarithms at each pattern's mean belief, and the normaliser's slope. */
function reportSlope(
  { reports: { logP, logQ }, feature }: ReportLines,
  slope: Float64Array,
  { lineOf, model: { grid } }: DeviceAnswers,
  { patterns, sums }: FoundMasses,
  weights: Float64Array,
): number {
  let sum = 0;
  lineOf.forEach((line, p) => {
    if (Number.isNaN(logP[line])) return;
    const mean = patterns[FOUND * p + FOUND_AT.mean];
    sum += weights[p] * (mean * (logP[line] - logQ[line]) + logQ[line]);
  });
  for (let q = 0; q < grid.nodes; q++)
    sum += sums[feature * grid.nodes + q] * slope[Math.floor(q / grid.second)];
  return sum;
}

/** Masses of all patterns count for their own sum: rounding then leaves the level of η alone. */
function addPrior(grid: Grid, { prior }: BeliefTables, counts: Float64Array, gradient: Float64Array): void {
  const total = counts.reduce((sum, value) => sum + value, 0);
  addPriorGradient(grid, prior.map(exp), counts, total, gradient);
}

/** At the natural parameters that `tables` were filled at, with respect to these. */
export function evaluatedAt(
  answers: DeviceAnswers,
  tables: BeliefTables,
  theta: Float64Array,
  weights: Float64Array,
  found: FoundMasses,
): Evaluated {
  const { model, reports, everything } = answers;
  const gradient = new Float64Array(theta.length);
  const counts = Float64Array.from(found.sums);
  const { nodes } = model.grid;
  const all = counts.subarray(everything * nodes, (everything + 1) * nodes);
  addPrior(model.grid, tables, all, gradient);
  addAnswerGradient(model, theta, tables.answers, counts, gradient);
  reports.forEach((report, t) => {
    const { slope } = tables.normalisers[t];
    gradient[report.term.phi] += reportSlope(report, slope, answers, found, weights);
  });
  const values = patternValues(answers, tables, found.patterns);
  const value = values.reduce((sum, own, p) => (weights[p] === 0 ? sum : sum + weights[p] * own), 0);
  return { value, gradient };
}
