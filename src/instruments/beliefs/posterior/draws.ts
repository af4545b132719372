// Chunks of a cell's chains as draws of everything that is reported: parameters, thresholds and the log likelihood.
import { SAMPLER_STATISTICS, type Chunk } from '../../../engine/types.ts';
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import { patternWeights } from '../../../models/beliefs/likelihood.ts';
import { parameterNames, thresholdNames, writeThresholds } from '../../../models/beliefs/quantities.ts';
import { beliefFrame, type BeliefPosteriorModel } from '../../../models/beliefs/sampling.ts';
import type { Draws } from '../../../statistics/draws.ts';

export interface PosteriorDraws {
  /** Names of the parameters, thresholds, log_lik, lp__. */
  readonly draws: Draws;
  readonly statistics: Draws;
  /** Natural values of draw i of chain c at [(c · iterations + i) · parameters …]. */
  readonly thetas: Float64Array;
  readonly parameters: number;
}

interface DrawRow {
  readonly chunk: Chunk;
  readonly row: number;
}

/** One chain's kept draws in order; chunks may come in any order. */
const rowsOf = (chunks: readonly Chunk[]): readonly DrawRow[] =>
  [...chunks]
    .sort((a, b) => a.first - b.first)
    .flatMap((chunk) => Array.from({ length: chunk.count }, (_, row) => ({ chunk, row })));

/** Draws of the chains given (chain → its chunks), cut to the shortest; null before every chain has one. */
export function posteriorDraws(
  model: BeliefPosteriorModel,
  cell: BeliefCell,
  byChain: ReadonlyMap<number, readonly Chunk[]>,
): PosteriorDraws | null {
  const rows = [...byChain].sort(([a], [b]) => a - b).map(([, chunks]) => rowsOf(chunks));
  const iterations = rows.length === 0 ? 0 : Math.min(...rows.map(({ length }) => length));
  if (iterations === 0) return null;
  const frame = beliefFrame(model, cell);
  const parameters = frame.model.layout.dimension;
  const weights = patternWeights(frame.likelihood);
  const variables = [
    ...parameterNames(frame.model.layout),
    ...thresholdNames(frame.model),
    'log_lik',
    'lp__',
  ];
  const kept = rows.length * iterations;
  const values = new Float64Array(variables.length * kept);
  const statistics = new Float64Array(SAMPLER_STATISTICS.length * kept);
  const thetas = new Float64Array(parameters * kept);
  const out = new Float64Array(variables.length);

  function fold({ chunk, row }: DrawRow, at: number): void {
    const n = frame.target.dimension;
    const theta = thetas.subarray(at * parameters, (at + 1) * parameters);
    frame.toTheta(chunk.columns.position.subarray(row * n, (row + 1) * n), theta);
    out.set(theta);
    writeThresholds(frame.model, theta, out, parameters);
    out[variables.length - 2] = frame.likelihood.evaluate(theta, weights, null);
    out[variables.length - 1] = chunk.columns.lp[row];
    out.forEach((value, v) => (values[v * kept + at] = value));
    SAMPLER_STATISTICS.forEach((name, s) => (statistics[s * kept + at] = chunk.columns[name][row]));
  }

  rows.forEach((own, chain) => {
    for (let i = 0; i < iterations; i++) fold(own[i], chain * iterations + i);
  });
  const shape = { iterations, chains: rows.length };
  return {
    draws: { variables, ...shape, values },
    statistics: { variables: SAMPLER_STATISTICS, ...shape, values: statistics },
    thetas,
    parameters,
  };
}
