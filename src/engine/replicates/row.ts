// One replicate from simulation to its row: which chains to run, and the fold of their draws.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Replicate } from '../../models/replication.ts';
import { orderedDraws, rankConvergence } from '../../statistics/convergence.ts';
import { mean, sd } from '../../statistics/moments.ts';
import { quantileOfSorted } from '../../statistics/quantile.ts';
import { rankOf } from '../../statistics/sbc/rank.ts';
import { replicationOf } from '../models.ts';
import {
  REPLICATE_SUMMARIES,
  type ChainTask,
  type Chunk,
  type ModelInstance,
  type ReplicateFact,
  type ReplicatesTask,
  type ReplicateSummary,
} from '../types.ts';

/** Iterations that a tuned chain forgets its start in; it starts at a draw of the ensemble, never at the truth. */
const BURN_IN = 100;

/** One replicate's summaries, each with one entry a quantity, and facts. */
export interface ReplicateRow {
  readonly summaries: Readonly<Record<ReplicateSummary, Float64Array>>;
  readonly facts: Readonly<Record<ReplicateFact, number>>;
}

/** A replicate under way: its chains as tasks, and what their chunks come to. */
export interface ReplicateJob {
  readonly chains: readonly ChainTask[];
  /** `chunks` are those of each chain in turn, all its draws in order. */
  fold(chunks: readonly (readonly Chunk[])[]): ReplicateRow;
}

/** Kept draws at the start of each chain that are burn-in: a tuned chain has no warmup of its own. */
export const burnInDraws = ({ sampler: { name, warmup, thin } }: ReplicatesTask): number =>
  name === 'hmc' ? Math.ceil(Math.min(warmup, BURN_IN) / thin) : 0;

/** Jobs of a task's replicates by absolute index. */
export function replicateJobs(task: ReplicatesTask): (index: number) => ReplicateJob {
  const { stream, sampler, tuning, tuneKey } = task;
  const { replicate, quantities } = replicationOf(task.study, stream.seed);
  const dropped = burnInDraws(task);

  function chainTask(fitted: ModelInstance, index: number, chain: number): ChainTask {
    return {
      kind: 'chain',
      key: `${task.key}/r${index}/k${chain}`,
      // The chain number also picks the start among the pilot's positions, so it counts over all replicates.
      stream: { seed: stream.seed, task: stream.task, chain: index * sampler.chains + chain },
      instance: fitted,
      sampler: { ...sampler, draws: dropped + sampler.draws },
      tuneKey,
      tuning,
    };
  }

  return (index) => {
    const simulated = replicate(index);
    return {
      chains: Array.from({ length: sampler.chains }, (_, chain) => chainTask(simulated.fitted, index, chain)),
      fold: (chunks) => foldRow(task, simulated, quantities.length, index, dropped, chunks),
    };
  };
}

const last = (chunks: readonly Chunk[]): Chunk => chunks[chunks.length - 1];
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Values of every quantity at every kept draw: quantity after quantity, chain after chain. */
function valuesOf(
  { evaluate }: Replicate<ModelInstance>,
  Q: number,
  dropped: number,
  draws: number,
  chunks: readonly (readonly Chunk[])[],
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

function foldRow(
  { sampler, stream }: ReplicatesTask,
  simulated: Replicate<ModelInstance>,
  Q: number,
  index: number,
  dropped: number,
  chunks: readonly (readonly Chunk[])[],
): ReplicateRow {
  const S = sampler.chains * sampler.draws;
  const values = valuesOf(simulated, Q, dropped, sampler.draws, chunks);
  const row = emptyRow(Q);
  const ties = randomStream(stream.seed, stream.task, index);
  ties.seek(0, SITE.ties);
  for (let q = 0; q < Q; q++) {
    const draws = values.subarray(q * S, (q + 1) * S);
    summarise(row, q, simulated.truth[q], draws, sampler.chains, ties.uniform());
  }
  const statistic = (name: string): number =>
    total(chunks.flatMap((own) => own.map(({ columns }) => total([...columns[name]]))));
  return {
    summaries: row,
    facts: {
      gradients: total(chunks.map((own) => last(own).gradients + last(own).warmupGradients)),
      divergences: statistic('divergent'),
      acceptance: statistic('accept_stat') / (sampler.chains * (dropped + sampler.draws)),
      failed: 0,
    },
  };
}

const emptyRow = (Q: number): Record<ReplicateSummary, Float64Array> =>
  Object.fromEntries(REPLICATE_SUMMARIES.map((name) => [name, new Float64Array(Q).fill(NaN)])) as Record<
    ReplicateSummary,
    Float64Array
  >;

function summarise(
  row: Record<ReplicateSummary, Float64Array>,
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

/** The row of a replicate whose fit failed: its truth, and nothing of the fit. */
export function failedRow(task: ReplicatesTask, index: number): ReplicateRow {
  const { replicate, quantities } = replicationOf(task.study, task.stream.seed);
  const row = emptyRow(quantities.length);
  row.truth.set(replicate(index).truth);
  return { summaries: row, facts: { gradients: 0, divergences: 0, acceptance: NaN, failed: 1 } };
}
