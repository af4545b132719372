// What luce sbc is asked: a design, a model, what is fitted in its place, how many replicates, and which part of them.
import type { SamplerSettings } from '../engine/types.ts';
import type { Dataset } from '../formats/dataset.ts';
import {
  calibrationSampler,
  type CalibrationArm,
  type CalibrationPlan,
  type Shard,
} from '../instruments/seu/calibration/plan.ts';
import { POSTERIOR_SAMPLER } from '../instruments/seu/calibration/posterior.ts';
import { projectionFaults } from '../instruments/seu/calibration/projections.ts';
import { withPrior } from '../instruments/seu/prior-text.ts';
import { plainCombination } from '../models/combination.ts';
import type { Fault } from '../models/seu/faults.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { DEFAULT_QUANTITIES, type QuantityOptions } from '../models/replication.ts';
import { ALL_MENUS, type MenuSubset } from '../models/seu/subset.ts';
import { STUDY_LEVEL } from '../statistics/sbc/looks.ts';
import {
  engineChoice,
  fraction,
  oneOf,
  seedOf,
  usage,
  UsageError,
  wholeNumber,
  type Arguments,
} from './arguments.ts';
import { designInput } from './design-input.ts';
import { inputWarnings, readInputs, resolveModel, type Input } from './inputs.ts';

const SIMULATIONS = 999;
export const MOST_SIMULATIONS = 1_000_000;
const FAULTS: readonly (Fault | 'none')[] = ['none', 'delta_jacobian', 'naive_exponentials'];

export interface PlannedCalibration {
  readonly plan: CalibrationPlan;
  readonly dataset: Dataset;
  readonly warnings: readonly string[];
}

/** `i/n`, i from 1 to n. */
export function shardOf(args: Arguments): Shard | null {
  const text = args.text('shard');
  if (text === undefined) return null;
  const [, index, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (!(index >= 1 && index <= of)) throw usage('--shard', JSON.stringify(text), 'i/n with i from 1 to n');
  return { index, of };
}

/** Kept draws of all chains together are L; defaults suit the fitted model. */
export function calibrationSettings(args: Arguments, fitted: SeuModel): SamplerSettings {
  const base = calibrationSampler(fitted);
  const chains = wholeNumber(args, 'chains', base.chains, 1, 64);
  const most = wholeNumber(args, 'draws', Math.ceil(base.draws / chains) * chains, 4, 1_000_000);
  if (most % chains !== 0)
    throw usage('--draws', `${most} over ${chains} chains`, `a multiple of ${chains}: L counts all chains`);
  return {
    name: oneOf(args, 'sampler', ['hmc', 'nuts'], base.name),
    chains,
    warmup: wholeNumber(args, 'warmup', base.warmup, 20, 1_000_000),
    draws: most / chains,
    thin: wholeNumber(args, 'thin', base.thin, 1, 100_000),
    targetAcceptance: fraction(args, 'target-acceptance', base.targetAcceptance),
    maxDepth: wholeNumber(args, 'max-depth', base.maxDepth, 1, 15),
  };
}

export function quantityOptions(args: Arguments): QuantityOptions {
  const combinations = args.texts('projection').map(plainCombination);
  return {
    psi: wholeNumber(args, 'psi', DEFAULT_QUANTITIES.psi, 0, 1000),
    projections: wholeNumber(args, 'projections', DEFAULT_QUANTITIES.projections, 0, 1000),
    ...(combinations.length > 0 ? { combinations } : {}),
  };
}

/** Throws with what keeps projections of the user's choice from being ranked. */
export function checkProjections(faults: readonly string[]): void {
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--projection: ${fault}`));
}

/** The model that is fitted in place of the one that generates: other priors, the same parameters. */
const fittedModel = (model: SeuModel, args: Arguments): SeuModel =>
  args.texts('fitted-prior').reduce((current, text) => {
    const changed = withPrior(current, text);
    if (!changed.ok) throw usage('--fitted-prior', JSON.stringify(text), changed.needed);
    return changed.model;
  }, model);

function faultOf(args: Arguments): Fault | null {
  const fault = oneOf(args, 'fault', FAULTS, 'none');
  if (fault !== 'none' && engineChoice(args) === 'gpu')
    throw usage('--fault', `${fault} with --engine gpu`, 'the CPU engine, which alone makes faults');
  return fault === 'none' ? null : fault;
}

/** The first `--menus` of each block, or all. */
function menusOf(args: Arguments, { content }: Dataset): MenuSubset {
  const most = Math.max(content.uncertain.menus.length, content.risky?.menus.length ?? 0);
  const count = wholeNumber(args, 'menus', most, 0, most);
  if (count === most) return ALL_MENUS;
  const first = (menus: number): readonly number[] =>
    Array.from({ length: Math.min(count, menus) }, (_, m) => m);
  return {
    uncertain: first(content.uncertain.menus.length),
    risky: content.risky && first(content.risky.menus.length),
  };
}

/** The data of a posterior SBC, with its choices. */
async function posteriorInput(file: string, args: Arguments): Promise<Input> {
  if (args.positionals.length > 0 || args.text('design') !== undefined)
    throw usage('--posterior', `${JSON.stringify(file)} beside another design`, 'its own menus alone');
  const inputs = await readInputs([file], args);
  if (inputs.length !== 1) throw usage('--posterior', `${inputs.length} conditions in ${file}`, 'one');
  return inputs[0];
}

/** The plan of one arm; `posterior` asks for truths of a fit to its design's own choices. */
export function planOfArm(
  args: Arguments,
  arm: CalibrationArm,
  design: string,
  datasets: readonly string[],
  posterior: boolean,
): CalibrationPlan {
  const count = wholeNumber(args, 'simulations', SIMULATIONS, 2, MOST_SIMULATIONS);
  const draws = POSTERIOR_SAMPLER.chains * POSTERIOR_SAMPLER.draws;
  const shard = shardOf(args);
  if (shard !== null && shard.of > count)
    throw usage('--shard', `${shard.of} parts of ${count} replicates`, 'a replicate in every part');
  return {
    instrument: 'seu',
    analysis: 'sbc',
    title: `${arm.label} on ${design}`,
    datasets,
    settings: {
      arms: [arm],
      replicates: { first: 0, count },
      looks: { level: STUDY_LEVEL, planned: [count], added: [] },
      shard,
      posterior: posterior ? { sampler: POSTERIOR_SAMPLER, truths: Math.min(count, draws) } : null,
      sampler: calibrationSettings(args, arm.fitted),
      quantities: quantityOptions(args),
    },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
}

export async function planSbc(args: Arguments): Promise<PlannedCalibration> {
  const observed = args.text('posterior');
  const input = observed === undefined ? await designInput(args) : await posteriorInput(observed, args);
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  const fitted = fittedModel(model, args);
  checkProjections(projectionFaults(model, input.dataset.content, quantityOptions(args)));
  const arm: CalibrationArm = {
    label: model.name,
    design: input.dataset.hash,
    model,
    fitted,
    menus: menusOf(args, input.dataset),
    fault: faultOf(args),
  };
  return {
    plan: planOfArm(args, arm, input.label, [input.dataset.hash], observed !== undefined),
    dataset: input.dataset,
    warnings: inputWarnings(input, model),
  };
}
