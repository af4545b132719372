// A SEU model on its data in a frame, as the f32 and u32 arrays that the shaders read.
//
// Fields and meanings as in shaders/models/seu/data.wesl; the alternatives come before the lotteries in one list of
// items, and so do their menus.
import { log } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';
import type { SeuData } from '../../models/seu/data.ts';
import type { Frame } from '../../models/seu/frame.ts';
import type { LognormalPrior, SeuModel } from '../../models/seu/presets.ts';
import { distinctMenus, placesByItem, type DistinctMenus } from './menus.ts';
import { INDEX_OFFSETS, REAL_OFFSETS, type DatasetField, type RealOffset } from './dataset-layout.ts';
import type { Values } from './layout.ts';
import type { ModelShader } from './sources.ts';

/** What a density kernel must have room for; bounds for the arrays of its workgroup. */
export interface Sizes {
  readonly dimensions: number;
  readonly consequences: number;
  readonly items: number;
  readonly componentItems: number;
  readonly consequenceItems: number;
  readonly places: number;
  readonly menus: number;
  /** Cells of a hierarchical model; 0 for a flat one. */
  readonly cells: number;
}

export interface EncodedDataset {
  readonly shader: ModelShader;
  readonly record: Values<DatasetField>;
  readonly reals: Float32Array;
  readonly indices: Uint32Array;
  readonly sizes: Sizes;
  /** What the shader's log density leaves out: normalising constants of the priors. */
  readonly constant: number;
}

/** Fields of the record that only the hierarchical family uses. */
const NO_CELLS = {
  cells: 0,
  predictors: 0,
  size_effect: 0,
  pool_effect: 0,
  level_mu: 0,
  level_sd: 0,
  cell_scale: 0,
  pool_scale: 0,
};

const HALF_LOG_TWO_PI = 0.9189385332046727418;

const ownPrior = ({ link, priors }: SeuModel): LognormalPrior =>
  link === 'proportional' ? priors.kappa : priors.omega;

function droppedConstant(model: SeuModel, frame: Frame, sticks: number): number {
  const { priors } = model;
  const lognormals = frame.sensitivities === 2 ? [priors.alpha, ownPrior(model)] : [priors.alpha];
  const scales = lognormals.reduce((sum, { sigma }) => sum - log(sigma) - HALF_LOG_TWO_PI, 0);
  const c = priors.deltaConcentration;
  return (
    scales - frame.components * frame.rank * HALF_LOG_TWO_PI + logGamma(sticks * c) - sticks * logGamma(c)
  );
}

/** Each R × d block of `rows` column by column. */
export function byColumns(rows: Float64Array, blocks: number, R: number, d: number): Float64Array {
  const columns = new Float64Array(rows.length);
  for (let c = 0; c < blocks; c++)
    for (let r = 0; r < R; r++)
      for (let j = 0; j < d; j++) columns[(c * d + j) * R + r] = rows[(c * R + r) * d + j];
  return columns;
}

/** Lays arrays end to end; returns where each begins. */
export function concatenate<Name extends string>(
  names: readonly Name[],
  parts: Readonly<Record<Name, ArrayLike<number>>>,
): { offsets: Record<Name, number>; values: number[] } {
  const values: number[] = [];
  const offsets = {} as Record<Name, number>;
  for (const name of names) {
    offsets[name] = values.length;
    for (let i = 0; i < parts[name].length; i++) values.push(parts[name][i]);
  }
  return { offsets, values };
}

/** What Stan's centred sticks subtract from each stick value. */
export const stickOffsets = (K: number): readonly number[] =>
  Array.from({ length: K - 2 }, (_, i) => log(K - 2 - i));

function realParts(frame: Frame, data: SeuData, menus: DistinctMenus): Record<RealOffset, ArrayLike<number>> {
  const { components, rank, contrasts, factors } = frame;
  return {
    contrasts_at: contrasts,
    rows_at: factors,
    columns_at: byColumns(factors, components, data.alternatives, rank),
    probabilities_at: data.risky?.probabilities ?? [],
    chosen_at: menus.chosen,
    taken_at: menus.taken,
    shown_at: menus.shown,
    stick_offsets_at: stickOffsets(data.consequences),
    design_at: [],
    deviations_at: [],
  };
}

function sizesOf(frame: Frame, data: SeuData, items: number, menus: DistinctMenus): Sizes {
  return {
    dimensions: frame.dimension,
    consequences: data.consequences,
    items,
    componentItems: frame.components * data.alternatives,
    consequenceItems: data.consequences * items,
    places: menus.items.length,
    menus: menus.shown.length,
    cells: 0,
  };
}

/** Encodes `data` for the shaders, offsets from zero; `frame` may be plain, reduced or turned. */
export function encodeDataset(model: SeuModel, data: SeuData, frame: Frame): EncodedDataset {
  const risky = model.link === 'none' ? null : data.risky;
  const items = data.alternatives + (risky?.lotteries ?? 0);
  const menus = distinctMenus(data.uncertain, risky?.menus ?? null, data.alternatives, items);
  const { starts, places, menuOfPlace } = placesByItem(menus, items);
  const reals = concatenate(REAL_OFFSETS, realParts(frame, { ...data, risky }, menus));
  const indices = concatenate(INDEX_OFFSETS, {
    menu_starts_at: menus.starts,
    menu_items_at: menus.items,
    item_starts_at: starts,
    item_places_at: places,
    place_menus_at: menuOfPlace,
    cells_at: [],
    item_cells_at: [],
    menu_cells_at: [],
    coordinate_cells_at: [],
  });
  const { alpha, deltaConcentration } = model.priors;
  const own = ownPrior(model);
  const record = {
    consequences: data.consequences,
    components: frame.components,
    rank: frame.rank,
    alternatives: data.alternatives,
    items,
    menus: menus.shown.length,
    sensitivities: frame.sensitivities,
    reduced: frame.reduced ? 1 : 0,
    separate: model.link === 'separate' ? 1 : 0,
    proportional: model.link === 'proportional' ? 1 : 0,
    dimension: frame.dimension,
    ...reals.offsets,
    ...indices.offsets,
    concentration: deltaConcentration,
    alpha_mu: alpha.mu,
    alpha_precision: 1 / alpha.sigma,
    own_mu: own.mu,
    own_precision: 1 / own.sigma,
    ...NO_CELLS,
  };
  return {
    shader: 'models/seu.wesl',
    record,
    reals: Float32Array.from(reals.values),
    indices: Uint32Array.from(indices.values),
    sizes: sizesOf(frame, data, items, menus),
    constant: droppedConstant(model, frame, data.consequences - 1),
  };
}
