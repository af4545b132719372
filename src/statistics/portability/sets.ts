// Source sets and targets sampled uniformly over what is admissible.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { SourceTarget } from './compare.ts';

/** A subset of `size` of `from`, uniform among subsets, ascending. */
function subset(from: number[], size: number, below: (n: number) => number): number[] {
  for (let i = 0; i < size; i++) {
    const j = i + below(from.length - i);
    [from[i], from[j]] = [from[j], from[i]];
  }
  return Array.from(Uint32Array.from(from.slice(0, size)).sort());
}

function others(environments: number, target: number): number[] {
  const rest: number[] = [];
  for (let e = 0; e < environments; e++) if (e !== target) rest.push(e);
  return rest;
}

function checkSize(environments: number, size: number): void {
  if (!(Number.isInteger(size) && size >= 1 && size < environments))
    throw new RangeError(
      `${size} source environments of ${environments}: needed a whole number from 1 to ${environments - 1}`,
    );
}

/** Where a cell's source sets come from. */
export interface SetStream {
  readonly seed: number;
  /** The cell's number in the plan. */
  readonly task: number;
}

/** Split `index` of a cell: the target uniform over environments, then the sources uniform over the rest. */
export function sampledSet(
  { seed, task }: SetStream,
  environments: number,
  size: number,
  index: number,
): SourceTarget {
  checkSize(environments, size);
  const random = randomStream(seed, task, 0);
  random.seek(index, SITE.sourceSets);
  const below = (n: number): number => Math.floor(random.uniform() * n);
  const target = below(environments);
  return { target, sources: subset(others(environments, target), size, below) };
}

/** Each environment once the target, its sources drawn at random: the comparisons that a test averages over. */
export function coveringSets(
  { seed, task }: SetStream,
  environments: number,
  size: number,
): readonly SourceTarget[] {
  checkSize(environments, size);
  const random = randomStream(seed, task, 1);
  random.seek(0, SITE.sourceSets);
  const below = (n: number): number => Math.floor(random.uniform() * n);
  return Array.from({ length: environments }, (_, target) => ({
    target,
    sources: subset(others(environments, target), size, below),
  }));
}

/** Of given comparisons the first of each target, so that a floor has the source sets of what it stands beside. */
export function oncePerTarget(sets: readonly SourceTarget[]): readonly SourceTarget[] {
  const targets = sets.map(({ target }) => target);
  return sets.filter(({ target }, i) => targets.indexOf(target) === i);
}

/** Every ordered pair of environments: the portability matrix. */
export const pairSets = (environments: number): readonly SourceTarget[] =>
  Array.from({ length: environments }, (_, source) =>
    others(environments, source).map((target) => ({ sources: [source], target })),
  ).flat();
