// From what a chain left on the device to the news that the engine gives of its task.
import { SAMPLER_STATISTICS, type Advance, type Chunk } from '../types.ts';
import { checkpointOf, PHASE, type ChainRecord } from './chain-state.ts';
import type { Seat } from './seats.ts';

const COUNT = SAMPLER_STATISTICS.length;

/** Statistics in the order in which shaders/samplers/transition.wesl writes them, which is that of the chunks. */
function statisticsOf(rows: Float32Array, count: number, stride: number, constant: number) {
  const shift: Readonly<Record<string, number>> = { lp: constant, energy: -constant };
  const columns = SAMPLER_STATISTICS.map((name, j) => {
    const column = Float64Array.from({ length: count }, (_, i) => rows[i * stride + j] + (shift[name] ?? 0));
    return [name, column] as const;
  });
  return Object.fromEntries(columns);
}

/** Canonical positions, count × n. */
function positionsOf({ site }: Seat, rows: Float32Array, count: number, stride: number): Float64Array {
  const n = site.model.dimension;
  const positions = new Float64Array(count * n);
  for (let i = 0; i < count; i++) {
    const position = positions.subarray(i * n, (i + 1) * n);
    position.set(rows.subarray(i * stride + COUNT, i * stride + COUNT + n));
    site.model.turn(site.basis, position, true);
  }
  return positions;
}

function chunkOf(seat: Seat, record: ChainRecord, rows: Float32Array, stride: number): Chunk | null {
  const count = record.drawn;
  if (count === 0) return null;
  const kept = Math.trunc((record.iteration - seat.warmup) / seat.task.sampler.thin);
  return {
    taskKey: seat.task.key,
    first: kept - count,
    count,
    columns: {
      position: positionsOf(seat, rows, count, stride),
      ...statisticsOf(rows, count, stride, seat.site.dataset.constant),
    },
    gradients: record.gradients,
    warmupGradients: record.warmup_gradients,
  };
}

/** `rows` are the chain's draws since the last reading, `kept` its vectors, each `dimensions` entries apart. */
export function advanceOf(
  seat: Seat,
  record: ChainRecord,
  kept: Float32Array,
  rows: Float32Array,
  dimensions: number,
): Advance {
  const failed = record.phase === PHASE.failed;
  return {
    taskKey: seat.task.key,
    chunk: chunkOf(seat, record, rows, COUNT + dimensions),
    checkpoint: checkpointOf(seat.task.key, record, kept, dimensions, seat.site.model.dimension),
    iteration: record.iteration,
    iterations: seat.iterations,
    done: failed || record.phase === PHASE.done,
    failure: failed ? 'the log density is not finite in f32 where the chain starts' : null,
  };
}
