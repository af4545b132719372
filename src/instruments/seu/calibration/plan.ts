// The plan of a calibration or recovery study, and the tasks it stands for.
import type { EnsembleTask, ReplicatesTask, SamplerSettings, Study, Task } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { Plan } from '../../../jobs/run.ts';
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import type { QuantityOptions } from '../../../models/replication.ts';
import type { Fault } from '../../../models/seu/faults.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { MenuSubset } from '../../../models/seu/subset.ts';
import { encodeSeu } from '../encode.ts';
import { encodeCells } from '../hierarchical/encode.ts';
import { cellsOf, type HierarchicalCell } from '../hierarchical/plan.ts';
import { blockKey, ensembleKey } from './keys.ts';
import { rangeOf, type PlannedLooks, type ReplicateRange, type Shard } from './range.ts';

export type { PlannedLooks, Shard };

export type CalibrationAnalysis = 'sbc' | 'recover';

/** Cells that a hierarchical model simulates and fits together. */
export interface ArmCells {
  readonly model: HierarchicalModel;
  readonly fitted: HierarchicalModel;
  readonly cells: readonly HierarchicalCell[];
}

/**
 * One way to simulate and fit. Arms of one plan share seed and replicate numbers, so where generator and design agree,
 * replicate i of every arm has the same truth and the same choices: they are paired.
 */
export interface CalibrationArm {
  readonly label: string;
  /** Hash of the dataset whose menus are answered anew. Its own choices count under `posterior` only. */
  readonly design: string;
  /** Truths and choices come from this model and its priors. */
  readonly model: SeuModel;
  /** What the sampler is given; the same as `model` unless a wrong prior is tried, or a part is fitted by a part. */
  readonly fitted: SeuModel;
  readonly menus: MenuSubset;
  readonly fault: Fault | null;
  /** Where given, these are simulated and fitted; the rest of the arm then describes the first cell by itself. */
  readonly hierarchical?: ArmCells;
}

/** A stored fit whose draws are truths: they are kept with the run, and named here. */
export interface TruthSource {
  /** The fit in words. */
  readonly title: string;
  /** SHA-256 of the rows. */
  readonly hash: string;
}

/**
 * Posterior SBC: truths are draws of a fit to the design's own choices, that of `fit`, or one which `posteriorPlan`
 * describes and which is made first.
 */
export interface PosteriorSource {
  readonly sampler: SamplerSettings;
  /** Truths kept of the fit's draws, evenly spread over them. */
  readonly truths: number;
  readonly fit?: TruthSource;
}

export interface CalibrationSettings {
  readonly arms: readonly CalibrationArm[];
  /** Replicates of the whole study: `first … first + count − 1`. */
  readonly replicates: ReplicateRange;
  readonly looks: PlannedLooks;
  /** Null for the whole study. */
  readonly shard: Shard | null;
  readonly posterior: PosteriorSource | null;
  readonly sampler: SamplerSettings;
  readonly quantities: QuantityOptions;
}

export type CalibrationPlan = Plan<CalibrationSettings> & { readonly analysis: CalibrationAnalysis };

/** Replicates of one task: how many a stopped run repeats at most of a lane's work. */
export const BLOCK = 10;

/** L, the highest rank: kept draws over all chains. */
export const maxRankOf = ({ chains, draws }: SamplerSettings): number => chains * draws;

/** α's prior at which choices become so sharp that chains stick at a target of 0.8. */
const SHARP = 2;

/** Defaults of calibration: one chain of the tuned sampler, 999 draws, every fourth kept. */
export const calibrationSampler = (fitted: SeuModel): SamplerSettings => ({
  name: 'hmc',
  chains: 1,
  warmup: 1000,
  draws: 999,
  thin: 4,
  targetAcceptance: fitted.priors.alpha.mu >= SHARP ? 0.9 : 0.8,
  maxDepth: 10,
});

/** The study that the engine simulates for an arm. `truths` are rows of a posterior (`SeuStudy.posterior`), or null. */
export function studyOf(
  { settings }: CalibrationPlan,
  index: number,
  datasets: ReadonlyMap<string, Dataset>,
  truths: Float64Array | null,
): Study {
  const { design, model, fitted, menus, fault, label, hierarchical } = settings.arms[index];
  if (hierarchical) return studyOfCells(label, hierarchical, settings.quantities, datasets);
  const dataset = datasets.get(design);
  if (!dataset) throw new Error(`design ${design} of ${label} is not at hand`);
  return {
    family: 'seu',
    model,
    design: encodeSeu(dataset.content, model.link),
    fitted,
    menus,
    fault,
    posterior: truths,
    quantities: settings.quantities,
  };
}

function studyOfCells(
  label: string,
  { model, fitted, cells }: ArmCells,
  quantities: QuantityOptions,
  datasets: ReadonlyMap<string, Dataset>,
): Study {
  const design = encodeCells(cellsOf({ label, model, cells }, datasets));
  return { family: 'hierarchical', model, design, fitted, quantities };
}

function armTasks(
  plan: CalibrationPlan,
  arm: number,
  study: Study,
  { first, count }: ReplicateRange,
): readonly Task[] {
  const { seed, settings } = plan;
  const { sampler } = settings;
  const stream = { seed, task: arm, chain: 0 };
  const ensemble: EnsembleTask = { kind: 'ensemble', key: ensembleKey(arm), stream, study, sampler };
  const pooled = sampler.name === 'hmc';
  const blocks: ReplicatesTask[] = [];
  for (let at = first; at < first + count;) {
    const size = Math.min(BLOCK - (at % BLOCK), first + count - at);
    const place = { key: blockKey(arm, at), stream, study, first: at, count: size, sampler };
    blocks.push({ kind: 'replicates', ...place, tuneKey: pooled ? ensemble.key : null, tuning: null });
    at += size;
  }
  return pooled ? [ensemble, ...blocks] : blocks;
}

/**
 * Tasks of the plan's part, in order: of each arm its pooled warmup, then blocks. Replicate i reads the random numbers
 * (seed, arm, i), so neither shards nor blocks change a row. Throws on a design that is not given.
 */
export function calibrationTasks(
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  truths: Float64Array | null = null,
): readonly Task[] {
  if ((plan.settings.posterior === null) !== (truths === null))
    throw new Error('truths of a posterior: needed exactly where the plan asks for them');
  const range = rangeOf(plan.settings);
  return plan.settings.arms.flatMap((_, arm) =>
    armTasks(plan, arm, studyOf(plan, arm, datasets, truths), range),
  );
}
