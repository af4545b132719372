// One device for the GPU tests of a file, or the reason why there is none; and whole runs on an engine.
import { expect, vi } from 'vitest';
import { openDevice, type Device } from '../../src/engine/gpu/device.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import type { Advance, ChainTask, Checkpoint, Chunk, Engine, SeuInstance } from '../../src/engine/types.ts';
import { pipelinesOf, type Pipelines } from '../../src/engine/gpu/pipelines.ts';
import { dataOf, modelOf, readFixture, type StanData } from '../support/seu.ts';

// Software adapters compile a sampler in seconds on a quiet machine, and in a minute on a busy one.
vi.setConfig({ testTimeout: 300_000 });

export interface TestGpu {
  readonly gpu: GPU;
  readonly opened: Device;
  readonly pipelines: Pipelines;
}

/** Null without an adapter: tests then show as skipped, with `NO_ADAPTER` in their title. */
export async function testGpu(): Promise<TestGpu | null> {
  const gpu = await openNodeGpu();
  const opened = gpu && (await openDevice(gpu));
  return gpu && opened ? { gpu, opened, pipelines: pipelinesOf(opened.device) } : null;
}

export const NO_ADAPTER = 'no WebGPU adapter here (no Vulkan driver, and no Chromium with SwiftShader)';

/** A model of the family on a fixture's data. */
export function instanceOf(model: string, file: string): SeuInstance {
  const stan = readFixture<StanData>(file);
  return { family: 'seu', model: modelOf(model, stan), data: dataOf(stan) };
}
export type Progress = (news: readonly Advance[], step: number) => void;

/** Runs tasks to their end; the chunks of each task in order of arrival. */
export async function runAll(
  engine: Engine,
  tasks: readonly ChainTask[],
  checkpoints: ReadonlyMap<string, Checkpoint> = new Map(),
  watch: Progress = () => undefined,
): Promise<Map<string, Chunk[]>> {
  const run = await engine.prepare(tasks, checkpoints);
  const chunks = new Map(tasks.map(({ key }) => [key, [] as Chunk[]]));
  let open = tasks.length;
  for (let step = 0; open > 0; step++) {
    const news = await run.advance();
    for (const { taskKey, chunk, done, failure } of news) {
      expect(failure).toBeNull();
      if (chunk) chunks.get(taskKey)!.push(chunk);
      if (done) open -= 1;
    }
    watch(news, step);
  }
  run.dispose();
  return chunks;
}

/** A column over all chunks; the chunks must follow each other without gap. */
export function column(chunks: readonly Chunk[], name: string): Float64Array {
  let next = chunks[0].first;
  for (const chunk of chunks) {
    expect(chunk.first).toBe(next);
    next += chunk.count;
  }
  return Float64Array.from(chunks.flatMap((chunk) => [...chunk.columns[name]]));
}
