// How much faster a chain's trajectories are in WebAssembly than by the TypeScript reference, on this core.
import { pointAt } from '../../src/inference/chain.ts';
import { hmcKernel } from '../../src/inference/hmc.ts';
import { jitteredStep } from '../../src/inference/jitter.ts';
import { nutsKernel } from '../../src/inference/nuts.ts';
import { startPilot, type PilotResult } from '../../src/inference/pooled.ts';
import { randomStream } from '../../src/math/random.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import type { SamplingModel } from '../../src/models/sampling.ts';
import { seuTarget } from '../../src/models/seu/density.ts';
import { frameOf, turnFrame } from '../../src/models/seu/frame.ts';
import { seuSampling } from '../../src/models/seu/sampling.ts';
import type { Target } from '../../src/models/target.ts';
import type { Subject } from './fits.ts';
import { atLeast, type Tally } from './tally.ts';

const WARMUP = 150;
const ACCEPTANCE = 0.9;
const DEPTH = 10;
const BATCHES = 100;
const TRANSITIONS = 20;
const LEAST_GAIN = 1.8;

function tuned(model: SamplingModel): PilotResult {
  const pilot = startPilot([model], 1, 0, WARMUP, ACCEPTANCE, null);
  while (pilot.iteration() < pilot.total) pilot.advance();
  return pilot.result();
}

/** Microseconds a gradient of the next batch of transitions: the whole sampler, not the density alone. */
function batches(
  name: 'hmc' | 'nuts',
  target: Target,
  start: Float64Array,
  tuning: PilotResult,
): () => number {
  const random = randomStream(1, 0, 0);
  const kernel = name === 'hmc' ? hmcKernel(target, random) : nutsKernel(target, random, DEPTH);
  const point = pointAt(target, start.slice());
  let iteration = 0;
  return () => {
    let gradients = 0;
    const began = performance.now();
    for (let i = 0; i < TRANSITIONS; i++) {
      iteration += 1;
      const step = jitteredStep(random, iteration, tuning.stepSize);
      gradients += kernel.transition(point, iteration, step, tuning.variances).leapfrogs;
    }
    return (1e3 * (performance.now() - began)) / gradients;
  };
}

/** The fastest of many short batches in turn: what load there is falls on both alike, and CPU time is too coarse. */
export function checkWasm(tally: Tally, { dataset, model, label }: Subject): void {
  const data = encodeSeu(dataset.content, model.link);
  const sampling = seuSampling(model, data);
  const tuning = tuned(sampling);
  const start = tuning.positions.slice(0, sampling.dimension);
  sampling.turn(tuning.basis, start, false);
  const plain = seuTarget(model, data, turnFrame(frameOf(model, data), tuning.basis));
  for (const name of ['hmc', 'nuts'] as const) {
    const fast = batches(name, sampling.target(tuning.basis), start, tuning);
    const slow = batches(name, plain, start, tuning);
    let least = Infinity;
    let leastPlain = Infinity;
    for (let i = 0; i < BATCHES; i++) {
      least = Math.min(least, fast());
      leastPlain = Math.min(leastPlain, slow());
    }
    tally.note(
      `${label} ${name}: ${least.toFixed(2)} µs a gradient in WebAssembly, ${leastPlain.toFixed(2)} by the reference`,
    );
    atLeast(
      tally,
      `${label} ${name}, gradients per second against the reference`,
      leastPlain / least,
      LEAST_GAIN,
    );
  }
}
