// Test quantities of the SEU models: every scalar parameter, contrasts, ψ, the log likelihood, and joint ones.
import { log } from '../../math/elementary.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { combinationsOf } from '../combination.ts';
import type { QuantityOptions } from '../replication.ts';
import { choiceKernel, type ChoiceKernel } from './choice.ts';
import { seuFamilies } from './combinations.ts';
import { menuCount, type MenuBlock, type SeuData } from './data.ts';
import { betaScaleOf, polynomialContrasts } from './frame.ts';
import { countMenus } from './menus.ts';
import type { SeuPoint } from './point.ts';
import type { LognormalPrior, SeuModel } from './presets.ts';

/** Log likelihood of all of `data`, by the kernel that fits use, at any point. */
export type LikelihoodOf = (point: SeuPoint) => number;

export function likelihoodOf(data: SeuData): LikelihoodOf {
  const kernel = choiceKernel(countMenus(data.uncertain, data.alternatives));
  const slope = new Float64Array(data.alternatives);
  const { risky } = data;
  const riskyKernel: ChoiceKernel | null =
    risky && menuCount(risky.menus) > 0 ? choiceKernel(countMenus(risky.menus, risky.lotteries)) : null;
  const riskySlope = new Float64Array(risky?.lotteries ?? 0);
  return ({ alpha, omega, eta, etaRisky }) =>
    kernel(alpha, eta, slope) + (riskyKernel ? riskyKernel(omega, etaRisky, riskySlope) : 0);
}

/** Mean over menus of the largest minus the smallest η. */
function meanGap({ starts, items, chosen }: MenuBlock, eta: Float64Array): number {
  let sum = 0;
  for (let m = 0; m < chosen.length; m++) {
    let top = -Infinity;
    let bottom = Infinity;
    for (let i = starts[m]; i < starts[m + 1]; i++) {
      const value = eta[items[i]];
      if (value > top) top = value;
      if (value < bottom) bottom = value;
    }
    sum += top - bottom;
  }
  return chosen.length === 0 ? 0 : sum / chosen.length;
}

const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const grid = (name: string, rows: readonly number[], columns: readonly number[]): readonly string[] =>
  rows.flatMap((row) => columns.map((column) => `${name}[${row},${column}]`));

/** Combinations that a study ranks; throws where one names what the model does not have. */
const chosen = (model: SeuModel, data: SeuData, { combinations = [] }: QuantityOptions) =>
  combinationsOf(combinations, seuFamilies(model, data));

/** Names in the order in which `quantityWriter` writes them. */
export function quantityNames(model: SeuModel, data: SeuData, options: QuantityOptions): readonly string[] {
  const { consequences: K, dimensions: D, alternatives: R } = data;
  const { psi, projections } = options;
  return [
    'alpha',
    ...(model.link === 'separate' || model.link === 'proportional' ? ['omega'] : []),
    ...(model.link === 'proportional' ? ['kappa'] : []),
    ...grid('beta', range(K), range(D)),
    ...(K > 2 ? range(K - 1).map((i) => `delta[${i}]`) : []),
    ...(K > 3
      ? range(K - 2)
          .slice(1)
          .map((i) => `upsilon[${i + 1}]`)
      : []),
    ...grid('contrast', range(K - 1), range(D)),
    ...grid('psi', range(Math.min(psi, R)), range(K)),
    'log_lik',
    'alpha_gap',
    ...range(projections).map((j) => `projection[${j}]`),
    'distance',
    ...chosen(model, data, options).map(({ name }) => name),
  ];
}

/** Writes the quantities of a point. `reference` is the replicate's own, for the distance. */
export type QuantityWriter = (
  point: SeuPoint,
  likelihood: number,
  reference: Float64Array,
  out: Float64Array,
) => void;

/** Length of the standardised vector: [log α], [log ω or log κ], contrasts of β, δ. */
export const standardisedLength = (model: SeuModel, { consequences: K, dimensions: D }: SeuData): number =>
  1 +
  (model.link === 'separate' || model.link === 'proportional' ? 1 : 0) +
  (K - 1) * D +
  (K > 2 ? K - 1 : 0);

/** Fixed directions of the projections, rows of unit length, from the seed. */
function directions(seed: number, count: number, length: number): Float64Array {
  const random = randomStream(seed, 0, 3);
  const rows = new Float64Array(count * length);
  for (let j = 0; j < count; j++) {
    random.seek(j, SITE.projection);
    const row = Float64Array.from({ length }, () => random.normal());
    const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    row.forEach((value, i) => (rows[j * length + i] = value / norm));
  }
  return rows;
}

/** A reference point of replicate `index`, spread as the prior: what TARP measures distances from. */
export function referencePoint(seed: number, index: number, model: SeuModel, data: SeuData): Float64Array {
  const random = randomStream(seed, 0, 3);
  random.seek(index, SITE.reference);
  return Float64Array.from({ length: standardisedLength(model, data) }, () => random.normal());
}

export function quantityWriter(
  model: SeuModel,
  data: SeuData,
  options: QuantityOptions,
  seed: number,
): QuantityWriter {
  const { consequences: K, dimensions: D, alternatives: R } = data;
  const { psi, projections } = options;
  const combinations = chosen(model, data, options);
  const { priors, link } = model;
  const own = link === 'separate' || link === 'proportional';
  const shownPsi = Math.min(psi, R);
  const contrasts = polynomialContrasts(K);
  const vector = new Float64Array(standardisedLength(model, data));
  const rows = directions(seed, projections, vector.length);
  const contrastValues = new Float64Array((K - 1) * D);
  const scales = Float64Array.from({ length: D }, (_, d) => betaScaleOf(priors.beta, d));
  // δ under its Dirichlet prior has this sd per entry.
  const deltaSd = Math.sqrt((K - 2) / ((K - 1) * (K - 1) * ((K - 1) * priors.deltaConcentration + 1)));
  const standard = (value: number, { mu, sigma }: LognormalPrior): number => (log(value) - mu) / sigma;

  function contrastsOf(beta: Float64Array): void {
    for (let c = 0; c < K - 1; c++)
      for (let d = 0; d < D; d++) {
        let sum = 0;
        for (let k = 0; k < K; k++) sum += contrasts[k * (K - 1) + c] * beta[k * D + d];
        contrastValues[c * D + d] = sum;
      }
  }

  function standardise({ alpha, omega, delta }: SeuPoint): void {
    let i = 0;
    vector[i++] = standard(alpha, priors.alpha);
    if (own)
      vector[i++] =
        link === 'separate' ? standard(omega, priors.omega) : standard(omega / alpha, priors.kappa);
    for (let c = 0; c < (K - 1) * D; c++) vector[i++] = contrastValues[c] / scales[c % D];
    if (K > 2) for (let k = 0; k < K - 1; k++) vector[i++] = (delta[k] - 1 / (K - 1)) / deltaSd;
  }

  function projection(j: number): number {
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += rows[j * vector.length + i] * vector[i];
    return sum;
  }

  function distance(reference: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < vector.length; i++) {
      const gap = vector[i] - reference[i];
      sum += gap * gap;
    }
    return Math.sqrt(sum);
  }

  return (point, likelihood, reference, out) => {
    let i = 0;
    out[i++] = point.alpha;
    if (own) out[i++] = point.omega;
    if (link === 'proportional') out[i++] = point.omega / point.alpha;
    for (let j = 0; j < K * D; j++) out[i++] = point.beta[j];
    if (K > 2) for (let k = 0; k < K - 1; k++) out[i++] = point.delta[k];
    if (K > 3) for (let k = 2; k < K - 1; k++) out[i++] = point.upsilon[k];
    contrastsOf(point.beta);
    for (let j = 0; j < contrastValues.length; j++) out[i++] = contrastValues[j];
    for (let r = 0; r < shownPsi; r++) for (let k = 0; k < K; k++) out[i++] = point.psi[k * R + r];
    out[i++] = likelihood;
    out[i++] = point.alpha * meanGap(data.uncertain, point.eta);
    standardise(point);
    for (let j = 0; j < projections; j++) out[i++] = projection(j);
    out[i++] = distance(reference);
    for (const { value } of combinations) out[i++] = value(point, likelihood);
  };
}
