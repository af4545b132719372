// What luce sbc is asked of a hierarchical model: cells from a specification or a file, answered anew together.
import type { Dataset } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import type { JsonObject } from '../formats/json.ts';
import type { CalibrationArm, CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { cellProjectionFaults } from '../instruments/seu/calibration/projections.ts';
import { designOfContent } from '../instruments/seu/design/generate.ts';
import { hierarchicalDesign, hierarchicalStanData } from '../instruments/seu/design/hierarchical.ts';
import type { DesignSettings } from '../instruments/seu/design/settings.ts';
import { designText } from '../instruments/seu/design/spec.ts';
import { encodeCells } from '../instruments/seu/hierarchical/encode.ts';
import { withHierarchicalPrior } from '../instruments/seu/hierarchical/prior-text.ts';
import { readHierarchicalData } from '../instruments/seu/import/hierarchical-json.ts';
import { faultLine } from '../formats/fault.ts';
import { cellModel } from '../models/hierarchical/frame.ts';
import { HIERARCHICAL_PRESETS, type HierarchicalModel } from '../models/hierarchical/presets.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { ALL_MENUS } from '../models/seu/subset.ts';
import { usage, UsageError, type Arguments, type Flag } from './arguments.ts';
import { cellDesign } from './design-input.ts';
import { designSettings } from './generate.ts';
import { hierarchicalName, resolveHierarchical } from './hierarchical-inputs.ts';
import { readSources, type Input, type Source } from './inputs.ts';
import { checkProjections, planOfArm, quantityOptions } from './sbc-plan.ts';

/** A plan with its designs by hash. */
export interface PlannedStudy {
  readonly plan: CalibrationPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly warnings: readonly string[];
}

/** What concerns flat models alone. */
const FLAT: readonly Flag[] = ['fault', 'menus', 'posterior'];

/** Files named as DATA, or by --design where it is no specification. */
function filesOf(args: Arguments): readonly string[] {
  const text = args.text('design');
  return [...args.positionals, ...(text !== undefined && !text.includes('=') ? [text] : [])];
}

const about = (file: string, condition: string) => ({
  name: 'design',
  condition,
  source: { file, address: null, licence: null, citation: null },
  history: [],
});

/** Cells made from a specification, as a file of them would be read. */
async function generated(settings: DesignSettings): Promise<Source> {
  const file = designText(settings);
  const data = hierarchicalStanData(hierarchicalDesign(settings)) as JsonObject;
  const read = readHierarchicalData(data, file);
  if (!read.ok) throw new UsageError(read.faults.map(faultLine));
  const { contents, regression } = read.value;
  const inputs = contents.map(async (content, j): Promise<Input> => {
    const label = `cell ${j + 1}`;
    return { file, label: `${file}#${label}`, dataset: await datasetOf(content, about(file, label)) };
  });
  return { file, inputs: await Promise.all(inputs), regression };
}

/** The menus of a file; its choices are taken away. */
async function answered({ inputs, ...source }: Source): Promise<Source> {
  const designs = inputs.map(async (input): Promise<Input> => {
    const { content, condition } = input.dataset;
    return { ...input, dataset: await datasetOf(designOfContent(content), about(input.file, condition)) };
  });
  return { ...source, inputs: await Promise.all(designs) };
}

const isAsked = (args: Arguments): boolean => Object.hasOwn(HIERARCHICAL_PRESETS, args.text('model') ?? '');

/** The one file named, if it is of cells; null where neither it nor the model is hierarchical. */
async function readCells(files: readonly string[], args: Arguments): Promise<Source | null> {
  const sources = await readSources(files, args);
  if (sources.length === 1 && (isAsked(args) || sources[0].regression !== null)) return answered(sources[0]);
  if (isAsked(args)) throw usage('DATA', files.join(', '), 'one design');
  return null;
}

/** The design, or null where neither it nor the model is hierarchical. */
async function sourceOf(args: Arguments): Promise<Source | null> {
  const name = args.text('model');
  if (name !== undefined && !isAsked(args)) return null;
  const settings = cellDesign(args);
  if (settings !== null) return generated(settings);
  const files = filesOf(args);
  if (files.length > 0) return readCells(files, args);
  if (isAsked(args))
    throw usage('--design', designText(designSettings(args)), `cells for ${name}, such as cells=6x3`);
  return null;
}

/** A cell by itself: γ₀ takes the place of log α. */
function flatOf(model: HierarchicalModel): SeuModel {
  const flat = cellModel(model);
  const { mu, sd } = model.priors.gamma0;
  return { ...flat, name: model.name, priors: { ...flat.priors, alpha: { mu, sigma: sd } } };
}

const fittedModel = (model: HierarchicalModel, args: Arguments): HierarchicalModel =>
  args.texts('fitted-prior').reduce((current, text) => {
    const changed = withHierarchicalPrior(current, text);
    if (!changed.ok) throw usage('--fitted-prior', JSON.stringify(text), changed.needed);
    return changed.model;
  }, model);

/** The study of a hierarchical model, or null where it is of a flat one. */
export async function planCells(args: Arguments): Promise<PlannedStudy | null> {
  const given = FLAT.filter((flag) => args.text(flag) !== undefined);
  if (given.length > 0 && !isAsked(args)) return null;
  if (given.length > 0)
    throw new UsageError(
      given.map((flag) => `--${flag}: given with ${args.text('model')}; needed a model of one cell`),
    );
  const source = await sourceOf(args);
  const name = source && hierarchicalName(source, args.text('model'));
  if (source === null || name === null) return null;
  const { model, cells } = resolveHierarchical(source, name, args.texts('prior'));
  const fitted = fittedModel(model, args);
  checkProjections(cellProjectionFaults(model, encodeCells(cells), quantityOptions(args)));
  const hashes = source.inputs.map(({ dataset }) => dataset.hash);
  const arm: CalibrationArm = {
    label: model.name,
    design: hashes[0],
    model: flatOf(model),
    fitted: flatOf(fitted),
    menus: ALL_MENUS,
    fault: null,
    hierarchical: {
      model,
      fitted,
      cells: cells.map(({ predictors, pool }, j) => ({
        dataset: hashes[j],
        label: source.inputs[j].dataset.condition,
        predictors,
        pool,
      })),
    },
  };
  return {
    plan: planOfArm(args, arm, source.file, hashes, false),
    datasets: new Map(source.inputs.map(({ dataset }) => [dataset.hash, dataset])),
    warnings: [],
  };
}
