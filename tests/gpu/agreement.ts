// Spot-checks a device's draws: their log densities against f64.
import { samplingModel } from '../../src/engine/models.ts';
import type { ChainTask, Chunk } from '../../src/engine/types.ts';

const CHECKED = 8;

/**
 * The largest |lp − lp in f64| / (1 + |lp|) over up to eight draws of a chunk, spread evenly. About 1e-6 for a
 * device in order.
 */
export function agreement(chunk: Chunk, task: ChainTask): number {
  const model = samplingModel(task.instance);
  const target = model.target(new Float64Array(0));
  const n = model.dimension;
  const gradient = new Float64Array(n);
  const { position, lp } = chunk.columns;
  let worst = 0;
  const checked = Math.min(CHECKED, chunk.count);
  for (let i = 0; i < checked; i++) {
    const draw = Math.trunc(((i + 0.5) * chunk.count) / checked);
    const truth = target.logDensity(position.slice(draw * n, (draw + 1) * n), gradient);
    const error = Math.abs(lp[draw] - truth) / (1 + Math.abs(truth));
    worst = error <= worst ? worst : error;
  }
  return worst;
}
