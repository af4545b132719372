// Everything that is counted of the reasoning texts of one cell, as one row of numbers.
import { randomStream, type RandomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import type { Cell } from '../cell.ts';
import { exchangeOf } from '../clusters.ts';
import type { SetStream } from '../sets.ts';
import { clusterMean } from '../share.ts';
import { excessSimilarity, pairMeans, similarities, type Pairs } from './agreement.ts';
import { wordsOf } from './jaccard.ts';
import type { Lexicon } from './lexicon.ts';
import { compileLexicon, motifRates } from './motifs.ts';
import { parametersNamed } from './numbers.ts';

/** Texts of a cell with what their prompts said. */
export interface ReasoningTexts {
  readonly texts: readonly string[];
  readonly environments: number;
  readonly environment: Uint16Array;
  readonly instance: Uint32Array;
  readonly features: number;
  /** texts × features, as rendered in the prompt. */
  readonly x: Float64Array;
  readonly shared: boolean;
}

export interface ReasoningWork {
  readonly lexicon: Lexicon;
  readonly echoes: readonly string[];
  readonly mostTexts: number;
  readonly relabellings: number;
}

const SIMILARITY = [
  'within',
  'between',
  'pairs_within',
  'pairs_between',
  'null_mean',
  'null_q95',
  'p',
] as const;

/** Columns before the motifs'. */
const PLAIN = [
  'texts',
  'clusters',
  'coverage',
  'coverage_se',
  'at_least_one',
  'at_least_one_se',
  'compared',
  ...SIMILARITY,
  ...SIMILARITY.map((name) => `echo_${name}`),
];

/** Columns of the row: two for each motif that can be searched for, its share of texts and the error of it. */
export const reasoningColumns = (lexicon: Lexicon): readonly string[] => [
  ...PLAIN,
  ...compileLexicon(lexicon).motifs.flatMap(({ name }) => [`motif_${name}`, `motif_${name}_se`]),
];

/** A stream of the cell apart from those of its choices. */
const TEXT_CHAIN = 7;

/** Texts as a cell, so that whole instances are exchanged between framings as choices are. */
const asCell = (
  { environments, environment, instance, shared }: ReasoningTexts,
  kept: Uint32Array,
): Cell => ({
  environments,
  features: 0,
  x: new Float64Array(0),
  action: new Float64Array(kept.length),
  environment: Uint16Array.from(kept, (i) => environment[i]),
  instance: Uint32Array.from(kept, (i) => instance[i]),
  shared,
  low: new Float64Array(0),
  width: new Float64Array(0),
});

/** `most` of n places at random, ascending; all of them where there are no more. */
function sampled(n: number, most: number, random: RandomStream): Uint32Array {
  const places = Uint32Array.from({ length: n }, (_, i) => i);
  const size = Math.min(n, most);
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random.uniform() * (n - i));
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places.slice(0, size).sort();
}

/** Means within and between framings, and how the difference stands when framings are exchanged among texts. */
function* compared(
  pairs: Pairs,
  cell: Cell,
  relabellings: number,
  stream: SetStream,
): Generator<undefined, number[]> {
  const observed = pairMeans(pairs, cell.environment);
  const excess = excessSimilarity(observed);
  const { within, between, pairsWithin, pairsBetween } = observed;
  const exchange = exchangeOf(cell);
  const random = randomStream(stream.seed, stream.task, TEXT_CHAIN);
  const drawn: number[] = [];
  const labels = new Uint16Array(cell.environment.length);
  for (let index = 1; excess !== null && index <= relabellings; index++) {
    random.seek(index, SITE.exchange);
    exchange.draw(random).forEach((rows, e) => rows.forEach((row) => (labels[row] = e)));
    const value = excessSimilarity(pairMeans(pairs, labels));
    if (value !== null) drawn.push(value);
    yield undefined;
  }
  const above = drawn.filter((value) => value >= excess! - 1e-12).length;
  const sorted = Float64Array.from(drawn).sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const q95 = sorted[Math.min(sorted.length - 1, Math.floor(0.95 * sorted.length))];
  const p = drawn.length > 0 ? (1 + above) / (1 + drawn.length) : NaN;
  return [within ?? NaN, between ?? NaN, pairsWithin, pairsBetween, mean, q95 ?? NaN, p];
}

const without = (words: ReadonlySet<string>, echoes: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !echoes.has(word)));

const lower = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => word.toLowerCase()));

/** Mean and its error over clusters; NaN where there is none. */
function estimated(values: ArrayLike<number>, clusters: ArrayLike<number>): readonly [number, number] {
  const found = clusterMean(values, clusters);
  return [found?.mean ?? NaN, found?.se ?? NaN];
}

/** One row with the columns of `reasoningColumns`. */
export function* reasoningRow(
  source: ReasoningTexts,
  { lexicon, echoes, mostTexts, relabellings }: ReasoningWork,
  stream: SetStream,
): Generator<undefined, Float64Array> {
  const { texts, x, features, instance, environment, environments, shared } = source;
  const clusters = Float64Array.from(instance, (code, i) =>
    shared ? code : code * environments + environment[i],
  );
  const named: number[] = [];
  for (const [i, text] of texts.entries()) {
    named.push(parametersNamed(text, x.subarray(i * features, (i + 1) * features)));
    if (i % 50 === 49) yield undefined;
  }
  const random = randomStream(stream.seed, stream.task, TEXT_CHAIN);
  random.seek(0, SITE.exchange);
  const kept = sampled(texts.length, mostTexts, random);
  const cell = asCell(source, kept);
  const words = Array.from(kept, (i) => wordsOf(texts[i]));
  const plain = yield* compared(yield* similarities(words), cell, relabellings, stream);
  const left = lower(echoes);
  const removed =
    left.size > 0
      ? yield* compared(
          yield* similarities(words.map((set) => without(set, left))),
          cell,
          relabellings,
          stream,
        )
      : plain.map(() => NaN);
  const motifs = motifRates(texts, compileLexicon(lexicon).motifs);
  return Float64Array.of(
    texts.length,
    new Set(clusters).size,
    ...estimated(
      named.map((count) => count / features),
      clusters,
    ),
    ...estimated(
      named.map((count) => Number(count > 0)),
      clusters,
    ),
    kept.length,
    ...plain,
    ...removed,
    ...motifs.flatMap(({ hits }) => estimated(hits, clusters)),
  );
}
