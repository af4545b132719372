// Many statistics beside their simulated null at once: which stand out, and whether all together do.

export interface SimultaneousNull {
  /** Mean of every statistic over the simulations. */
  readonly expected: Float64Array;
  /** Observed values in standard deviations from the mean; 0 of a statistic that never varies. */
  readonly standard: Float64Array;
  /** For every statistic, the share of studies whose largest deviation is at least its own: p over all at once. */
  readonly p: Float64Array;
  /** p of the sum of squared deviations or of a group's sum of deviations, whichever stands out most. */
  readonly overall: number;
  readonly simulations: number;
}

interface Scale {
  readonly centre: Float64Array;
  readonly spread: Float64Array;
}

/** Means and deviations over all studies, the observed one among them, so that under the null none is special. */
function scaleOf(studies: readonly Float64Array[]): Scale {
  const n = studies.length;
  const centre = studies[0].map((_, k) => studies.reduce((sum, study) => sum + study[k], 0) / n);
  const spread = centre.map((mean, k) =>
    Math.sqrt(studies.reduce((sum, study) => sum + (study[k] - mean) ** 2, 0) / n),
  );
  return { centre, spread };
}

/** A spread this small beside the mean is rounding. */
const CONSTANT = 1e-12;

const standardise = (study: Float64Array, { centre, spread }: Scale): Float64Array =>
  study.map((value, k) =>
    spread[k] > CONSTANT * (1 + Math.abs(centre[k])) ? (value - centre[k]) / spread[k] : 0,
  );

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const squares = (x: Float64Array): number => x.reduce((sum, value) => sum + value * value, 0);

/** Sums in another order differ in the last bits. */
const SLACK = 1e-12;

/** (1 + simulated values at least as large) / (1 + simulations). */
export function upperTail(observed: number, simulated: ArrayLike<number>): number {
  let hits = 0;
  for (let b = 0; b < simulated.length; b++)
    if (simulated[b] >= observed - SLACK * Math.abs(observed)) hits++;
  return (1 + hits) / (1 + simulated.length);
}

/** The sum of squared deviations, then the sums of groups of them. */
const summaries = (deviations: Float64Array, groups: readonly Group[]): Float64Array =>
  Float64Array.of(
    squares(deviations),
    ...groups.map((group) => group.reduce((sum, k) => sum + deviations[k], 0)),
  );

/** Places of statistics that an alternative would move the same way. */
export type Group = readonly number[];

/** Squares count where they are large, sums of groups on either side. */
const mostOutstanding = ([squared, ...sums]: Float64Array): number =>
  Math.max(squared, ...sums.map((sum) => Math.abs(sum)));

function overallP(studies: readonly Float64Array[], groups: readonly Group[]): number {
  const values = studies.map((study) => summaries(study, groups));
  const scale = scaleOf(values);
  const [observed, ...simulated] = values.map((value) => mostOutstanding(standardise(value, scale)));
  return upperTail(observed, simulated);
}

/** Compares vectors of statistics; each p is at most its level as often as the level says. */
export function compareWithSimulations(
  observed: Float64Array,
  simulated: readonly Float64Array[],
  groups: readonly Group[] = [],
): SimultaneousNull {
  if (simulated.length === 0) throw new RangeError('0 simulations: needed at least 1');
  const scale = scaleOf([observed, ...simulated]);
  const standard = standardise(observed, scale);
  const deviations = simulated.map((study) => standardise(study, scale));
  const most = deviations.map(largest);
  return {
    expected: observed.map((_, k) => simulated.reduce((sum, study) => sum + study[k], 0) / simulated.length),
    standard,
    p: standard.map((value) => upperTail(Math.abs(value), most)),
    overall: overallP([standard, ...deviations], groups),
    simulations: simulated.length,
  };
}
