// Which files are fitted as cells of one hierarchical model, and the model with its priors.
import { encodeCells, type CellContent } from '../instruments/seu/hierarchical/encode.ts';
import { withHierarchicalPrior } from '../instruments/seu/hierarchical/prior-text.ts';
import { commonShape, hierarchicalFault } from '../models/hierarchical/data.ts';
import { HIERARCHICAL_PRESETS, type HierarchicalModel } from '../models/hierarchical/presets.ts';
import { usage, UsageError } from './arguments.ts';
import type { Source } from './inputs.ts';

export interface HierarchicalInput {
  readonly model: HierarchicalModel;
  readonly cells: readonly CellContent[];
}

/** The hierarchical model to fit to a file: the one that was named, else the one that its shape suggests; null for none. */
export function hierarchicalName({ regression }: Source, name: string | undefined): string | null {
  if (name !== undefined) return Object.hasOwn(HIERARCHICAL_PRESETS, name) ? name : null;
  if (regression === null) return null;
  return regression.pools === null ? 'h_m01' : 'h_m01_pools';
}

/** The preset with its priors replaced as texts say. */
export const hierarchicalPreset = (name: string, priors: readonly string[]): HierarchicalModel =>
  priors.reduce((model, text) => {
    const changed = withHierarchicalPrior(model, text);
    if (!changed.ok) throw usage('--prior', JSON.stringify(text), changed.needed);
    return changed.model;
  }, HIERARCHICAL_PRESETS[name]);

/** Throws a UsageError where the cells do not fit the model; `place` names them. */
export function checkCells(model: HierarchicalModel, cells: readonly CellContent[], place: string): void {
  const data = encodeCells(cells);
  const fault = hierarchicalFault(model, data);
  if (fault !== null) throw new UsageError([`${place}: ${model.name}: ${fault}`]);
  const { sd } = model.priors.beta;
  const { dimensions } = commonShape(data);
  if (typeof sd !== 'number' && sd.length !== dimensions)
    throw usage('--prior', `${sd.length} sds of beta`, `one, or ${dimensions}: one per feature of ${place}`);
}

/** A hierarchical file with preset `name`. */
export function resolveHierarchical(
  { file, inputs, regression }: Source,
  name: string,
  priors: readonly string[],
): HierarchicalInput {
  if (regression === null)
    throw new UsageError([
      `${file}: choices of no linked cells; needed data with J, P, X, cell and M_total for model ${name}`,
    ]);
  const model = hierarchicalPreset(name, priors);
  const cells = inputs.map(({ dataset }, j) => ({
    content: dataset.content,
    predictors: regression.predictors[j],
    pool: regression.pools?.[j] ?? null,
  }));
  checkCells(model, cells, file);
  return { model, cells };
}
