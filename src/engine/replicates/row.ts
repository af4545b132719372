// One replicate's row: its kept draws folded to ranks and summaries, or what is left where its fit failed.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Replicate } from '../../models/replication.ts';
import { orderedDraws, rankConvergence } from '../../statistics/convergence.ts';
import { mean, sd } from '../../statistics/moments.ts';
import { quantileOfSorted } from '../../statistics/quantile.ts';
import { rankOf } from '../../statistics/sbc/rank.ts';
import {
  REPLICATE_SUMMARIES,
  type Chunk,
  type ModelInstance,
  type ReplicateFact,
  type ReplicatesTask,
  type ReplicateSummary,
  type SamplerStatistic,
} from '../types.ts';

/** One replicate's summaries, each with one entry a quantity, its facts, and why its fit failed where it did. */
export interface ReplicateRow {
  readonly summaries: Readonly<Record<ReplicateSummary, Float64Array>>;
  readonly facts: Readonly<Record<ReplicateFact, number>>;
  readonly failure: string | null;
}

/** Chunks of each chain in turn, all its draws in order, the first `dropped` of them burn-in. */
export interface ChainDraws {
  readonly chunks: readonly (readonly Chunk[])[];
  readonly dropped: number;
}

const last = (chunks: readonly Chunk[]): Chunk => chunks[chunks.length - 1];
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function checkDraws({ chunks, dropped }: ChainDraws, { sampler }: ReplicatesTask): void {
  chunks.forEach((own, chain) => {
    const draws = total(own.map(({ count }) => count));
    if (draws !== dropped + sampler.draws)
      throw new Error(`chain ${chain} came to ${draws} draws; needed ${dropped + sampler.draws}`);
  });
}

/** Values of every quantity at every kept draw: quantity after quantity, chain after chain. */
function valuesOf(
  { evaluate }: Replicate<ModelInstance>,
  Q: number,
  draws: number,
  { chunks, dropped }: ChainDraws,
): Float64Array {
  const S = chunks.length * draws;
  const values = new Float64Array(Q * S);
  const out = new Float64Array(Q);
  chunks.forEach((own, chain) => {
    let i = -dropped;
    for (const { columns, count } of own) {
      const dimension = columns.position.length / count;
      for (let row = 0; row < count; row++, i++) {
        if (i < 0) continue;
        evaluate(columns.position.subarray(row * dimension, (row + 1) * dimension), chain * draws + i, out);
        for (let q = 0; q < Q; q++) values[q * S + chain * draws + i] = out[q];
      }
    }
  });
  return values;
}

/** One statistic of the kept draws of all chains. */
const keptStatistic = ({ chunks, dropped }: ChainDraws, name: SamplerStatistic): readonly number[] =>
  chunks.flatMap((own) => own.flatMap(({ columns }) => [...columns[name]]).slice(dropped));

/** Gradients are those of all iterations; divergences and acceptance those of kept draws. */
function factsOf(draws: ChainDraws): Record<ReplicateFact, number> {
  const acceptance = keptStatistic(draws, 'accept_stat');
  return {
    gradients: total(draws.chunks.map((own) => last(own).gradients + last(own).warmupGradients)),
    divergences: total(keptStatistic(draws, 'divergent')),
    acceptance: total(acceptance) / acceptance.length,
    failed: 0,
  };
}

/** The row of replicate `index` with `Q` quantities. Throws where a chain has not all its draws. */
export function foldRow(
  task: ReplicatesTask,
  simulated: Replicate<ModelInstance>,
  Q: number,
  index: number,
  draws: ChainDraws,
): ReplicateRow {
  const { sampler, stream } = task;
  checkDraws(draws, task);
  const S = sampler.chains * sampler.draws;
  const values = valuesOf(simulated, Q, sampler.draws, draws);
  const summaries = emptySummaries(Q);
  const ties = randomStream(stream.seed, stream.task, index);
  ties.seek(0, SITE.ties);
  for (let q = 0; q < Q; q++) {
    const own = values.subarray(q * S, (q + 1) * S);
    summarise(summaries, q, simulated.truth[q], own, sampler.chains, ties.uniform());
  }
  return { summaries, facts: factsOf(draws), failure: null };
}

type Summaries = Record<ReplicateSummary, Float64Array>;

const emptySummaries = (Q: number): Summaries =>
  Object.fromEntries(REPLICATE_SUMMARIES.map((name) => [name, new Float64Array(Q).fill(NaN)])) as Summaries;

function summarise(
  row: Summaries,
  q: number,
  truth: number,
  draws: Float64Array,
  chains: number,
  uniform: number,
): void {
  row.truth[q] = truth;
  row.rank[q] = rankOf(truth, draws, uniform);
  const ordered = orderedDraws(draws);
  const { sorted } = ordered;
  const convergence = rankConvergence(ordered, chains);
  row.mean[q] = mean(draws);
  row.sd[q] = sd(draws);
  row.median[q] = quantileOfSorted(sorted, 0.5);
  row.q5[q] = quantileOfSorted(sorted, 0.05);
  row.q95[q] = quantileOfSorted(sorted, 0.95);
  row.rhat[q] = convergence.rhat ?? NaN;
  row.ess_bulk[q] = convergence.ess_bulk ?? NaN;
  row.ess_tail[q] = convergence.ess_tail ?? NaN;
}

/** The row of a replicate that failed: its truth, NaN where it has none either, and nothing of the fit. */
export function failedRow(truth: Float64Array | null, Q: number, failure: string): ReplicateRow {
  const summaries = emptySummaries(Q);
  if (truth !== null) summaries.truth.set(truth);
  return { summaries, facts: { gradients: 0, divergences: 0, acceptance: NaN, failed: 1 }, failure };
}
