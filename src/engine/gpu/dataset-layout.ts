// The record of a dataset on the device, field by field as in shaders/models/seu/data.wesl; one for both families.
import { recordLayout } from './layout.ts';

export const REAL_OFFSETS = [
  'contrasts_at',
  'rows_at',
  'columns_at',
  'probabilities_at',
  'chosen_at',
  'taken_at',
  'shown_at',
  'stick_offsets_at',
  'design_at',
  'deviations_at',
] as const;
export const INDEX_OFFSETS = [
  'menu_starts_at',
  'menu_items_at',
  'item_starts_at',
  'item_places_at',
  'place_menus_at',
  'cells_at',
  'item_cells_at',
  'menu_cells_at',
  'coordinate_cells_at',
] as const;
const COUNTS = [
  'consequences',
  'components',
  'rank',
  'alternatives',
  'items',
  'menus',
  'sensitivities',
  'reduced',
  'separate',
  'proportional',
  'dimension',
  'cells',
  'predictors',
  'size_effect',
  'pool_effect',
] as const;
const PRIORS = [
  'concentration',
  'alpha_mu',
  'alpha_precision',
  'own_mu',
  'own_precision',
  'level_mu',
  'level_sd',
  'cell_scale',
  'pool_scale',
] as const;

export type RealOffset = (typeof REAL_OFFSETS)[number];
type IndexOffset = (typeof INDEX_OFFSETS)[number];
export type DatasetField = RealOffset | IndexOffset | (typeof COUNTS)[number] | (typeof PRIORS)[number];

const typed = <Name extends string, Type>(names: readonly Name[], type: Type): [Name, Type][] =>
  names.map((name) => [name, type]);

export const DATASET_LAYOUT = recordLayout<DatasetField>([
  ...typed<DatasetField, 'u32'>([...COUNTS, ...REAL_OFFSETS, ...INDEX_OFFSETS], 'u32'),
  ...typed<DatasetField, 'f32'>(PRIORS, 'f32'),
]);
