// Targets drawn anew for the interval of a contrast: once a resample, the same for both regimes and every model of a game.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';

/** One figure of every target under two regimes. */
export interface PairedTargets {
  /** Pairs of one game share their framings, and hence what is drawn; games are drawn independently. */
  readonly game: string;
  readonly targets: readonly string[];
  /** By target. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export const RESAMPLES = 2000;
const RESAMPLE_CHAIN = 8;

export const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
};

/** One game's targets, and how often each is drawn: RESAMPLES × targets. */
export interface Stratum {
  readonly targets: readonly string[];
  readonly counts: Uint16Array;
}

/** Targets of each game, in the order in which they are first named. */
function targetsByGame(pairs: readonly PairedTargets[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { game, targets } of pairs) {
    const own = found.get(game) ?? new Set();
    for (const target of targets) own.add(target);
    found.set(game, own);
  }
  return new Map([...found].map(([game, targets]) => [game, [...targets]]));
}

function drawTargets(targets: readonly string[], random: RandomStream): Stratum {
  const n = targets.length;
  const counts = new Uint16Array(RESAMPLES * n);
  for (let index = 0; index < RESAMPLES; index++) {
    random.seek(index, SITE.resample);
    for (let i = 0; i < n; i++) counts[index * n + Math.floor(random.uniform() * n)] += 1;
  }
  return { targets, counts };
}

/** Games are numbered in their order among the pairs, and each has a stream of its own. */
export function strataOf(pairs: readonly PairedTargets[], seed: number): ReadonlyMap<string, Stratum> {
  const games = [...targetsByGame(pairs)];
  return new Map(
    games.map(([game, targets], number) => [
      game,
      drawTargets(targets, randomStream(seed, number, RESAMPLE_CHAIN)),
    ]),
  );
}

export interface Means {
  readonly from: number;
  readonly to: number;
}

export const observed = ({ from, to }: PairedTargets): Means => ({ from: mean(from), to: mean(to) });

/** √(n / (n − 1)): a mean of n drawn from n values varies less than a mean of n values. */
const inflation = (targets: number): number => Math.sqrt(targets / (targets - 1));

/**
 * Adds one pair's means of every resample to `from` and `to`, deviations from what was observed inflated for the number
 * of targets. A resample that draws none of the pair's targets leaves it where it was.
 */
function addResamples(
  pair: PairedTargets,
  { targets, counts }: Stratum,
  from: Float64Array,
  to: Float64Array,
): void {
  const places = pair.targets.map((target) => targets.indexOf(target));
  const own = observed(pair);
  const factor = inflation(places.length);
  for (let index = 0; index < RESAMPLES; index++) {
    let [weight, movedFrom, movedTo] = [0, 0, 0];
    for (let t = 0; t < places.length; t++) {
      const count = counts[index * targets.length + places[t]];
      weight += count;
      movedFrom += count * (pair.from[t] - own.from);
      movedTo += count * (pair.to[t] - own.to);
    }
    const share = weight > 0 ? factor / weight : 0;
    from[index] += own.from + share * movedFrom;
    to[index] += own.to + share * movedTo;
  }
}

/** Means over pairs in every resample. */
export function resampledMeans(pairs: readonly PairedTargets[], strata: ReadonlyMap<string, Stratum>) {
  const from = new Float64Array(RESAMPLES);
  const to = new Float64Array(RESAMPLES);
  for (const pair of pairs) addResamples(pair, strata.get(pair.game)!, from, to);
  return { from: from.map((sum) => sum / pairs.length), to: to.map((sum) => sum / pairs.length) };
}
