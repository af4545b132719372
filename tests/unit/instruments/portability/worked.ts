// Works tasks to their end as a lane does, each stopped and taken up again from its checkpoint after every few pieces.
import { expect } from 'vitest';
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import type { Checkpoint, Chunk, Task } from '../../../../src/engine/types.ts';

export async function workedTasks(tasks: readonly Task[], gradients = 20_000): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (const task of tasks) {
    let checkpoint: Checkpoint | null = null;
    for (let done = false; !done;) {
      const lane = cpuLane();
      await lane.prepare([task], checkpoint ? [checkpoint] : []);
      const [news] = await lane.advance(gradients);
      expect(news.failure).toBeNull();
      if (news.chunk) chunks.push(news.chunk);
      checkpoint = news.checkpoint;
      done = news.done;
    }
  }
  return chunks;
}
