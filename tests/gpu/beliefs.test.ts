import { afterAll, describe, expect, it } from 'vitest';
import { beliefsStepper } from '../../src/engine/cpu/beliefs-stepper.ts';
import type { BeliefTask, Checkpoint, Engine } from '../../src/engine/types.ts';
import { FIT_STOPS } from '../../src/inference/beliefs/fit.ts';
import { kindOf, type BeliefPart } from '../../src/inference/beliefs/parts.ts';
import { completeCases, selectOutputs, type BeliefOutput } from '../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../src/models/beliefs/model.ts';
import { addLogPrior, FLAT_PRIORS, WEAK_PRIORS } from '../../src/models/beliefs/priors.ts';
import { smallCell } from '../support/beliefs.ts';
import { lossyGpu } from './lossy-gpu.ts';
import { onGpu, type Columns } from './portability-support.ts';
import { NO_ADAPTER } from './support.ts';

const gpu = await lossyGpu();
const shared = gpu && (await gpu.openEngine());
afterAll(() => shared?.dispose());

/** Answers of at least 15 cases differ from the rest: thresholds are well determined. */
const VARIED = 15;
const whole = smallCell();
const complete = completeCases(whole);

function isVaried(output: BeliefOutput): boolean {
  const j = whole.outputs.indexOf(output);
  const answers = Array.from(complete, (i) => whole.responses[i * whole.outputs.length + j]);
  const accepted = answers.reduce((sum, value) => sum + value, 0);
  return Math.min(accepted, answers.length - accepted) >= VARIED;
}

/** Few prompts, since a software adapter is slow: the report, one scale, decisions with an instruction. */
const [scale] = whole.outputs.filter(({ family }) => family === 'ordinal');
const decisions = whole.outputs.filter(
  (output) => output.family === 'decision' && output.threshold !== null && isVaried(output),
);
const small = selectOutputs(
  whole,
  (output) => output.family === 'probability' || output === scale || decisions.slice(0, 4).includes(output),
);
const every = (step: number, from: number): number[] =>
  Array.from(complete).filter((_, i) => i % step === from);

const SETTINGS: BeliefTask['settings'] = {
  kind: 'linear',
  estimator: 'map',
  clip: 1e-4,
  clips: [1e-3, 5e-3],
  curveResamples: 0,
  oneLatent: 0,
  noLatent: 0,
  replicates: 0,
  prevalence: NaN,
};

const taskOf = (part: BeliefPart, parts: Partial<BeliefTask> = {}): BeliefTask => ({
  kind: 'beliefs',
  key: part,
  stream: { seed: 3, task: 0, chain: 0 },
  cell: small,
  rows: { train: Array.from(complete).filter((_, i) => i % 5 > 0), validation: [], test: every(5, 0) },
  settings: SETTINGS,
  part,
  first: 0,
  count: 1,
  fitKey: null,
  theta: null,
  ...parts,
});

function onCpu(task: BeliefTask): Columns {
  const stepper = beliefsStepper(task, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!.columns;
}

/** logit⁻¹(−α / β) of the decisions. */
function thresholds({ cell, settings }: BeliefTask, { theta }: Columns): number[] {
  const { scores, outputs } = beliefModel(settings.kind, cell.outputs);
  return scores
    .filter(({ output }) => outputs[output].family === 'decision')
    .map(({ cutpoint, slopes }) => 1 / (1 + Math.exp(theta[cutpoint] / theta[slopes[0]])));
}

/** What the fits of a task climb, row by row: the likelihood alone moves along it by more than fits are exact to. */
function climbed({ part, cell, settings }: BeliefTask, { train, theta }: Columns): number[] {
  const { layout } = beliefModel(kindOf(part, settings), cell.outputs);
  const priors = settings.estimator === 'map' ? WEAK_PRIORS : FLAT_PRIORS;
  return Array.from(train, (value, row) => {
    const own = theta.slice(row * layout.dimension, (row + 1) * layout.dimension);
    return value + addLogPrior(layout, priors, own, new Float64Array(layout.dimension));
  });
}

const stops = ({ stop }: Columns): string[] => Array.from(stop, (index) => FIT_STOPS[index]);

/** Splines end on plateaus, where a gradient of 1e-3 leaves more. */
const SAME = { spline: 1e-5, others: 1e-6 };

function expectSameFit(task: BeliefTask, found: Columns, truth: Columns): void {
  const expected = climbed(task, truth);
  const tolerance = task.part === 'spline' ? SAME.spline : SAME.others;
  climbed(task, found).forEach((value, row) =>
    expect(Math.abs(value / expected[row] - 1), task.key).toBeLessThan(tolerance),
  );
  if (task.settings.estimator === 'map') expect(stops(found)).toEqual(stops(truth));
  expect(Object.keys(found)).toEqual(Object.keys(truth));
}

describe.skipIf(gpu === null)(`belief fits on the GPU${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  const engine = shared ?? ({} as Engine);

  it('agree with those in f64: several parts at once', async () => {
    const tasks = [
      taskOf('fit'),
      taskOf('folds', { rows: { train: every(2, 0), validation: [], test: every(2, 1) } }),
      taskOf('clips', { count: 2 }),
      taskOf('shared'),
      taskOf('refits', { first: 5 }),
      taskOf('spline'),
      taskOf('fit', { key: 'mle', settings: { ...SETTINGS, estimator: 'mle' } }),
    ];
    const found = await onGpu(engine, tasks);
    for (const task of tasks) expectSameFit(task, found.get(task.key)!, onCpu(task));
    const [fit] = tasks;
    const truth = onCpu(fit);
    const own = found.get('fit')!;
    const implied = thresholds(fit, truth);
    expect(implied).toHaveLength(4);
    thresholds(fit, own).forEach((value, k) => expect(Math.abs(value - implied[k])).toBeLessThan(1e-3));
    const drawn = tasks.find(({ part }) => part === 'refits')!;
    const refitted = thresholds(drawn, onCpu(drawn));
    thresholds(drawn, found.get('refits')!).forEach((value, k) => {
      expect(Math.abs(value - refitted[k])).toBeLessThan(1e-3);
      expect(value).not.toBeCloseTo(implied[k], 4);
    });
    expect(own.gap[0]).toBeCloseTo(truth.gap[0], 2);
    own.belief.forEach((value, i) => expect(Math.abs(value - truth.belief[i])).toBeLessThan(1e-3));
  });

  it('fit two dimensions', async () => {
    const task = taskOf('plane', {
      rows: { train: every(6, 1), validation: every(6, 2), test: every(6, 3) },
    });
    const found = await onGpu(engine, [task]);
    const [own, truth] = [found.get('plane')!, onCpu(task)];
    expect(Math.abs(own.train[0] - truth.train[0])).toBeLessThan(0.05);
  });

  it('have the same bits whatever the dispatches, across a loss and from a checkpoint', async () => {
    const rows = { train: every(4, 1), validation: [], test: every(4, 2) };
    const tasks = [taskOf('clips', { rows, count: 2 }), taskOf('folds', { rows })];
    const alone = await Promise.all(tasks.map(async (task) => (await onGpu(engine, [task])).get(task.key)!));
    const short = await gpu!.openEngine({ chains: 1, leapfrogs: 1 });
    const saved = new Map<string, Checkpoint>();
    let destroyed = false;
    const found = await onGpu(short, tasks, new Map(), (news) => {
      for (const { taskKey, checkpoint, done } of news)
        if (!done) saved.set(taskKey, structuredClone(checkpoint));
      if (!destroyed) gpu!.loseDevice();
      destroyed = true;
    });
    short.dispose();
    tasks.forEach(({ key }, i) => expect(found.get(key), key).toEqual(alone[i]));
    expect(saved.get('clips')).toMatchObject({ engine: 'gpu', iteration: 1 });
    const rest = await onGpu(engine, [tasks[0]], saved);
    expect(rest.get('clips')!.theta).toEqual(alone[0].theta.slice(alone[0].theta.length / 2));
  });

  it('fail alone, with what was wrong', async () => {
    const bad = taskOf('folds', { key: 'bad', rows: { train: [], validation: [], test: every(5, 0) } });
    const run = await engine.prepare([bad], new Map());
    const news = [];
    while (news.length === 0) news.push(...(await run.advance()));
    run.dispose();
    expect(news).toMatchObject([
      { taskKey: 'bad', done: true, failure: 'no training cases; needed at least one' },
    ]);
  });

  it('leave to the CPU what is not theirs, and say why', () => {
    expect(engine.refuses(taskOf('fit'))).toBeNull();
    expect(engine.refuses(taskOf('refits'))).toBeNull();
    expect(engine.refuses(taskOf('resamples'))).toMatch(/resamples reads or judges a fit in f64/);
    const adam = { ...SETTINGS, estimator: 'adam' as const };
    expect(engine.refuses(taskOf('fit', { settings: adam }))).toMatch(/path.*Adam protocol/);
    expect(engine.refuses(taskOf('spline', { settings: adam }))).toBeNull();
    const many = { ...taskOf('plane').rows, train: Array.from({ length: 66_000 }, () => 0) };
    expect(engine.refuses(taskOf('plane', { rows: many }))).toMatch(/66000 training cases/);
    const large = { ...many, train: many.train.slice(0, 65_000) };
    expect(engine.refuses(taskOf('plane', { rows: large }))).toMatch(/bytes in one buffer/);
  });
});
