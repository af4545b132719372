// Pooled warmup: a small ensemble of HMC chains finds one step, one metric and one turn of the coordinates for all.
//
// Three phases: curvature gives the turn and a first metric, draws of all chains give the variances, and the last
// phase settles the step. Chains are synchronised at every iteration, in chain order.
import { randomStream } from '../math/random.ts';
import type { SamplingModel } from '../models/sampling.ts';
import type { Target } from '../models/target.ts';
import {
  averagedStep,
  currentStep,
  learnStep,
  learnVariances,
  startStep,
  startVariances,
  takeVariances,
  type StepAdaptation,
} from './adaptation.ts';
import { initialPoint, pointAt, type Kernel, type Point } from './chain.ts';
import { hmcKernel } from './hmc.ts';
import { initialStep } from './initial-step.ts';

/** Chains of the pilot ensemble: fixed, so that a tuning depends on plan and seed alone. */
export const PILOT_CHAINS = 16;
const PHASES = { turn: 40, variances: 60, step: 50 } as const;
const WHOLE = PHASES.turn + PHASES.variances + PHASES.step;

export interface PilotSchedule {
  readonly turn: number;
  readonly variances: number;
  readonly step: number;
}

/** 40 + 60 + 50 iterations, or the same shares of a smaller `warmup`. */
export function pilotSchedule(warmup: number): PilotSchedule {
  const share = Math.min(1, warmup / WHOLE);
  const turn = Math.trunc(PHASES.turn * share);
  const variances = Math.trunc(PHASES.variances * share);
  return { turn, variances, step: Math.min(warmup, WHOLE) - turn - variances };
}

/** State of a pilot between iterations; positions are in the turned coordinates of `basis`. */
export interface Pilot {
  /** Iterations done of the schedule's total. */
  iteration(): number;
  readonly total: number;
  /** One transition of every chain; returns the gradients spent. */
  advance(): number;
  /** The result once `iteration() === total`. */
  result(): PilotResult;
  /** Everything that the next iteration depends on, as typed arrays. */
  save(): Record<string, Float64Array>;
}

export interface PilotResult {
  readonly stepSize: number;
  readonly variances: Float64Array;
  readonly basis: Float64Array;
  /** Canonical positions, one row a chain. */
  readonly positions: Float64Array;
}

/**
 * Starts a pilot, or takes one up where `saved` left it. `models` is one model, or one for each chain: an ensemble of
 * posteriors with the same coordinates, whose variances are averaged within posteriors.
 */
export function startPilot(
  models: readonly SamplingModel[],
  seed: number,
  task: number,
  warmup: number,
  targetAcceptance: number,
  saved: Readonly<Record<string, Float64Array>> | null,
): Pilot {
  const [model] = models;
  const modelOf = (chain: number): SamplingModel => models[chain % models.length];
  const n = model.dimension;
  const schedule = pilotSchedule(warmup);
  const total = schedule.turn + schedule.variances + schedule.step;
  const streams = Array.from({ length: PILOT_CHAINS }, (_, chain) =>
    randomStream(seed, task, pilotChain(chain)),
  );
  let basis: Float64Array = saved?.basis ?? new Float64Array(0);
  let targets = models.map(({ target }) => target(basis));
  const targetOf = (chain: number): Target => targets[chain % models.length];
  let kernels: Kernel[] = streams.map((stream, chain) => hmcKernel(targetOf(chain), stream));
  const variances = saved?.variances.slice() ?? new Float64Array(n).fill(1);
  const width = 1 + 2 * n;
  const sums = models.map((_, i) => saved?.sums.slice(i * width, (i + 1) * width) ?? startVariances(n));
  const points: Point[] = streams.map((stream, chain) =>
    saved
      ? pointAt(targetOf(chain), saved.positions.slice(chain * n, (chain + 1) * n))
      : initialPoint(targetOf(chain), stream),
  );
  const step: StepAdaptation =
    saved?.step.slice() ?? startStep(initialStep(targetOf(0), streams[0], points[0], variances));
  const curvature = model.curvature();
  let done = saved ? saved.iteration[0] : 0;
  const gathered: Float64Array[] = [];
  if (saved) for (let i = 0; i < saved.gathered.length; i += n) gather(saved.gathered.slice(i, i + n));

  function gather(position: Float64Array): void {
    gathered.push(position);
    curvature.add(position);
  }

  function turn(): void {
    const estimate = curvature.estimate();
    gathered.length = 0;
    basis = estimate.basis;
    variances.set(estimate.variances);
    targets = models.map(({ target }) => target(basis));
    kernels = streams.map((stream, chain) => hmcKernel(targetOf(chain), stream));
    points.forEach((point, chain) => {
      modelOf(chain).turn(basis, point.position, false);
      points[chain] = pointAt(targetOf(chain), point.position);
    });
    step.set(startStep(initialStep(targetOf(0), streams[0], points[0], variances)));
  }

  function closePhase(): void {
    if (done === schedule.turn) turn();
    if (done === schedule.turn + schedule.variances) {
      takeAverage(sums, variances);
      step.set(startStep(currentStep(step)));
    }
  }

  function learn(): void {
    if (done >= schedule.turn / 2 && done < schedule.turn)
      for (const { position } of points) gather(position.slice());
    const drawn = done - schedule.turn;
    if (drawn >= schedule.variances / 4 && drawn < schedule.variances)
      points.forEach(({ position }, chain) => learnVariances(sums[chain % models.length], position));
  }

  function advance(): number {
    let acceptance = 0;
    let leapfrogs = 0;
    kernels.forEach((kernel, chain) => {
      const info = kernel.transition(points[chain], done + 1, currentStep(step), variances);
      acceptance += info.acceptStat;
      leapfrogs += info.leapfrogs;
    });
    learnStep(step, acceptance / PILOT_CHAINS, targetAcceptance);
    learn();
    done += 1;
    closePhase();
    return leapfrogs;
  }

  const allPositions = (): Float64Array => {
    const all = new Float64Array(PILOT_CHAINS * n);
    points.forEach(({ position }, chain) => all.set(position, chain * n));
    return all;
  };

  return {
    total,
    iteration: () => done,
    advance,
    result() {
      const positions = allPositions();
      for (let chain = 0; chain < PILOT_CHAINS; chain++)
        model.turn(basis, positions.subarray(chain * n, (chain + 1) * n), true);
      return { stepSize: averagedStep(step), variances: variances.slice(), basis: basis.slice(), positions };
    },
    save: () => ({
      iteration: Float64Array.of(done),
      basis: basis.slice(),
      variances: variances.slice(),
      sums: Float64Array.from(sums.flatMap((sum) => [...sum])),
      step: step.slice(),
      positions: allPositions(),
      gathered: Float64Array.from(gathered.flatMap((position) => [...position])),
    }),
  };
}

/** Means over posteriors of their variances. */
function takeAverage(sums: readonly Float64Array[], variances: Float64Array): void {
  const own = variances.slice();
  const total = new Float64Array(variances.length);
  for (const sum of sums) {
    takeVariances(sum, own);
    own.forEach((value, i) => (total[i] += value));
  }
  total.forEach((value, i) => (variances[i] = value / sums.length));
}

/** Pilot chains use streams of their own, far from those of the fit's chains. */
const pilotChain = (chain: number): number => (1 << 20) + chain;
