// Position bias: is what is shown first chosen more often than what is shown last?
import type { ChoiceBlock } from '../../../formats/dataset.ts';
import type { RandomStream } from '../../../math/random.ts';
import { permutationTest, randomOrder, type PermutationTest } from '../../../statistics/permutation.ts';
import { baseProblems } from './problems.ts';
import { proportion, type Proportion } from './proportion.ts';

/** One presentation: how many alternatives it showed, and the place of the chosen one among them (from 0). */
export interface ShownChoice {
  readonly problem: string;
  readonly size: number;
  readonly position: number;
}

/** The choices of a block whose place of display is known. */
export function shownChoices(block: ChoiceBlock): readonly ShownChoice[] {
  const { of } = baseProblems(block);
  return block.menus.flatMap((menu, m) => {
    const position = block.positions?.[m] ?? null;
    return position === null ? [] : [{ problem: String(of[m]), size: menu.length, position }];
  });
}

/** How often a position was chosen; the interval takes presentations for independent, the test does not. */
export interface PositionRate extends Proportion {
  readonly size: number;
  /** From 1. */
  readonly position: number;
}

export interface PositionCheck {
  readonly rates: readonly PositionRate[];
  /** Σ over sizes and positions of (chosen − expected)² / expected, against relabelled positions; null without choices. */
  readonly test: PermutationTest | null;
}

/** Presentations of one problem that show the same number of alternatives: they are relabelled together. */
interface Cluster {
  readonly size: number;
  readonly positions: readonly number[];
}

function clustersOf(choices: readonly ShownChoice[]): readonly Cluster[] {
  const groups = new Map<string, { size: number; positions: number[] }>();
  for (const { problem, size, position } of choices) {
    if (!(Number.isInteger(position) && position >= 0 && position < size))
      throw new RangeError(`problem ${problem}: position ${position} in a menu of ${size}`);
    const key = JSON.stringify([problem, size]);
    const group = groups.get(key) ?? { size, positions: [] };
    group.positions.push(position);
    groups.set(key, group);
  }
  return [...groups.values()];
}

type Counts = ReadonlyMap<number, Float64Array>;

function countPositions(clusters: readonly Cluster[], relabel: (size: number) => ArrayLike<number>): Counts {
  const counts = new Map<number, Float64Array>();
  for (const { size, positions } of clusters) {
    const row = counts.get(size) ?? new Float64Array(size);
    counts.set(size, row);
    const label = relabel(size);
    for (const position of positions) row[label[position]] += 1;
  }
  return counts;
}

const sum = (x: Float64Array): number => x.reduce((total, value) => total + value, 0);

function chiSquare(counts: Counts): number {
  let total = 0;
  for (const row of counts.values()) {
    const expected = sum(row) / row.length;
    for (const count of row) total += ((count - expected) * (count - expected)) / expected;
  }
  return total;
}

function ratesOf(counts: Counts): readonly PositionRate[] {
  return [...counts]
    .sort(([a], [b]) => a - b)
    .flatMap(([size, row]) =>
      Array.from(row, (chosen, position) => ({
        size,
        position: position + 1,
        ...proportion(chosen, sum(row)),
      })),
    );
}

const identity = (size: number): ArrayLike<number> => Array.from({ length: size }, (_, i) => i);

/**
 * Choice rates by position within menu size. The test relabels the positions of each problem by one random order for
 * all its presentations: choices of one problem may depend on each other in any way, and the test stays exact where
 * displays were shuffled.
 */
export function positionCheck(
  choices: readonly ShownChoice[],
  random: RandomStream,
  permutations = 2000,
): PositionCheck {
  const clusters = clustersOf(choices);
  const counts = countPositions(clusters, identity);
  if (clusters.length === 0) return { rates: [], test: null };
  const permuted = (): number => chiSquare(countPositions(clusters, (size) => randomOrder(size, random)));
  return { rates: ratesOf(counts), test: permutationTest(chiSquare(counts), permuted, permutations) };
}
