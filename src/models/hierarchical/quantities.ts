// Test quantities of the hierarchical models: every scalar parameter, ψ, the log likelihood, and joint ones.
import { log } from '../../math/elementary.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { combinationsOf } from '../combination.ts';
import type { QuantityOptions } from '../replication.ts';
import { menuCount, type MenuBlock } from '../seu/data.ts';
import { cellChoices } from './choices.ts';
import { hierarchicalFamilies } from './combinations.ts';
import { commonShape, meanMenuSize, type HierarchicalData } from './data.ts';
import type { HierarchicalPoint } from './point.ts';
import type { HierarchicalModel } from './presets.ts';

/** Joint log likelihood of the choices in `data` at any point, by the kernel that fits use. */
export function hierarchicalLikelihood(
  model: HierarchicalModel,
  data: HierarchicalData,
): (point: HierarchicalPoint) => number {
  const meanSize = model.sizeEffect ? meanMenuSize(data) : null;
  const cells = data.cells.map((cell) => ({
    choices: cellChoices(cell, meanSize),
    slopes: new Float64Array(cell.alternatives),
  }));
  return ({ alpha, gammaSize, eta }) =>
    cells.reduce(
      (sum, { choices, slopes }, j) => sum + choices.evaluate(log(alpha[j]), gammaSize ?? 0, eta[j], slopes),
      0,
    );
}

/** Sum over menus of the largest minus the smallest η. */
function gapSum(menus: MenuBlock, eta: Float64Array): number {
  let sum = 0;
  for (let m = 0; m < menuCount(menus); m++) {
    let top = -Infinity;
    let bottom = Infinity;
    for (let i = menus.starts[m]; i < menus.starts[m + 1]; i++) {
      top = Math.max(top, eta[menus.items[i]]);
      bottom = Math.min(bottom, eta[menus.items[i]]);
    }
    sum += top - bottom;
  }
  return sum;
}

const list = (name: string, n: number, first = 1): readonly string[] =>
  Array.from({ length: Math.max(0, n) }, (_, i) => `${name}[${i + first}]`);

/** Alternatives of the first cell whose ψ is ranked. */
const shownPsi = ({ cells }: HierarchicalData, { psi }: QuantityOptions): number =>
  Math.min(psi, cells[0].alternatives);

/** Combinations that a study ranks; throws where one names what the model does not have. */
const chosen = (model: HierarchicalModel, data: HierarchicalData, { combinations = [] }: QuantityOptions) =>
  combinationsOf(combinations, hierarchicalFamilies(model, data));

/** Names in the order in which `hierarchicalWriter` writes them; δ and υ where they are free. */
export function hierarchicalQuantities(
  model: HierarchicalModel,
  data: HierarchicalData,
  options: QuantityOptions,
): readonly string[] {
  const { consequences: K } = commonShape(data);
  const psi = Array.from({ length: shownPsi(data, options) * K }, (_, i) => {
    return `psi[1,${Math.trunc(i / K) + 1},${(i % K) + 1}]`;
  });
  return [
    'gamma0',
    ...list('gamma', data.predictors),
    ...(model.sizeEffect ? ['gamma_size'] : []),
    'sigma_cell',
    ...(model.poolEffect ? ['sigma_pool'] : []),
    ...list('alpha', data.cells.length),
    ...(K > 2 ? list('delta', K - 1) : []),
    ...list('upsilon', K - 3, 3),
    ...psi,
    'log_lik',
    'alpha_gap',
    ...list('projection', options.projections),
    'distance',
    ...chosen(model, data, options).map(({ name }) => name),
  ];
}

/** Standardised by the priors: γ₀, γ, [γ_size], σ_cell, [σ_pool], log α of every cell, δ where it is free. */
function standardised(
  { priors }: HierarchicalModel,
  { cells }: HierarchicalData,
  point: HierarchicalPoint,
): readonly number[] {
  const { mu, sd } = priors.gamma0;
  const free = point.delta.length > 1 ? point.delta.length : 0;
  // δ under its Dirichlet prior has this sd per entry.
  const deltaSd = Math.sqrt((free - 1) / (free * free * (free * priors.deltaConcentration + 1)));
  return [
    (point.gamma0 - mu) / sd,
    ...point.gamma.map((value) => value / priors.gammaSd),
    ...(point.gammaSize === null ? [] : [point.gammaSize / priors.gammaSizeSd]),
    point.sigmaCell / priors.sigmaCellScale,
    ...(point.sigmaPool === null ? [] : [point.sigmaPool / priors.sigmaPoolScale]),
    ...cells.map((_, j) => (log(point.alpha[j]) - mu) / sd),
    ...point.delta.subarray(0, free).map((value) => (value - 1 / free) / deltaSd),
  ];
}

/** Directions of the projections and reference points read this chain. */
const REFERENCE_CHAIN = 3;

function unitRows(seed: number, count: number, length: number): readonly Float64Array[] {
  const random = randomStream(seed, 0, REFERENCE_CHAIN);
  return Array.from({ length: count }, (_, j) => {
    random.seek(j, SITE.projection);
    const row = Float64Array.from({ length }, () => random.normal());
    const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    return row.map((value) => value / norm);
  });
}

function distanceTo(seed: number, index: number, vector: readonly number[]): number {
  const random = randomStream(seed, 0, REFERENCE_CHAIN);
  random.seek(index, SITE.reference);
  return Math.sqrt(vector.reduce((sum, value) => sum + (value - random.normal()) ** 2, 0));
}

/** Writes the quantities of a point of replicate `index`. */
export type HierarchicalWriter = (
  point: HierarchicalPoint,
  likelihood: number,
  index: number,
  out: Float64Array,
) => void;

export function hierarchicalWriter(
  model: HierarchicalModel,
  data: HierarchicalData,
  options: QuantityOptions,
  seed: number,
): HierarchicalWriter {
  const { consequences: K } = commonShape(data);
  const menus = data.cells.reduce((sum, { uncertain }) => sum + menuCount(uncertain), 0);
  const [{ alternatives: R }] = data.cells;
  const combinations = chosen(model, data, options);
  let rows: readonly Float64Array[] | null = null;

  const meanGap = ({ alpha, eta }: HierarchicalPoint): number =>
    data.cells.reduce((sum, { uncertain }, j) => sum + alpha[j] * gapSum(uncertain, eta[j]), 0) / menus;

  return (point, likelihood, index, out) => {
    const vector = standardised(model, data, point);
    rows ??= unitRows(seed, options.projections, vector.length);
    let i = 0;
    const write = (value: number): number => (out[i++] = value);
    write(point.gamma0);
    point.gamma.forEach(write);
    if (point.gammaSize !== null) write(point.gammaSize);
    write(point.sigmaCell);
    if (point.sigmaPool !== null) write(point.sigmaPool);
    point.alpha.forEach(write);
    if (K > 2) point.delta.forEach(write);
    if (K > 3) point.upsilon.subarray(2, K - 1).forEach(write);
    for (let r = 0; r < shownPsi(data, options); r++)
      for (let k = 0; k < K; k++) write(point.psi[0][k * R + r]);
    write(likelihood);
    write(meanGap(point));
    for (const row of rows) write(row.reduce((sum, weight, d) => sum + weight * vector[d], 0));
    write(distanceTo(seed, index, vector));
    for (const { value } of combinations) write(value(point, likelihood));
  };
}
