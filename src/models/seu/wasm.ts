// The target that samplers use: density.ts, or its WebAssembly twin with the same bits where that can run.
import type { Flight, Motion, Target } from '../target.ts';
import type { SeuData } from './data.ts';
import { seuTarget } from './density.ts';
import type { Fault } from './faults.ts';
import type { Frame } from './frame.ts';
import type { SeuModel } from './presets.ts';
import { wasmImage } from './wasm-image.ts';
import { wasmMachine, type WasmMachine } from './wasm-machine.ts';

/** Beyond this a design stays with the reference: its arrays outgrow any cache, and memory is never given back. */
const LARGEST_BYTES = 1 << 24;

/** The fastest target that this thread has for the model; `fault` and the plain frame are for the reference alone. */
export function samplingTarget(model: SeuModel, data: SeuData, frame: Frame, fault: Fault | null): Target {
  const machine = frame.reduced && fault === null ? wasmMachine() : null;
  return (machine && wasmTarget(machine, model, data, frame)) ?? seuTarget(model, data, frame, fault);
}

/** `frame` must be reduced; null where the design is too large. */
export function wasmTarget(
  machine: WasmMachine,
  model: SeuModel,
  data: SeuData,
  frame: Frame,
): Target | null {
  const image = wasmImage(model, data, frame);
  if (image.end > LARGEST_BYTES) return null;
  let twin: Target | null = null;
  /** Where an exponential would overflow, menus need maxima of their own, or numbers are not finite. */
  const reference = (): Target => (twin ??= seuTarget(model, data, frame));

  function logDensity(position: Float64Array, gradient: Float64Array): number {
    const arrays = machine.bind(image);
    arrays.position.set(position);
    if (!machine.density()) return reference().logDensity(position, gradient);
    gradient.set(arrays.gradient);
    return arrays.results[0];
  }

  /** The evaluation and second half kick of a step whose position only the reference can evaluate. */
  function finishStep(motion: Motion, step: number, variances: Float64Array, energy: number): Flight {
    const { position, momentum, gradient } = motion;
    const lp = reference().logDensity(position, gradient);
    const half = 0.5 * step;
    let kinetic = 0;
    for (let i = 0; i < momentum.length; i++) {
      const p = momentum[i] + half * gradient[i];
      momentum[i] = p;
      kinetic += p * p * variances[i];
    }
    return { lp, error: 0.5 * kinetic - lp - energy, leapfrogs: 1 };
  }

  function integrate(
    motion: Motion,
    step: number,
    variances: Float64Array,
    steps: number,
    energy: number,
    limit: number,
  ): Flight {
    const { position, momentum, gradient } = motion;
    const arrays = machine.bind(image);
    arrays.variances.set(variances);
    let leapfrogs = 0;
    for (;;) {
      arrays.position.set(position);
      arrays.momentum.set(momentum);
      arrays.gradient.set(gradient);
      const done = machine.integrate(steps - leapfrogs, step, energy, limit);
      position.set(arrays.position);
      momentum.set(arrays.momentum);
      gradient.set(arrays.gradient);
      if (done >= 0) return { lp: arrays.results[0], error: arrays.results[1], leapfrogs: leapfrogs + done };
      const { lp, error } = finishStep(motion, step, variances, energy);
      leapfrogs += -done;
      if (leapfrogs === steps || !(error <= limit)) return { lp, error, leapfrogs };
    }
  }

  return { dimension: frame.dimension, logDensity, integrate };
}
