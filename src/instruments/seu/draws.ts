// Folds the chunks of one condition into draws of everything that is reported.
import type { Chunk } from '../../engine/types.ts';
import { SAMPLER_STATISTICS } from '../../engine/types.ts';
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { SeuData } from '../../models/seu/data.ts';
import { expander, type ExpandedDraw, type Expander } from '../../models/seu/expand.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { Draws } from '../../statistics/draws.ts';
import { predictiveRecord } from './predictive-record.ts';
import type { ChoiceFit, PpcCheck } from './report.ts';

/** What to keep of every draw: all variables, or those that a study compares (no β, no ψ). */
export type Detail = 'all' | 'study';

export interface FoldedDraws {
  readonly draws: Draws;
  readonly statistics: Draws;
  readonly ppc: readonly PpcCheck[];
  readonly choices: readonly ChoiceFit[];
  /** Largest |lp − lp in f64| / (1 + |lp|) over all draws: the engine's arithmetic, checked at every draw. */
  readonly agreement: number;
}

const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const grid = (name: string, rows: number, columns: number): readonly string[] =>
  range(rows).flatMap((row) => range(columns).map((column) => `${name}[${row},${column}]`));
const list = (name: string, n: number): readonly string[] => range(n).map((i) => `${name}[${i}]`);

/** Names in the order in which `valuesOf` writes them. */
function variableNames(model: SeuModel, data: SeuData, detail: Detail): readonly string[] {
  const { consequences: K, alternatives: R, dimensions: D, risky } = data;
  return [
    'alpha',
    ...(model.link === 'separate' || model.link === 'proportional' ? ['omega'] : []),
    ...(model.link === 'proportional' ? ['kappa'] : []),
    ...list('delta', K - 1),
    ...list('upsilon', K),
    ...(detail === 'all' ? grid('psi', R, K) : []),
    ...list('eta', R),
    ...(risky && model.link !== 'none' ? list('eta_risky', risky.lotteries) : []),
    ...(detail === 'all' ? grid('beta', K, D) : []),
    'log_lik',
    'lp__',
  ];
}

function valuesOf(
  model: SeuModel,
  detail: Detail,
  drawn: ExpandedDraw,
  write: (value: number) => void,
): void {
  const { state } = drawn;
  write(drawn.alpha);
  if (model.link === 'separate' || model.link === 'proportional') write(drawn.omega);
  if (model.link === 'proportional') write(drawn.kappa);
  state.delta.forEach(write);
  state.upsilon.forEach(write);
  const R = state.eta.length;
  const K = state.upsilon.length;
  if (detail === 'all') for (let r = 0; r < R; r++) for (let k = 0; k < K; k++) write(state.psi[k * R + r]);
  state.eta.forEach(write);
  state.etaRisky.forEach(write);
  if (detail === 'all') drawn.beta.forEach(write);
  write(drawn.logLikelihood);
  write(drawn.lp);
}

/** Shares every variable that never varies by design with its reason: υ₁, υ_K, and δ at K = 2. */
export function constantsByDesign(K: number): ReadonlyMap<string, string> {
  const constants = new Map([
    ['upsilon[1]', '0 by design'],
    [`upsilon[${K}]`, '1 by design'],
  ]);
  if (K === 2) constants.set('delta[1]', '1 by design');
  return constants;
}

interface DrawRow {
  readonly position: Float64Array;
  readonly chunk: Chunk;
  readonly row: number;
}

/** One chain's kept draws in order; chunks may come in any order. */
function rowsOf(chunks: readonly Chunk[], dimension: number): readonly DrawRow[] {
  return [...chunks]
    .sort((a, b) => a.first - b.first)
    .flatMap((chunk) =>
      Array.from({ length: chunk.count }, (_, row) => ({
        chunk,
        row,
        position: chunk.columns.position.subarray(row * dimension, (row + 1) * dimension),
      })),
    );
}

export interface FoldOptions {
  readonly model: SeuModel;
  readonly data: SeuData;
  readonly seed: number;
  /** The condition's place in the plan. */
  readonly condition: number;
  readonly detail: Detail;
}

/** Draws of the chains given (chain → its chunks), cut to the shortest; null before any chain has a draw. */
export function foldDraws(
  byChain: ReadonlyMap<number, readonly Chunk[]>,
  options: FoldOptions,
): FoldedDraws | null {
  const { model, data, seed, condition, detail } = options;
  const chainIds = [...byChain.keys()].sort((a, b) => a - b);
  const first = [...byChain.values()].find((chunks) => chunks.length > 0)?.[0];
  if (!first) return null;
  const dimension = first.columns.position.length / first.count;
  const rows = chainIds.map((id) => rowsOf(byChain.get(id)!, dimension));
  const iterations = Math.min(...rows.map(({ length }) => length));
  if (iterations === 0) return null;
  const chains = rows.length;
  const variables = variableNames(model, data, detail);
  const values = new Float64Array(variables.length * chains * iterations);
  const statistics = new Float64Array(SAMPLER_STATISTICS.length * chains * iterations);
  const predictive = predictiveRecord(model, data, chains * iterations);
  let agreement = 0;

  function foldDraw(
    chain: number,
    i: number,
    { position, chunk, row }: DrawRow,
    { expand }: Expander,
    random: RandomStream,
  ): void {
    const drawn = expand(position, i);
    let variable = 0;
    valuesOf(
      model,
      detail,
      drawn,
      (value) => (values[(variable++ * chains + chain) * iterations + i] = value),
    );
    SAMPLER_STATISTICS.forEach((name, s) => {
      statistics[(s * chains + chain) * iterations + i] = chunk.columns[name][row];
    });
    const error = Math.abs(chunk.columns.lp[row] - drawn.frameDensity) / (1 + Math.abs(drawn.frameDensity));
    agreement = Math.max(agreement, Number.isNaN(error) ? Infinity : error);
    random.seek(i, SITE.replicate);
    predictive.add(chain * iterations + i, drawn, random);
  }

  rows.forEach((chainRows, chain) => {
    const random = randomStream(seed, condition, chainIds[chain]);
    const expanded = expander(model, data, random);
    for (let i = 0; i < iterations; i++) foldDraw(chain, i, chainRows[i], expanded, random);
  });
  return {
    draws: { variables, iterations, chains, values },
    statistics: { variables: SAMPLER_STATISTICS, iterations, chains, values: statistics },
    ppc: predictive.checks(),
    choices: predictive.choices(),
    agreement,
  };
}
