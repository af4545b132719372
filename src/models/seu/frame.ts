// Sampling coordinates of the SEU models: the directions the likelihood can see, turned so that it sees them well.
//
// A frame writes the belief logits of alternative r as l_r = C₀ G(δ) x_r with x_rc = A_c z_c and z ~ N(0, I):
//   plain    C₀ = I, G = I, A_c = W diag(sd): z is β, standardised; any β prior.
//   reduced  C₀ = orthonormal contrasts over consequences, A_c = σ W V over the right singular directions W has,
//            G(δ) a reflection that sends the first contrast to the utilities' direction t = C₀ᵀυ, and the first
//            coordinate s = log α + log |t|. Orthogonal maps and a shear: no Jacobian. Exact for β ~ N(0, σ²) only.
// Coordinates, in order: s (or log α), log ω or log κ where the model has one, z by component, stick-breaking u.
import { rightSingular } from '../../math/jacobi.ts';
import type { SeuData } from './data.ts';
import type { BetaPrior, SensitivityLink, SeuModel } from './presets.ts';

export interface Frame {
  readonly reduced: boolean;
  /** C: contrasts (K − 1) in the reduced frame, consequences (K) in the plain one. */
  readonly components: number;
  /** d: coordinates per component. */
  readonly rank: number;
  /** C₀, K × C, row by row. */
  readonly contrasts: Float64Array;
  /** A_c, component by component, each R × d, row by row. */
  readonly factors: Float64Array;
  /** 1, or 2 where ω or κ is a parameter of its own. */
  readonly sensitivities: number;
  readonly dimension: number;
  /** Right singular vectors of W, D × D by columns; what the coordinates expand through. Empty in the plain frame. */
  readonly directions: Float64Array;
}

/** Offsets of the blocks of a frame's coordinates. */
export const beliefOffset = (frame: Frame): number => frame.sensitivities;
export const stickOffset = (frame: Frame): number => frame.sensitivities + frame.components * frame.rank;

export const sensitivityCount = (link: SensitivityLink): number =>
  link === 'separate' || link === 'proportional' ? 2 : 1;

/** The one sd of a prior under which the unseen directions separate, or null. */
export function commonScale({ mean, sd }: BetaPrior): number | null {
  if (mean !== 0) return null;
  if (typeof sd === 'number') return sd;
  return sd.every((value) => value === sd[0]) ? sd[0] : null;
}

/** sd of feature column d. */
export const betaScaleOf = ({ sd }: BetaPrior, d: number): number => (typeof sd === 'number' ? sd : sd[d]);

/** Orthonormal polynomial contrasts over K consequences, K × (K − 1); column 0 rises linearly. */
export function polynomialContrasts(K: number): Float64Array {
  const columns: number[][] = [Array.from({ length: K }, () => 1 / Math.sqrt(K))];
  for (let degree = 1; degree < K; degree++) {
    const raw = Array.from({ length: K }, (_, k) => integerPower(k - (K - 1) / 2, degree));
    columns.push(orthonormalise(orthonormalise(raw, columns), columns));
  }
  const contrasts = new Float64Array(K * (K - 1));
  for (let k = 0; k < K; k++) for (let c = 1; c < K; c++) contrasts[k * (K - 1) + c - 1] = columns[c][k];
  return contrasts;
}

const integerPower = (base: number, degree: number): number =>
  Array.from({ length: degree }, () => base).reduce((product, factor) => product * factor, 1);

function orthonormalise(vector: readonly number[], basis: readonly number[][]): number[] {
  const rest = [...vector];
  for (const unit of basis) {
    const dot = unit.reduce((sum, value, k) => sum + value * rest[k], 0);
    unit.forEach((value, k) => (rest[k] -= dot * value));
  }
  const norm = Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0));
  return rest.map((value) => value / norm);
}

/** The reduced frame where the β prior allows it, else the plain one. */
export const frameOf = (model: SeuModel, data: SeuData): Frame =>
  commonScale(model.priors.beta) === null ? plainFrame(model, data) : reducedFrame(model, data);

export function plainFrame(model: SeuModel, data: SeuData): Frame {
  const { consequences: K, alternatives: R, dimensions: D, features } = data;
  const scaled = features.map((value, index) => value * betaScaleOf(model.priors.beta, index % D));
  const contrasts = new Float64Array(K * K);
  for (let k = 0; k < K; k++) contrasts[k * K + k] = 1;
  return assemble(model, K, {
    reduced: false,
    components: K,
    rank: D,
    contrasts,
    factors: repeat(scaled, K, R * D),
    directions: new Float64Array(0),
  });
}

/** Throws where the β prior is not N(0, σ²) with one σ: the reduction would change the posterior. */
export function reducedFrame(model: SeuModel, data: SeuData): Frame {
  const { consequences: K, alternatives: R, dimensions: D, features } = data;
  const scale = commonScale(model.priors.beta);
  if (scale === null)
    throw new Error('reduced frame: needed a β prior N(0, sd²) with one sd for every entry');
  const singular = rightSingular(features, R, D);
  const rank = Math.max(1, singular.rank);
  const seen = new Float64Array(R * rank);
  for (let r = 0; r < R; r++)
    for (let j = 0; j < rank; j++) seen[r * rank + j] = scale * singular.projected[r * D + j];
  return assemble(model, K, {
    reduced: true,
    components: K - 1,
    rank,
    contrasts: polynomialContrasts(K),
    factors: repeat(seen, K - 1, R * rank),
    directions: singular.vectors,
  });
}

function assemble(model: SeuModel, K: number, parts: Omit<Frame, 'sensitivities' | 'dimension'>): Frame {
  const sensitivities = sensitivityCount(model.link);
  return { ...parts, sensitivities, dimension: sensitivities + parts.components * parts.rank + K - 2 };
}

function repeat(block: Float64Array, times: number, size: number): Float64Array {
  const all = new Float64Array(times * size);
  for (let copy = 0; copy < times; copy++) all.set(block, copy * size);
  return all;
}

/** The same frame with A_c Q_c for A_c: z_c = Q_c z′_c. `basis` holds one d × d orthogonal matrix per component. */
export function turnFrame(frame: Frame, basis: Float64Array): Frame {
  if (basis.length === 0) return frame;
  const { components, rank: d } = frame;
  const rows = frame.factors.length / (components * d);
  const factors = new Float64Array(frame.factors.length);
  for (let c = 0; c < components; c++)
    for (let r = 0; r < rows; r++)
      for (let j = 0; j < d; j++) {
        let sum = 0;
        for (let i = 0; i < d; i++) sum += frame.factors[(c * rows + r) * d + i] * basis[(c * d + i) * d + j];
        factors[(c * rows + r) * d + j] = sum;
      }
  return { ...frame, factors };
}

/** Maps coordinates of a turned frame to the frame's own (`toCanonical`) or back, in place. */
export function turnPosition(
  frame: Frame,
  basis: Float64Array,
  position: Float64Array,
  toCanonical: boolean,
): void {
  if (basis.length === 0) return;
  const { rank: d } = frame;
  const turned = new Float64Array(d);
  for (let c = 0; c < frame.components; c++) {
    const z = position.subarray(beliefOffset(frame) + c * d, beliefOffset(frame) + (c + 1) * d);
    for (let i = 0; i < d; i++) {
      let sum = 0;
      for (let j = 0; j < d; j++)
        sum += (toCanonical ? basis[(c * d + i) * d + j] : basis[(c * d + j) * d + i]) * z[j];
      turned[i] = sum;
    }
    z.set(turned);
  }
}
