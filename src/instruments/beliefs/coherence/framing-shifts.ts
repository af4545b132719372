// How far a framing moves the thresholds at which an agent acts, with what is known of it: draws, refits, standard errors.
import type { DecisionThreshold } from '../../../models/beliefs/thresholds.ts';
import { sameThreshold } from '../../../statistics/beliefs/contradictions.ts';
import { percentileEnds, type Ends } from '../../../statistics/beliefs/portable-draws.ts';

export interface FramingDifference {
  readonly first: string;
  readonly second: string;
  /** Instructed thresholds that both framings have, with slopes that mean something. */
  readonly thresholds: readonly number[];
  /** Mean over these of logit implied threshold, first less second. */
  readonly difference: number;
  readonly ends: Ends;
}

interface ThresholdPair {
  readonly first: number;
  readonly second: number;
  readonly nominal: number;
}

type Instructed = Pick<DecisionThreshold, 'framing' | 'nominal'>;

/** Places of decisions with one nominal threshold under two framings. */
function pairsOf(
  decisions: readonly Instructed[],
  usable: (place: number) => boolean,
  first: string,
  second: string,
): ThresholdPair[] {
  const under = (framing: string): number[] =>
    [...decisions.keys()].filter((k) => decisions[k].framing === framing && usable(k));
  return under(first).flatMap((a) => {
    const nominal = decisions[a].nominal;
    const b = under(second).find(
      (k) =>
        nominal !== null && decisions[k].nominal !== null && sameThreshold(decisions[k].nominal!, nominal),
    );
    return b === undefined ? [] : [{ first: a, second: b, nominal: nominal! }];
  });
}

function framingPairs(decisions: readonly Instructed[]): (readonly [string, string])[] {
  const framings = [
    ...new Set(decisions.filter(({ nominal }) => nominal !== null).map(({ framing }) => framing)),
  ];
  return framings.flatMap((first, a) => framings.slice(a + 1).map((second) => [first, second] as const));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Draws of the mean over equal instructions of logit threshold, first framing less second. */
export interface DifferenceDraws extends Pick<FramingDifference, 'first' | 'second' | 'thresholds'> {
  readonly values: Float64Array;
}

/**
 * From draws or refits of every decision's logit threshold −α/β (one array a decision, in the order of `decisions`).
 */
export function differenceDraws(
  decisions: readonly Instructed[],
  draws: readonly Float64Array[],
  usable: (place: number) => boolean = () => true,
): DifferenceDraws[] {
  return framingPairs(decisions).flatMap(([first, second]) => {
    const pairs = pairsOf(decisions, usable, first, second);
    if (pairs.length === 0) return [];
    const values = draws[0].map((_, s) =>
      mean(pairs.map((pair) => draws[pair.first][s] - draws[pair.second][s])),
    );
    return [{ first, second, thresholds: pairs.map(({ nominal }) => nominal), values }];
  });
}

const logitOf = ({ alpha, beta }: DecisionThreshold): number => -alpha / beta;

/** From estimates, and from refits of every decision's logit threshold: percentile intervals, decisions drawn together. */
export function differencesFromRefits(
  decisions: readonly DecisionThreshold[],
  refits: readonly Float64Array[],
  usable: (place: number) => boolean,
): FramingDifference[] {
  const estimates = decisions.map((decision) => Float64Array.of(logitOf(decision)));
  const own = differenceDraws(decisions, estimates, usable);
  return differenceDraws(decisions, refits, usable).map(({ values, ...pair }, k) => ({
    ...pair,
    difference: own[k].values[0],
    ends: percentileEnds(values),
  }));
}

const NORMAL_975 = 1.959963984540054;

/**
 * From estimates of −α/β with standard errors (the delta method), decisions taken as independent: they share the belief
 * alone, whose part in the error is small with many prompts. Thresholds without a finite error are left out.
 */
export function differencesFromErrors(
  decisions: readonly DecisionThreshold[],
  errors: ArrayLike<number>,
  usable: (place: number) => boolean = () => true,
): FramingDifference[] {
  const known = (k: number): boolean => usable(k) && Number.isFinite(errors[k]) && decisions[k].beta > 0;
  const at = (k: number): number => logitOf(decisions[k]);
  return framingPairs(decisions).flatMap(([first, second]) => {
    const pairs = pairsOf(decisions, known, first, second);
    if (pairs.length === 0) return [];
    const difference = mean(pairs.map((pair) => at(pair.first) - at(pair.second)));
    const variance = pairs.reduce((sum, pair) => sum + errors[pair.first] ** 2 + errors[pair.second] ** 2, 0);
    const half = (NORMAL_975 * Math.sqrt(variance)) / pairs.length;
    return [
      {
        first,
        second,
        thresholds: pairs.map(({ nominal }) => nominal),
        difference,
        ends: [difference - half, difference + half] as const,
      },
    ];
  });
}
