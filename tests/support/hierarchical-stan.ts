// Stan data of the hierarchical models as model data, without going through an importer.
import { sizeFault, type HierarchicalData } from '../../src/models/hierarchical/data.ts';
import { menuBlock, type SeuData } from '../../src/models/seu/data.ts';

export interface HierarchicalStan {
  J: number;
  K: number;
  D: number;
  R: number;
  P: number;
  w: number[][];
  cell: number[];
  I: number[][];
  y: number[];
  X: number[][];
  s?: number[];
}

/** The cells of Stan data, all of them with the one feature matrix; throws where `s` is not centred menu size. */
export function hierarchicalDataOf(stan: HierarchicalStan): HierarchicalData {
  const features = Float64Array.from(stan.w.flat());
  const cells = Array.from({ length: stan.J }, (_, j): SeuData => {
    const own = stan.cell.flatMap((cell, m) => (cell === j + 1 ? [m] : []));
    const members = own.map((m) => stan.I[m].flatMap((on, r) => (on ? [r] : [])));
    const uncertain = menuBlock(
      members,
      own.map((m) => stan.y[m] - 1),
    );
    return {
      consequences: stan.K,
      alternatives: stan.R,
      dimensions: stan.D,
      features,
      uncertain,
      risky: null,
    };
  });
  const data = { cells, predictors: stan.P, design: Float64Array.from(stan.X.flat()), pools: null };
  const fault = stan.s ? sizeFault(data, stan.s) : null;
  if (fault !== null) throw new Error(fault);
  return data;
}
