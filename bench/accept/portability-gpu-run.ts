// Runs tasks on an engine for the acceptance list.
import type { Chunk, Engine, PortabilityTask, Task } from '../../src/engine/types.ts';

export const isPortability = (task: { readonly kind: string }): task is PortabilityTask =>
  task.kind === 'portability';

/** Throws where a task fails. */
export async function onDevice(engine: Engine, tasks: readonly Task[]): Promise<readonly Chunk[]> {
  const run = await engine.prepare(tasks, new Map());
  const chunks: Chunk[] = [];
  for (let open = tasks.length; open > 0;)
    for (const { taskKey, chunk, done, failure } of await run.advance()) {
      if (failure !== null) throw new Error(`task ${taskKey} failed: ${failure}`);
      if (chunk) chunks.push(chunk);
      if (done) open -= 1;
    }
  run.dispose();
  return chunks;
}
