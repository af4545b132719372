// A hierarchical model on its data in a frame, as the arrays that shaders/models/hierarchical.wesl reads.
//
// The alternatives of all cells are one list of items, and so are their menus.
import { logGamma } from '../../math/gamma.ts';
import { commonShape, meanMenuSize, type HierarchicalData } from '../../models/hierarchical/data.ts';
import type { HierarchicalFrame } from '../../models/hierarchical/frame.ts';
import type { HierarchicalModel } from '../../models/hierarchical/presets.ts';
import { INDEX_OFFSETS, REAL_OFFSETS } from './dataset-layout.ts';
import { byColumns, concatenate, stickOffsets, type EncodedDataset } from './encode.ts';
import { distinctMenus, placesByItem, stackMenus } from './menus.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;

interface Stack {
  /** First item of each cell, and the number of items. */
  readonly firsts: readonly number[];
  readonly items: number;
}

function stackCells({ cells }: HierarchicalData): Stack {
  let items = 0;
  const firsts = cells.map(({ alternatives }) => (items += alternatives) - alternatives);
  return { firsts, items };
}

const repeated = (value: number, times: number): readonly number[] =>
  Array.from({ length: times }, () => value);

/** Per cell: its first coordinate, rank, where its factors begin, first item, end of items, pool. */
function cellTable(
  data: HierarchicalData,
  { cells, offsets }: HierarchicalFrame,
  { firsts }: Stack,
): number[] {
  let factors = 0;
  return cells.flatMap((cell, j) => {
    const at = factors;
    factors += cell.factors.length;
    const end = firsts[j] + data.cells[j].alternatives;
    return [offsets.cells[j], cell.rank, at, firsts[j], end, data.pools?.[j] ?? 0];
  });
}

/** Cell of each coordinate from the first cell's on. */
const coordinateCells = ({ cells }: HierarchicalFrame): readonly number[] =>
  cells.flatMap(({ components, rank }, j) => repeated(j, 1 + components * rank));

const columnsOf = ({ cells }: HierarchicalFrame, data: HierarchicalData): number[] =>
  cells.flatMap(({ components, factors, rank }, j) => [
    ...byColumns(factors, components, data.cells[j].alternatives, rank),
  ]);

function realParts(
  model: HierarchicalModel,
  data: HierarchicalData,
  frame: HierarchicalFrame,
  menus: ReturnType<typeof stackMenus>,
) {
  const { gammaSd, gammaSizeSd } = model.priors;
  const meanSize = meanMenuSize(data);
  return {
    contrasts_at: frame.cells[0].contrasts,
    rows_at: frame.cells.flatMap(({ factors }) => [...factors]),
    columns_at: columnsOf(frame, data),
    probabilities_at: [],
    chosen_at: [],
    taken_at: menus.taken,
    shown_at: menus.shown,
    stick_offsets_at: stickOffsets(commonShape(data).consequences),
    design_at: data.design.map((x) => gammaSd * x),
    deviations_at: menus.shown.map(
      (_, m) => gammaSizeSd * (menus.starts[m + 1] - menus.starts[m] - meanSize),
    ),
  };
}

function indexParts(
  data: HierarchicalData,
  frame: HierarchicalFrame,
  stack: Stack,
  menus: ReturnType<typeof stackMenus>,
) {
  const { starts, places, menuOfPlace } = placesByItem(menus, stack.items);
  const itemCells = data.cells.flatMap(({ alternatives }, j) => repeated(j, alternatives));
  return {
    menu_starts_at: menus.starts,
    menu_items_at: menus.items,
    item_starts_at: starts,
    item_places_at: places,
    place_menus_at: menuOfPlace,
    cells_at: cellTable(data, frame, stack),
    item_cells_at: itemCells,
    menu_cells_at: menus.shown.map((_, m) => itemCells[menus.items[menus.starts[m]]]),
    coordinate_cells_at: coordinateCells(frame),
  };
}

/** Offsets from zero; `frame` may be plain, reduced or turned. */
export function encodeHierarchical(
  model: HierarchicalModel,
  data: HierarchicalData,
  frame: HierarchicalFrame,
): EncodedDataset {
  const { consequences: K } = commonShape(data);
  const { components: C } = frame.cells[0];
  const { gamma0, sigmaCellScale, sigmaPoolScale, deltaConcentration: c } = model.priors;
  const stack = stackCells(data);
  const parts = data.cells.map(({ uncertain, alternatives: R }) => distinctMenus(uncertain, null, R, R));
  const menus = stackMenus(parts, stack.firsts);
  const reals = concatenate(REAL_OFFSETS, realParts(model, data, frame, menus));
  const indices = concatenate(INDEX_OFFSETS, indexParts(data, frame, stack, menus));
  const record = {
    consequences: K,
    components: C,
    // Ranks are the cells' own: what the flat family counts as sensitivities is here all that precedes the sticks.
    rank: 0,
    sensitivities: frame.offsets.sticks,
    alternatives: stack.items,
    items: stack.items,
    menus: menus.shown.length,
    reduced: frame.reduced ? 1 : 0,
    separate: 0,
    proportional: 0,
    dimension: frame.dimension,
    cells: data.cells.length,
    predictors: data.predictors,
    size_effect: model.sizeEffect ? 1 : 0,
    pool_effect: model.poolEffect ? 1 : 0,
    ...reals.offsets,
    ...indices.offsets,
    concentration: c,
    alpha_mu: 0,
    alpha_precision: 0,
    own_mu: 0,
    own_precision: 0,
    level_mu: gamma0.mu,
    level_sd: gamma0.sd,
    cell_scale: sigmaCellScale,
    pool_scale: sigmaPoolScale,
  };
  return {
    shader: 'models/hierarchical.wesl',
    record,
    reals: Float32Array.from(reals.values),
    indices: Uint32Array.from(indices.values),
    sizes: {
      dimensions: frame.dimension,
      consequences: K,
      items: stack.items,
      componentItems: C * stack.items,
      consequenceItems: K * stack.items,
      places: 0,
      menus: menus.shown.length,
      cells: data.cells.length,
    },
    constant: logGamma((K - 1) * c) - (K - 1) * logGamma(c) - frame.offsets.sticks * HALF_LOG_TWO_PI,
  };
}
