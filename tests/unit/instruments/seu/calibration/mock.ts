// Rows of replicates whose posteriors are known: a conjugate normal model with exact draws.
import { randomStream, type RandomStream } from '../../../../../src/math/random.ts';
import type { ReplicateFact, ReplicateSummary } from '../../../../../src/engine/types.ts';
import type { ReplicateRows } from '../../../../../src/instruments/seu/calibration/rows.ts';
import { quantiles } from '../../../../../src/statistics/quantile.ts';
import { mean, sd } from '../../../../../src/statistics/moments.ts';

export interface MockOptions {
  readonly replicates: number;
  readonly maxRank: number;
  readonly quantities?: readonly string[];
  readonly first?: number;
  readonly seed?: number;
  /** Reported draws are right draws times this, plus the shift in posterior sds, for the quantity named. */
  readonly wrong?: { readonly variable: string; readonly shift: number; readonly scale: number };
  readonly failed?: readonly number[];
}

/** Truth N(0, 1), one observation with sd 1: the posterior is N(y / 2, ½), so contraction is ½. */
function summaries(
  random: RandomStream,
  maxRank: number,
  wrong: MockOptions['wrong'] | null,
  positive: boolean,
): Record<ReplicateSummary, number> {
  const truth = random.normal();
  const centre = (truth + random.normal()) / 2;
  const draws = Float64Array.from(
    { length: maxRank },
    () => centre + Math.SQRT1_2 * ((wrong?.shift ?? 0) + (wrong?.scale ?? 1) * random.normal()),
  );
  const rank = draws.reduce((below, draw) => below + Number(draw < truth), 0);
  const shown = positive ? draws.map(Math.exp) : draws;
  const [q5, median, q95] = quantiles(shown, [0.05, 0.5, 0.95]);
  return {
    truth: positive ? Math.exp(truth) : truth,
    rank,
    mean: mean(shown),
    median,
    sd: sd(shown),
    q5,
    q95,
    rhat: 1,
    ess_bulk: maxRank,
    ess_tail: maxRank,
  };
}

export const NAMES = [
  'alpha',
  'beta[1,1]',
  'delta[1]',
  'delta[2]',
  'contrast[1,1]',
  'log_lik',
  'projection[1]',
];

export function mockRows(options: MockOptions): ReplicateRows {
  const { replicates: count, maxRank, quantities = NAMES, first = 0, seed = 1, wrong, failed = [] } = options;
  const Q = quantities.length;
  const columns = {} as Record<ReplicateSummary, Float64Array>;
  const names = [
    'truth',
    'rank',
    'mean',
    'median',
    'sd',
    'q5',
    'q95',
    'rhat',
    'ess_bulk',
    'ess_tail',
  ] as const;
  for (const name of names) columns[name] = new Float64Array(count * Q).fill(NaN);
  const facts: Record<ReplicateFact, Float64Array> = {
    gradients: new Float64Array(count).fill(100),
    divergences: new Float64Array(count),
    acceptance: new Float64Array(count).fill(0.8),
    failed: new Float64Array(count),
  };
  for (let i = 0; i < count; i++)
    quantities.forEach((variable, q) => {
      const random = randomStream(seed, 0, first + i);
      random.seek(q, 0);
      const bad = wrong?.variable === variable ? wrong : null;
      const row = summaries(random, maxRank, bad, variable === 'alpha');
      const lost = failed.includes(first + i);
      for (const name of names) if (!lost || name === 'truth') columns[name][i * Q + q] = row[name];
      if (lost) [facts.failed[i], facts.gradients[i], facts.acceptance[i]] = [1, 0, NaN];
    });
  return {
    quantities,
    maxRank,
    replicates: Array.from({ length: count }, (_, i) => first + i),
    summaries: columns,
    facts,
  };
}

/** Rows `from … to − 1` of a table. */
export function slice(rows: ReplicateRows, from: number, to: number): ReplicateRows {
  const Q = rows.quantities.length;
  const cut = <Name extends string>(
    columns: Readonly<Record<Name, Float64Array>>,
    width: number,
  ): Record<Name, Float64Array> =>
    Object.fromEntries(
      Object.entries<Float64Array>(columns).map(([name, values]) => [
        name,
        values.slice(from * width, to * width),
      ]),
    ) as Record<Name, Float64Array>;
  return {
    ...rows,
    replicates: rows.replicates.slice(from, to),
    summaries: cut(rows.summaries, Q),
    facts: cut(rows.facts, 1),
  };
}
