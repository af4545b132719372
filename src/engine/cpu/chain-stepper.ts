// One chain as a task: warmup of its own (nuts) or a tuning given (hmc), then kept draws.
import {
  averagedStep,
  currentStep,
  learnStep,
  learnVariances,
  startStep,
  startVariances,
  takeVariances,
  warmupWindows,
} from '../../inference/adaptation.ts';
import {
  finitePoint,
  initialPoint,
  pointAt,
  type Point,
  type TransitionInfo,
} from '../../inference/chain.ts';
import { hmcKernel } from '../../inference/hmc.ts';
import { initialStep } from '../../inference/initial-step.ts';
import { jitteredStep } from '../../inference/jitter.ts';
import { nutsKernel } from '../../inference/nuts.ts';
import { randomStream } from '../../math/random.ts';
import { drawBuffer } from '../draw-buffer.ts';
import { samplingModel } from '../models.ts';
import type { Advance, ChainTask, Checkpoint, Tuning } from '../types.ts';
import type { Stepper } from './stepper.ts';

/**
 * The pilot's position, canonical, from which a chain starts. Up to as many chains as the pilot has rows take them in
 * turn, replicates of a study round and round; more chains of one fit share them in consecutive groups, the superchains
 * of nested R-hat.
 */
export function tunedPosition(
  tuning: Tuning,
  chain: number,
  chains: number,
  dimension: number,
): Float64Array {
  const rows = tuning.positions.length / dimension;
  const row = chains <= rows ? chain % rows : Math.trunc(((chain % chains) * rows) / chains);
  return tuning.positions.slice(row * dimension, (row + 1) * dimension);
}

export function tuningFor(task: ChainTask): Tuning | null {
  if (task.sampler.name === 'nuts') return null;
  if (task.tuning === null) throw new Error(`task ${task.key}: hmc needs the tuning of ${task.tuneKey}`);
  return task.tuning;
}

export function chainStepper(task: ChainTask, checkpoint: Checkpoint | null): Stepper {
  const { sampler, stream } = task;
  const saved = checkpoint?.state as Record<string, Float64Array> | undefined;
  const tuning = tuningFor(task);
  const model = samplingModel(task.instance);
  const n = model.dimension;
  const basis = tuning?.basis ?? new Float64Array(0);
  const target = model.target(basis);
  const random = randomStream(stream.seed, stream.task, stream.chain);
  const warmup = tuning ? 0 : sampler.warmup;
  const iterations = warmup + sampler.draws * sampler.thin;
  const windows = warmupWindows(warmup);
  const kernel = tuning ? hmcKernel(target, random) : nutsKernel(target, random, sampler.maxDepth);
  let point = startPoint();
  const variances = saved?.variances.slice() ?? tuning?.variances.slice() ?? new Float64Array(n).fill(1);
  const step = saved?.step.slice() ?? firstStep();
  let sums = saved?.sums.slice() ?? startVariances(n);
  let iteration = checkpoint?.iteration ?? 0;
  let gradients = saved?.gradients[0] ?? 0;
  let warmupGradients = saved?.gradients[1] ?? 0;
  const buffer = drawBuffer(Math.max(0, Math.trunc((iteration - warmup) / sampler.thin)));

  function startPoint(): Point {
    if (saved) return pointAt(target, saved.position.slice());
    if (!tuning) return initialPoint(target, random);
    const position = tunedPosition(tuning, stream.chain, sampler.chains, n);
    model.turn(basis, position, false);
    return finitePoint(target, position);
  }

  function firstStep(): Float64Array {
    if (tuning) return startStep(tuning.stepSize);
    return startStep(initialStep(target, random, point, variances));
  }

  /** The model's own moves, before the transition: what is kept is what the transition says of itself. */
  function refresh(): void {
    if (!model.refresh) return;
    const position = point.position.slice();
    model.turn(basis, position, true);
    if (!model.refresh(position, random, iteration)) return;
    model.turn(basis, position, false);
    point = pointAt(target, position);
  }

  function adapt(info: TransitionInfo): void {
    warmupGradients += info.leapfrogs;
    learnStep(step, info.acceptStat, sampler.targetAcceptance);
    const window = windows[iteration - 1];
    if (window.collect) learnVariances(sums, point.position);
    if (window.close) {
      takeVariances(sums, variances);
      sums = startVariances(n);
      step.set(startStep(currentStep(step)));
    }
    if (iteration === warmup) step.set(startStep(averagedStep(step)));
  }

  function keep(info: TransitionInfo): void {
    gradients += info.leapfrogs;
    if ((iteration - warmup) % sampler.thin !== 0) return;
    const position = point.position.slice();
    model.turn(basis, position, true);
    buffer.add(position, info);
  }

  function report(): Advance {
    const state = {
      position: point.position.slice(),
      variances: variances.slice(),
      step: step.slice(),
      sums: sums.slice(),
      gradients: Float64Array.of(gradients, warmupGradients),
    };
    return {
      taskKey: task.key,
      chunk: buffer.take(task.key, gradients, warmupGradients),
      checkpoint: { taskKey: task.key, engine: 'cpu', iteration, state },
      iteration,
      iterations,
      done: iteration >= iterations,
      failure: null,
    };
  }

  return {
    get done() {
      return iteration >= iterations;
    },
    step() {
      iteration += 1;
      refresh();
      const adapted = currentStep(step);
      const stepSize = iteration <= warmup ? adapted : jitteredStep(random, iteration, adapted);
      const info = kernel.transition(point, iteration, stepSize, variances);
      if (iteration <= warmup) adapt(info);
      else keep(info);
      return info.leapfrogs * (model.cost ?? 1);
    },
    report,
  };
}
