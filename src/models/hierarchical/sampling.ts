// The hierarchical family for samplers: its frame, and a Fisher basis of each cell's beliefs.
import type { CurvatureAverage, CurvatureEstimate, SamplingModel } from '../sampling.ts';
import type { SeuData } from '../seu/data.ts';
import { beliefOffset, type Frame } from '../seu/frame.ts';
import { seuSampling } from '../seu/sampling.ts';
import type { HierarchicalData } from './data.ts';
import { hierarchicalTarget } from './density.ts';
import {
  cellModel,
  cellPosition,
  hierarchicalFrame,
  turnHierarchicalFrame,
  turnHierarchicalPosition,
  type HierarchicalFrame,
} from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

/** Throws where the data do not fit the model. */
export function hierarchicalSampling(model: HierarchicalModel, data: HierarchicalData): SamplingModel {
  const frame = hierarchicalFrame(model, data);
  return {
    dimension: frame.dimension,
    target: (basis) => hierarchicalTarget(model, data, turnHierarchicalFrame(frame, basis)),
    curvature: () => cellCurvatures(model, data, frame),
    turn: (basis, position, toCanonical) => turnHierarchicalPosition(frame, basis, position, toCanonical),
  };
}

/** Each cell's average as a flat model has it, at that cell's sensitivity; menu sizes do not change the turn. */
function cellCurvatures(
  model: HierarchicalModel,
  data: HierarchicalData,
  frame: HierarchicalFrame,
): CurvatureAverage {
  const target = hierarchicalTarget(model, data, frame);
  const gradient = new Float64Array(frame.dimension);
  const cells = data.cells.map((cell: SeuData) => {
    const flat = seuSampling(cellModel(model), cell);
    return { average: flat.curvature(), position: new Float64Array(flat.dimension) };
  });

  function add(position: Float64Array): void {
    if (!Number.isFinite(target.logDensity(position, gradient))) return;
    cells.forEach((cell, j) => {
      cellPosition(frame, j, position, target.state.levels[j], cell.position);
      cell.average.add(cell.position);
    });
  }

  return {
    add,
    estimate: () =>
      joinEstimates(
        frame,
        cells.map(({ average }) => average.estimate()),
      ),
  };
}

/** The cells' bases end to end, and their variances where the cells' beliefs stand; 1 elsewhere. */
function joinEstimates(
  { cells, offsets, dimension }: HierarchicalFrame,
  estimates: readonly CurvatureEstimate[],
): CurvatureEstimate {
  const variances = new Float64Array(dimension).fill(1);
  estimates.forEach((estimate, j) => {
    const first = beliefOffset(cells[j]);
    const beliefs = estimate.variances.subarray(first, first + beliefCount(cells[j]));
    variances.set(beliefs, offsets.cells[j] + first);
  });
  const basis = new Float64Array(estimates.reduce((sum, estimate) => sum + estimate.basis.length, 0));
  estimates.reduce((at, estimate) => (basis.set(estimate.basis, at), at + estimate.basis.length), 0);
  return { basis, variances };
}

const beliefCount = ({ components, rank }: Frame): number => components * rank;
