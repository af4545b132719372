// What luce recover is asked: a design and a model, at several sizes, or the matched comparison.
import type { SamplerSettings } from '../engine/types.ts';
import type { CalibrationArm, CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { matchedArms, sampleSizeArms } from '../instruments/seu/calibration/matched-plan.ts';
import { projectionFaults } from '../instruments/seu/calibration/projections.ts';
import { HMC_TARGET_ACCEPTANCE } from '../instruments/seu/plan.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { ALL_MENUS } from '../models/seu/subset.ts';
import { STUDY_LEVEL } from '../statistics/sbc/looks.ts';
import { engineChoice, fraction, oneOf, seedOf, usage, wholeNumber, type Arguments } from './arguments.ts';
import { designInput } from './design-input.ts';
import { inputWarnings, resolveModel, type Input } from './inputs.ts';
import { checkProjections, MOST_SIMULATIONS, quantityOptions, type PlannedCalibration } from './sbc-plan.ts';

const SIMULATIONS = 50;
const MATCHED_SIMULATIONS = 100;

/** Four chains of a thousand draws, as in the paper's recovery. */
const recoverySampler = (args: Arguments): SamplerSettings => ({
  name: oneOf(args, 'sampler', ['hmc', 'nuts'], 'hmc'),
  chains: wholeNumber(args, 'chains', 4, 1, 64),
  warmup: wholeNumber(args, 'warmup', 1000, 20, 1_000_000),
  draws: wholeNumber(args, 'draws', 1000, 4, 1_000_000),
  thin: wholeNumber(args, 'thin', 2, 1, 100_000),
  targetAcceptance: fraction(args, 'target-acceptance', HMC_TARGET_ACCEPTANCE),
  maxDepth: wholeNumber(args, 'max-depth', 10, 1, 15),
});

function sizesOf(args: Arguments, menus: number): readonly number[] | null {
  const text = args.text('sizes');
  if (text === undefined) return null;
  const sizes = text.split(',').map(Number);
  if (sizes.some((size) => !(Number.isInteger(size) && size >= 1 && size <= menus)))
    throw usage('--sizes', JSON.stringify(text), `menus from 1 to ${menus}, such as 25,50,100`);
  return sizes;
}

function armsOf(args: Arguments, { dataset }: Input, model: SeuModel): readonly CalibrationArm[] {
  const { hash, content } = dataset;
  const sizes = sizesOf(args, content.uncertain.menus.length);
  if (args.has('matched') && sizes) throw usage('--matched', '--sizes beside it', 'one or the other');
  if (!args.has('matched')) {
    if (sizes) return sampleSizeArms(hash, model, content, sizes);
    return [{ label: model.name, design: hash, model, fitted: model, menus: ALL_MENUS, fault: null }];
  }
  try {
    return matchedArms(content, hash, model);
  } catch (error) {
    throw usage('--matched', error instanceof Error ? error.message : String(error), 'm_1 with N and S');
  }
}

export async function planRecovery(args: Arguments): Promise<PlannedCalibration> {
  if (args.text('shard') !== undefined)
    throw usage('--shard', 'luce recover', 'luce sbc, whose parts luce merge joins');
  const input = await designInput(args);
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  checkProjections(projectionFaults(model, input.dataset.content, quantityOptions(args)));
  const arms = armsOf(args, input, model);
  const usual = args.has('matched') ? MATCHED_SIMULATIONS : SIMULATIONS;
  const count = wholeNumber(args, 'simulations', usual, 2, MOST_SIMULATIONS);
  const plan: CalibrationPlan = {
    instrument: 'seu',
    analysis: 'recover',
    title: `${model.name} on ${input.label}`,
    datasets: [input.dataset.hash],
    settings: {
      arms,
      replicates: { first: 0, count },
      looks: { level: STUDY_LEVEL, planned: [count], added: [] },
      shard: null,
      posterior: null,
      sampler: recoverySampler(args),
      quantities: quantityOptions(args),
    },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
  return { plan, dataset: input.dataset, warnings: inputWarnings(input, model) };
}
