// Tasks of portability on either engine, and their rows column by column.
import { expect } from 'vitest';
import { portabilityStepper } from '../../src/engine/cpu/portability-stepper.ts';
import type { Advance, Checkpoint, Chunk, Engine, PortabilityTask, Task } from '../../src/engine/types.ts';
import type { Cell } from '../../src/statistics/portability/cell.ts';
import { joinChunks } from '../unit/engine/cpu/tasks.ts';

export type Columns = Chunk['columns'];

export const taskOf = (cell: Cell, parts: Partial<PortabilityTask>): PortabilityTask => ({
  kind: 'portability',
  key: parts.part ?? 'splits',
  stream: { seed: 5, task: 2, chain: 0 },
  cell,
  settings: {
    predictor: 'ols',
    sources: cell.environments - 1,
    bins: 20,
    folds: null,
    sets: null,
  },
  part: 'splits',
  first: 0,
  count: 1,
  ...parts,
});

/** Rows of a task in f64. */
export function onCpu(task: PortabilityTask): Columns {
  const stepper = portabilityStepper(task, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!.columns;
}

export type Watch = (news: readonly Advance[], step: number) => void;

/** Rows of each task on the device, from where its checkpoint left it. */
export async function onGpu(
  engine: Engine,
  tasks: readonly Task[],
  checkpoints: ReadonlyMap<string, Checkpoint> = new Map(),
  watch: Watch = () => undefined,
): Promise<ReadonlyMap<string, Columns>> {
  for (const task of tasks) expect(engine.refuses(task)).toBeNull();
  const run = await engine.prepare(tasks, checkpoints);
  const chunks = new Map(tasks.map(({ key }) => [key, [] as Chunk[]]));
  for (let open = tasks.length, step = 0; open > 0; step++) {
    const news = await run.advance();
    for (const { taskKey, chunk, done, failure } of news) {
      expect(failure).toBeNull();
      if (chunk) chunks.get(taskKey)!.push(chunk);
      if (done) open -= 1;
    }
    watch(news, step);
  }
  run.dispose();
  return new Map(
    [...chunks].map(([key, own]) => {
      const done = checkpoints.get(key)?.iteration ?? 0;
      return [key, joinChunks(own.map((chunk) => ({ ...chunk, first: chunk.first - done }))).columns];
    }),
  );
}
