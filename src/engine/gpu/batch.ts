// Chains of one sampler side by side on a device: their buffers, one dispatch of work, and what is read back.
import { seedKey } from '../../math/random.ts';
import type { Advance } from '../types.ts';
import { advanceOf } from './advance.ts';
import { bind, dispatch, emptyBuffer, readWords, storageBuffer, uniformBuffer } from './buffers.ts';
import { CHAIN_LAYOUT, KEPT_VECTORS, PHASE, recordOf, vectorCount, type ChainRecord } from './chain-state.ts';
import type { Device } from './device.ts';
import { packDatasets } from './pack.ts';
import type { Pace } from './pace.ts';
import type { Pipelines } from './pipelines.ts';
import { scheduleBits, type Seat, type Site } from './seats.ts';
import { boundsOf, sizeConstants } from './sizes.ts';
import { linkKernel } from './sources.ts';

export const STATISTICS = 7;
const DRAW_BYTES = 2 ** 26;
const MOST_DRAWS = 1024;

export interface Batch {
  /** Chains not known to be done. */
  open(): number;
  /** One dispatch; resolves when it is over. */
  work(pace: Pace): Promise<void>;
  /** What each open chain gained since the last reading. */
  read(): Promise<readonly Advance[]>;
  dispose(): void;
}

interface Shape {
  readonly dimensions: number;
  readonly vectors: number;
  /** Draws that each chain has room for until they are read. */
  readonly capacity: number;
}

function shapeOf(seats: readonly Seat[], bindingBytes: number): Shape {
  const { dimensions } = boundsOf(seats.map(({ site }) => site.dataset.sizes));
  const vectors = seats.reduce((most, { task }) => Math.max(most, vectorCount(task.sampler)), 0);
  const rowBytes = 4 * (STATISTICS + dimensions);
  const capacity = Math.trunc(Math.min(DRAW_BYTES, bindingBytes) / (seats.length * rowBytes));
  return { dimensions, vectors, capacity: Math.max(1, Math.min(MOST_DRAWS, capacity)) };
}

/** Datasets first, then one schedule for each length of warmup. */
function packData(seats: readonly Seat[]) {
  const sites = [...new Set(seats.map(({ site }) => site))];
  const packed = packDatasets(sites.map(({ dataset }) => dataset));
  const scheduleAt = new Map<number, number>();
  const parts = [packed.indices];
  let length = packed.indices.length;
  for (const warmup of new Set(seats.map((seat) => seat.warmup))) {
    const bits = scheduleBits(warmup);
    scheduleAt.set(warmup, length);
    parts.push(bits);
    length += bits.length;
  }
  const indices = new Uint32Array(length);
  parts.reduce((at, part) => (indices.set(part, at), at + part.length), 0);
  const datasetOf = new Map<Site, number>(sites.map((site, i) => [site, i]));
  return { ...packed, indices, datasetOf, scheduleAt };
}

function packChains(seats: readonly Seat[], data: ReturnType<typeof packData>): Uint32Array {
  const words = new Uint32Array(seats.length * CHAIN_LAYOUT.words);
  seats.forEach(({ task, site, start, warmup, iterations }, slot) => {
    const key = seedKey(task.stream.seed);
    const scheduleAt = data.scheduleAt.get(warmup)!;
    const settings = { dataset: data.datasetOf.get(site)!, key, warmup, iterations, scheduleAt };
    CHAIN_LAYOUT.write(words, slot, recordOf(task, settings, start));
  });
  return words;
}

function packVectors(seats: readonly Seat[], { dimensions, vectors }: Shape): Float32Array {
  const all = new Float32Array(seats.length * vectors * dimensions);
  seats.forEach(({ start }, slot) =>
    KEPT_VECTORS.forEach((name, i) =>
      all.set(Array.from(start.vectors[name] ?? []), (slot * vectors + i) * dimensions),
    ),
  );
  return all;
}

async function pipelineFor(seats: readonly Seat[], lanes: number, pipelines: Pipelines, shape: Shape) {
  const bounds = boundsOf(seats.map(({ site }) => site.dataset.sizes));
  const source = await linkKernel({
    root: 'kernels/sample.wesl',
    model: seats[0].site.dataset.shader,
    sampler: `samplers/${seats[0].task.sampler.name}.wesl`,
    constants: { ...sizeConstants(bounds, lanes), VECTORS: shape.vectors },
  });
  return pipelines.get(source, 'sample');
}

/** All seats have the same sampler and are of the same family. */
export async function openBatch(
  opened: Device,
  pipelines: Pipelines,
  seats: readonly Seat[],
): Promise<Batch> {
  const { device, lanes, bindingBytes } = opened;
  const shape = shapeOf(seats, bindingBytes);
  const pipeline = await pipelineFor(seats, lanes, pipelines, shape);
  const rowWords = STATISTICS + shape.dimensions;
  const keptWords = KEPT_VECTORS.length * shape.dimensions;
  const data = packData(seats);
  const budget = uniformBuffer(device, 'budget', 16);
  const active = emptyBuffer(device, 'active chains', 4 * seats.length);
  const chains = storageBuffer(device, 'chains', packChains(seats, data));
  const vectors = storageBuffer(device, 'vectors', packVectors(seats, shape));
  const draws = emptyBuffer(device, 'draws', 4 * seats.length * shape.capacity * rowWords);
  const buffers = [
    storageBuffer(device, 'datasets', data.records),
    storageBuffer(device, 'reals', data.reals),
    storageBuffer(device, 'indices', data.indices),
    active,
    budget,
    chains,
    vectors,
    draws,
  ];
  const group = bind(device, pipeline, buffers);
  let slots = seats.map((_, slot) => slot);
  let first = 0;
  let epoch = 1;

  async function work(pace: Pace): Promise<void> {
    if (first >= slots.length) first = 0;
    const part = Uint32Array.from(slots.slice(first, first + pace.chains));
    first += part.length;
    device.queue.writeBuffer(budget, 0, Uint32Array.of(pace.leapfrogs, shape.capacity, epoch, 0));
    device.queue.writeBuffer(active, 0, part);
    dispatch(device, pipeline, group, part.length);
    await device.queue.onSubmittedWorkDone();
  }

  async function readChains(): Promise<{ slot: number; record: ChainRecord; kept: Float32Array }[]> {
    const regions = slots.flatMap((slot) => [
      { buffer: chains, first: slot * CHAIN_LAYOUT.words, words: CHAIN_LAYOUT.words },
      { buffer: vectors, first: slot * shape.vectors * shape.dimensions, words: keptWords },
    ]);
    const words = await readWords(device, regions);
    const size = CHAIN_LAYOUT.words + keptWords;
    return slots.map((slot, i) => {
      const record = CHAIN_LAYOUT.read(words.subarray(i * size), 0);
      const kept = new Float32Array(words.buffer, 4 * (i * size + CHAIN_LAYOUT.words), keptWords);
      return { slot, record: record.epoch === epoch ? record : { ...record, drawn: 0 }, kept };
    });
  }

  async function read(): Promise<readonly Advance[]> {
    const states = await readChains();
    const regions = states
      .filter(({ record }) => record.drawn > 0)
      .map(({ slot, record }) => ({
        buffer: draws,
        first: slot * shape.capacity * rowWords,
        words: record.drawn * rowWords,
      }));
    const rows =
      regions.length > 0 ? new Float32Array((await readWords(device, regions)).buffer) : new Float32Array(0);
    epoch += 1;
    let at = 0;
    const news = states.map(({ slot, record, kept }) => {
      const own = rows.subarray(at, (at += record.drawn * rowWords));
      return advanceOf(seats[slot], record, kept, own, shape.dimensions);
    });
    slots = states.filter(({ record }) => record.phase < PHASE.done).map(({ slot }) => slot);
    return news;
  }

  return {
    open: () => slots.length,
    work,
    read,
    dispose: () => buffers.forEach((buffer) => buffer.destroy()),
  };
}
