// Why behaviour ports or not, cell by cell, in independent rows: what framings add, equilibria, payoff lost, reasoning.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { rowsByEnvironment, splitFolds, type Cell } from './cell.ts';
import { exchangeOf } from './clusters.ts';
import type { LearnerOf } from './learner.ts';
import type { MechanismPart, MechanismWork } from './mechanism-parts.ts';
import { nashRate } from './nash.ts';
import { regretComparer, REGRET_COLUMNS, type Objective } from './regret.ts';
import { ridgeGain, ridgeSplit } from './ridge.ts';
import { coveringSets, sampledSet, type SetStream } from './sets.ts';
import { clusterMean } from './share.ts';
import { nashHits } from './nash-hits.ts';
import { reasoningColumns, reasoningRow, type ReasoningTexts } from './text/study.ts';
import { drawnFolds } from './work.ts';

/** Columns of the rows of a part. Row 0 of a null part is the observed value, rows from 1 are exchanges. */
export function mechanismColumns(
  part: MechanismPart,
  { lexicon }: Pick<MechanismWork, 'lexicon'>,
): readonly string[] {
  switch (part) {
    case 'ridge':
      return ['r2_x', 'r2_xz', 'delta'];
    case 'ridge_null':
      return ['delta'];
    case 'nash':
      return ['rows', 'hits', 'rate', 'se', 'clusters', 'coin', 'always_a', 'always_b', 'either'];
    case 'regret':
      return REGRET_COLUMNS;
    case 'regret_null':
      return ['regret', 'changed'];
    case 'texts':
      return reasoningColumns(lexicon);
  }
}

/** A row made in short pieces: a long one can be left between them. */
export type PiecewiseRow = Generator<undefined, Float64Array>;

/** Environment of each row from the rows of each environment. */
function labelsOf(byEnvironment: readonly Uint32Array[], rows: number): Uint16Array {
  const labels = new Uint16Array(rows);
  byEnvironment.forEach((own, e) => own.forEach((row) => (labels[row] = e)));
  return labels;
}

/** A stream of the cell apart from those of its folds and exchanges. */
const SPLITS_CHAIN = 8;

/** Rows of all splits together that a tested ΔR² rests on, and splits at most: one split of a small cell is mere noise. */
const ENOUGH_ROWS = 4000;
const MOST_SPLITS = 8;

const splitsOf = ({ action }: Cell): number =>
  Math.min(MOST_SPLITS, Math.max(1, Math.ceil(ENOUGH_ROWS / action.length)));

/** The data as they are (0), and with whole instances exchanged between environments (from 1), split some times. */
function datasets(cell: Cell, stream: SetStream) {
  const exchange = exchangeOf(cell);
  const observed = rowsByEnvironment(cell.environments, cell.environment);
  return (index: number, splits: number) => {
    const random = randomStream(stream.seed, stream.task, index === 0 ? SPLITS_CHAIN : 2);
    random.seek(index, index === 0 ? SITE.folds : SITE.exchange);
    const byEnvironment = index === 0 ? observed : exchange.draw(random);
    const environment = index === 0 ? cell.environment : labelsOf(byEnvironment, cell.action.length);
    return {
      cell: { ...cell, environment },
      folds: Array.from({ length: splits }, () => splitFolds(byEnvironment, random)),
    };
  };
}

function* ridgeRow(cell: Cell, stream: SetStream, index: number): PiecewiseRow {
  yield undefined;
  const split = ridgeSplit(cell, stream, index);
  return split ? Float64Array.of(split.r2X, split.r2XZ, split.delta) : new Float64Array(3).fill(NaN);
}

/** One entry an instance, or an instance of an environment where instances are private. */
const clusterCodes = ({ instance, environment, environments, shared }: Cell): Float64Array =>
  Float64Array.from(instance, (code, row) => (shared ? code : code * environments + environment[row]));

function* nashRow(cell: Cell): PiecewiseRow {
  yield undefined;
  const { rows, hits, rate, coin, alwaysA, alwaysB, either } = nashRate(cell.x, cell.action);
  const spread = clusterMean(nashHits(cell.x, cell.action), clusterCodes(cell));
  const values = [rows, hits, rate, spread?.se, spread?.clusters, coin, alwaysA, alwaysB, either];
  return Float64Array.from(values, (value) => value ?? NaN);
}

export interface MechanismOf {
  readonly cell: Cell;
  readonly texts: ReasoningTexts | null;
  readonly work: MechanismWork;
  readonly learner: LearnerOf;
  readonly stream: SetStream;
}

/** Row `index` (from 0) of each part. Throws for regret without an objective and for reasoning without texts. */
export function mechanismRows({ cell, texts, work, learner, stream }: MechanismOf) {
  const { environments } = cell;
  const dataset = datasets(cell, stream);
  function objective(): Objective {
    if (!work.objective) throw new Error('regret without an objective: the plan states none for this game');
    return work.objective;
  }
  const compare = once(() => regretComparer(cell, drawnFolds(cell, stream), learner, objective()));

  function* ridgeNull(index: number): PiecewiseRow {
    const drawn = dataset(index, splitsOf(cell));
    let sum = 0;
    for (const folds of drawn.folds) {
      sum += ridgeGain(drawn.cell, folds).delta ?? NaN;
      yield undefined;
    }
    return Float64Array.of(sum / drawn.folds.length);
  }

  function* regret(index: number): PiecewiseRow {
    yield undefined;
    return compare()(sampledSet(stream, environments, work.sources, index));
  }

  function* regretNull(index: number): PiecewiseRow {
    const drawn = dataset(index, 1);
    const folds = index === 0 ? drawnFolds(cell, stream) : drawn.folds[0];
    const own = regretComparer(drawn.cell, folds, learner, objective());
    const sets = coveringSets(stream, environments, work.sources);
    const means = new Float64Array(2);
    for (const set of sets) {
      const [, , lost, changed] = own(set);
      means[0] += lost / sets.length;
      means[1] += changed / sets.length;
      yield undefined;
    }
    return means;
  }

  return (part: MechanismPart, index: number): PiecewiseRow => {
    switch (part) {
      case 'ridge':
        return ridgeRow(cell, stream, index);
      case 'ridge_null':
        return ridgeNull(index);
      case 'nash':
        return nashRow(cell);
      case 'regret':
        return regret(index);
      case 'regret_null':
        return regretNull(index);
      case 'texts':
        if (!texts) throw new Error('reasoning without texts: the cell has none');
        return reasoningRow(texts, work, stream);
    }
  };
}

/** Made on first use and kept. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}
