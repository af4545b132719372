// A pooled warmup as a task: its one chunk holds the tuning.
import { PILOT_CHAINS, startPilot } from '../../inference/pooled.ts';
import type { SamplingModel } from '../../models/sampling.ts';
import { replicationOf, samplingModel } from '../models.ts';
import type { Advance, Checkpoint, Chunk, EnsembleTask, TuneTask, Tuning } from '../types.ts';
import type { Stepper } from './stepper.ts';

/** The tuning that a finished tune task's chunk holds. */
export function tuningOf(chunk: Chunk): Tuning {
  const { step_size, variances, basis, positions, iterations } = chunk.columns;
  return {
    stepSize: step_size[0],
    variances,
    basis,
    positions,
    iterations: iterations[0],
    gradients: chunk.warmupGradients,
  };
}

/** Indices of the ensemble's replicates: apart from any that are counted. */
const FIRST_OF_ENSEMBLE = 2 ** 31;

function modelsOf(task: TuneTask | EnsembleTask): readonly SamplingModel[] {
  if (task.kind === 'tune') return [samplingModel(task.instance)];
  const { replicate } = replicationOf(task.study, task.stream.seed);
  return Array.from({ length: PILOT_CHAINS }, (_, chain) =>
    samplingModel(replicate(FIRST_OF_ENSEMBLE + chain).fitted),
  );
}

export function tuneStepper(task: TuneTask | EnsembleTask, checkpoint: Checkpoint | null): Stepper {
  const saved = checkpoint?.state as Record<string, Float64Array> | undefined;
  const { seed, task: index } = task.stream;
  const { warmup, targetAcceptance } = task.sampler;
  const models = modelsOf(task);
  const pilot = startPilot(models, seed, index, warmup, targetAcceptance, saved ?? null);
  let gradients = saved?.gradients[0] ?? 0;

  function result(): Chunk {
    const { stepSize, variances, basis, positions } = pilot.result();
    const columns = {
      step_size: Float64Array.of(stepSize),
      variances,
      basis,
      positions,
      iterations: Float64Array.of(pilot.total),
      chains: Float64Array.of(PILOT_CHAINS),
    };
    return { taskKey: task.key, first: 0, count: 1, columns, gradients: 0, warmupGradients: gradients };
  }

  function report(): Advance {
    const done = pilot.iteration() >= pilot.total;
    const state = { ...pilot.save(), gradients: Float64Array.of(gradients) };
    return {
      taskKey: task.key,
      chunk: done ? result() : null,
      checkpoint: { taskKey: task.key, engine: 'cpu', iteration: pilot.iteration(), state },
      iteration: pilot.iteration(),
      iterations: pilot.total,
      done,
      failure: null,
    };
  }

  return {
    get done() {
      return pilot.iteration() >= pilot.total;
    },
    step() {
      const spent = pilot.advance();
      gradients += spent;
      return spent * (models[0].cost ?? 1);
    },
    report,
  };
}
