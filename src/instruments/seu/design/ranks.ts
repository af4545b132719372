// Ranks that say what a design can identify: of lottery differences, of the map from β to η, of the features.
import { rightSingular } from '../../../math/jacobi.ts';
import type { SeuData } from '../../../models/seu/data.ts';
import { priorDraws, type PriorState } from '../../../models/seu/prior-draws.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';

type Rows = readonly (readonly number[])[];

export interface RankReport {
  readonly rank: number;
  /** The rank that full identification takes. */
  readonly needed: number;
  /** Singular values, descending. */
  readonly singularValues: readonly number[];
}

const report = (matrix: Float64Array, rows: number, columns: number, needed: number): RankReport => {
  const { rank, values } = rightSingular(matrix, rows, columns);
  return { rank, needed, singularValues: [...values] };
};

/** Differences of the lotteries to the first, (S − 1) × K: risky choices identify δ where their rank is K − 1. */
export function lotterySpan(lotteries: Rows): RankReport {
  const [first, ...others] = lotteries;
  const K = first.length;
  const differences = Float64Array.from(others.flatMap((lottery) => lottery.map((p, k) => p - first[k])));
  return report(differences, others.length, K, K - 1);
}

/** The feature matrix, R × D; with rank R, β gives the alternatives any beliefs, and so any order. */
export const featureRank = ({ features, alternatives: R, dimensions: D }: SeuData): RankReport =>
  report(features, R, D, Math.min(R, D));

export interface ContrastRank {
  /** Prior draws at which the rank was taken. */
  readonly points: number;
  /** Smallest and largest rank of the contrasts of η, over the draws. */
  readonly least: number;
  readonly most: number;
  /** K · D entries of β; D of them are the gauge: a shift of all consequences alike. */
  readonly parameters: number;
  readonly gauge: number;
  /** (K − 1) · D: what is left to identify. */
  readonly needed: number;
  /** R − 1: the most that contrasts among R alternatives can have. */
  readonly attainable: number;
  /** Smallest singular value that counts over the largest one, at its worst draw: how sharply it is identified. */
  readonly conditioning: number;
  /** Singular values at the first draw, descending. */
  readonly singularValues: readonly number[];
}

/**
 * Contrasts of ∂η_r/∂β_kd = ψ_rk (υ_k − η_r) w_rd over alternatives, transposed: K·D rows, R columns, each row
 * centred.
 */
function contrastJacobian({ psi, upsilon, eta }: PriorState, data: SeuData): Float64Array {
  const { alternatives: R, dimensions: D, features } = data;
  const rows = new Float64Array(upsilon.length * D * R);
  upsilon.forEach((utility, k) => {
    for (let d = 0; d < D; d++) {
      const row = rows.subarray((k * D + d) * R, (k * D + d + 1) * R);
      for (let r = 0; r < R; r++) row[r] = psi[k * R + r] * (utility - eta[r]) * features[r * D + d];
      const centre = row.reduce((sum, value) => sum + value, 0) / R;
      row.forEach((value, r) => (row[r] = value - centre));
    }
  });
  return rows;
}

function transposed(matrix: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(matrix.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[j * rows + i] = matrix[i * columns + j];
  return out;
}

interface RankAt {
  readonly rank: number;
  readonly conditioning: number;
  readonly values: Float64Array;
}

/** Rank and conditioning with the shorter side as columns, which costs least. */
function rankAt(state: PriorState, data: SeuData): RankAt {
  const R = data.alternatives;
  const parameters = data.consequences * data.dimensions;
  const matrix = contrastJacobian(state, data);
  const { rank, values } =
    R <= parameters
      ? rightSingular(matrix, parameters, R)
      : rightSingular(transposed(matrix, parameters, R), R, parameters);
  return { rank, conditioning: rank === 0 ? 0 : values[rank - 1] / values[0], values };
}

/** Rank of the map from β to the contrasts of η at `points` prior draws, over all alternatives whatever the menus. */
export function contrastRank(model: SeuModel, data: SeuData, seed: number, points = 20): ContrastRank {
  const { consequences: K, dimensions: D, alternatives: R } = data;
  const draws = priorDraws(model, data, seed);
  const found = Array.from({ length: points }, (_, index) => {
    draws.draw(index);
    return rankAt(draws.state, data);
  });
  const ranks = found.map(({ rank }) => rank);
  return {
    points,
    least: Math.min(...ranks),
    most: Math.max(...ranks),
    parameters: K * D,
    gauge: D,
    needed: (K - 1) * D,
    attainable: R - 1,
    conditioning: Math.min(...found.map(({ conditioning }) => conditioning)),
    singularValues: [...found[0].values],
  };
}

/** Rank of an intercept beside the regressors of the cells, J × (1 + P). */
export function regressorRank(regressors: Rows): RankReport {
  const P = regressors[0].length;
  const matrix = Float64Array.from(regressors.flatMap((row) => [1, ...row]));
  return report(matrix, regressors.length, 1 + P, 1 + P);
}
