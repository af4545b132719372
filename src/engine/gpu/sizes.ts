// Upper bounds for the arrays of a workgroup: rounded up, so that few pipelines serve many datasets.
import type { Sizes } from './encode.ts';

const STEP: Sizes = {
  dimensions: 16,
  consequences: 4,
  items: 16,
  componentItems: 32,
  consequenceItems: 32,
  places: 64,
  menus: 32,
  cells: 4,
};
const NAMES = Object.keys(STEP) as (keyof Sizes)[];

const eachSize = (value: (name: keyof Sizes) => number): Sizes =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Sizes;

/** The bounds that hold every one of `all`. */
export const boundsOf = (all: readonly Sizes[]): Sizes =>
  eachSize((name) => {
    const largest = all.reduce((most, sizes) => Math.max(most, sizes[name]), 1);
    return Math.ceil(largest / STEP[name]) * STEP[name];
  });

/**
 * Bytes of workgroup memory that a density with these bounds takes: workspace.wesl of shaders/models/seu and
 * shaders/models/hierarchical, and reduce.wesl.
 */
export function workgroupBytes(bounds: Sizes, lanes: number): number {
  const words =
    2 * bounds.dimensions +
    2 * bounds.componentItems +
    bounds.consequenceItems +
    2 * bounds.items +
    bounds.places +
    bounds.menus +
    8 * bounds.consequences +
    2 * bounds.cells +
    lanes;
  const scale = 32;
  const slack = 16 * 16;
  return 4 * words + scale + 32 * lanes + slack;
}

/** Values of the shaders' `constants`. */
export const sizeConstants = (bounds: Sizes, lanes: number): Record<string, number> => ({
  LANES: lanes,
  DIMENSIONS: bounds.dimensions,
  CONSEQUENCES: bounds.consequences,
  ITEMS: bounds.items,
  COMPONENT_ITEMS: bounds.componentItems,
  CONSEQUENCE_ITEMS: bounds.consequenceItems,
  PLACES: bounds.places,
  MENUS: bounds.menus,
  CELLS: bounds.cells,
});
