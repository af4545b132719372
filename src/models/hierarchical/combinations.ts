// What a linear combination may name of a hierarchical model: its regression, every cell's α, ψ and η, δ and υ.
import type { Family } from '../combination.ts';
import { commonShape, type HierarchicalData } from './data.ts';
import type { HierarchicalPoint } from './point.ts';
import type { HierarchicalModel } from './presets.ts';

type CellFamily = Family<HierarchicalPoint>;

const scalar = (name: string, read: (point: HierarchicalPoint) => number): CellFamily => ({
  name,
  sizes: [],
  reader: () => read,
});

function regression(
  { sizeEffect, poolEffect }: HierarchicalModel,
  predictors: number,
): readonly CellFamily[] {
  return [
    scalar('gamma0', ({ gamma0 }) => gamma0),
    ...(predictors > 0
      ? [
          {
            name: 'gamma',
            sizes: [predictors],
            reader: (p: number) => (point: HierarchicalPoint) => point.gamma[p - 1],
          },
        ]
      : []),
    ...(sizeEffect ? [scalar('gamma_size', ({ gammaSize }) => gammaSize ?? NaN)] : []),
    scalar('sigma_cell', ({ sigmaCell }) => sigmaCell),
    ...(poolEffect ? [scalar('sigma_pool', ({ sigmaPool }) => sigmaPool ?? NaN)] : []),
  ];
}

/** Indices of ψ[j,r,k] and η[j,r] begin with the cell; cells need not have as many alternatives as each other. */
export function hierarchicalFamilies(
  model: HierarchicalModel,
  data: HierarchicalData,
): readonly CellFamily[] {
  const { consequences: K } = commonShape(data);
  const cells = data.cells.length;
  const held = data.cells.map(({ alternatives }) => alternatives);
  const most = Math.max(...held);
  return [
    ...regression(model, data.predictors),
    { name: 'alpha', sizes: [cells], reader: (j) => (point) => point.alpha[j - 1] },
    ...(K > 2
      ? [
          vector(
            'delta',
            K - 1,
            ({ delta }) => delta,
            () => true,
          ),
        ]
      : []),
    ...(K > 2
      ? [
          vector(
            'upsilon',
            K,
            ({ upsilon }) => upsilon,
            (k) => k > 1 && k < K,
          ),
        ]
      : []),
    {
      name: 'psi',
      sizes: [cells, most, K],
      reader: (j, r, k) =>
        r > held[j - 1] ? null : (point) => point.psi[j - 1][(k - 1) * held[j - 1] + r - 1],
    },
    {
      name: 'eta',
      sizes: [cells, most],
      reader: (j, r) => (r > held[j - 1] ? null : (point) => point.eta[j - 1][r - 1]),
    },
    { name: 'log_lik', sizes: [], reader: () => (_, likelihood) => likelihood },
  ];
}

const vector = (
  name: string,
  size: number,
  read: (point: HierarchicalPoint) => Float64Array,
  isFree: (index: number) => boolean,
): CellFamily => ({
  name,
  sizes: [size],
  reader: (i) => (isFree(i) ? (point) => read(point)[i - 1] : null),
});
