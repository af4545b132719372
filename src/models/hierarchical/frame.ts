// Sampling coordinates of the hierarchical models: a flat frame for each cell, over utilities that all of them share.
//
// In order: γ₀, γ, γ_size, σ_cell, σ_pool, z_pool, then cell by cell its own deviate z_j followed by its belief
// coordinates, and last δ's sticks. A cell's block is thus laid out as a flat frame's: one sensitivity, then beliefs.
// All but the sticks are in units of their priors, so that each is N(0, 1) there and starts of any sampler are
// sensible: γ = sd · q, γ₀ = mu + sd · q₀ (reduced: less log |t|, so that no cell's log α + log |t| moves with δ), and
// σ = scale · |q|, signed because σ z is: no boundary at 0, no long tail of log σ.
import { beliefOffset, frameOf, plainFrame, turnFrame, turnPosition, type Frame } from '../seu/frame.ts';
import { SEU_PRESETS, type SeuModel } from '../seu/presets.ts';
import { commonShape, hierarchicalFault, poolCount, type HierarchicalData } from './data.ts';
import type { HierarchicalModel } from './presets.ts';

/** Where each block begins; null where the model has none. */
export interface Offsets {
  readonly gamma0: number;
  readonly gamma: number;
  readonly gammaSize: number | null;
  readonly sigmaCell: number;
  readonly sigmaPool: number | null;
  /** z_pool; meaningful with σ_pool only. */
  readonly pools: number;
  /** z_j of each cell. */
  readonly cells: readonly number[];
  readonly sticks: number;
}

export interface HierarchicalFrame {
  readonly reduced: boolean;
  /** Flat frames, one a cell. */
  readonly cells: readonly Frame[];
  readonly offsets: Offsets;
  readonly dimension: number;
}

/** The flat model that a cell is by itself; its prior of α plays no part. */
export const cellModel = ({ priors }: HierarchicalModel): SeuModel => ({
  ...SEU_PRESETS.m_0,
  priors: {
    ...SEU_PRESETS.m_0.priors,
    beta: priors.beta,
    deltaConcentration: priors.deltaConcentration,
  },
});

const blockSize = ({ components, rank }: Frame): number => 1 + components * rank;

function layOut(
  model: HierarchicalModel,
  data: HierarchicalData,
  cells: readonly Frame[],
): HierarchicalFrame {
  let next = 0;
  const take = (size: number): number => (next += size) - size;
  const offsets: Offsets = {
    gamma0: take(1),
    gamma: take(data.predictors),
    gammaSize: model.sizeEffect ? take(1) : null,
    sigmaCell: take(1),
    sigmaPool: model.poolEffect ? take(1) : null,
    pools: take(model.poolEffect ? poolCount(data) : 0),
    cells: cells.map((cell) => take(blockSize(cell))),
    sticks: take(commonShape(data).consequences - 2),
  };
  return { reduced: cells[0].reduced, cells, offsets, dimension: next };
}

function assemble(
  model: HierarchicalModel,
  data: HierarchicalData,
  build: (model: SeuModel, data: HierarchicalData['cells'][number]) => Frame,
): HierarchicalFrame {
  const fault = hierarchicalFault(model, data);
  if (fault !== null) throw new Error(`${model.name}: ${fault}`);
  const flat = cellModel(model);
  const known = new Map<Float64Array, Frame>();
  const frames = data.cells.map((cell) => {
    const frame = known.get(cell.features) ?? build(flat, cell);
    known.set(cell.features, frame);
    return frame;
  });
  return layOut(model, data, frames);
}

/** Reduced frames where the β prior allows them, else plain ones. Throws where the data do not fit the model. */
export const hierarchicalFrame = (model: HierarchicalModel, data: HierarchicalData): HierarchicalFrame =>
  assemble(model, data, frameOf);

export const plainHierarchicalFrame = (model: HierarchicalModel, data: HierarchicalData): HierarchicalFrame =>
  assemble(model, data, plainFrame);

/** Each cell's part of a basis: one rank × rank matrix a component, cell after cell; an empty basis turns nothing. */
function basisParts({ cells }: HierarchicalFrame, basis: Float64Array): readonly Float64Array[] {
  let at = 0;
  return cells.map(({ components, rank }) => {
    const first = at;
    at = basis.length === 0 ? 0 : first + components * rank * rank;
    return basis.subarray(first, at);
  });
}

/** The same frame with every cell's beliefs turned by its part of `basis`. */
export function turnHierarchicalFrame(frame: HierarchicalFrame, basis: Float64Array): HierarchicalFrame {
  const parts = basisParts(frame, basis);
  return { ...frame, cells: frame.cells.map((cell, j) => turnFrame(cell, parts[j])) };
}

/** Maps coordinates of a turned frame to the frame's own (`toCanonical`) or back, in place. */
export function turnHierarchicalPosition(
  frame: HierarchicalFrame,
  basis: Float64Array,
  position: Float64Array,
  toCanonical: boolean,
): void {
  const parts = basisParts(frame, basis);
  frame.cells.forEach((cell, j) =>
    turnPosition(cell, parts[j], position.subarray(frame.offsets.cells[j]), toCanonical),
  );
}

/**
 * Coordinates of cell j in its flat frame, into `out`: `level` is log α_j, in the reduced frame log α_j + log |t|.
 */
export function cellPosition(
  { cells, offsets }: HierarchicalFrame,
  j: number,
  position: Float64Array,
  level: number,
  out: Float64Array,
): void {
  const first = offsets.cells[j];
  const beliefs = beliefOffset(cells[j]);
  const end = first + blockSize(cells[j]);
  out[0] = level;
  out.set(position.subarray(first + beliefs, end), beliefs);
  out.set(position.subarray(offsets.sticks), beliefs + end - first - 1);
}
