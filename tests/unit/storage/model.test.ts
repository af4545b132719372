// Any sequence of writes leaves what an in-memory model holds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpoint, chunk, freshIndexedDb, run } from './samples.ts';
import type { Checkpoint, Chunk } from '../../../src/engine/types.ts';
import type { Progress } from '../../../src/jobs/store.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';

type Step =
  | { readonly kind: 'append'; readonly runId: string; readonly progress: Progress }
  | { readonly kind: 'clear'; readonly runId: string; readonly taskKey: string }
  | { readonly kind: 'delete'; readonly runId: string };

const runs = ['r', 'r-1', 'ρ'];
const runId = fc.constantFrom(...runs);
const taskKey = fc.constantFrom('chain/0', 'chain/1', 'chain/10', 'tune', '');
const values = fc.array(fc.double(), { minLength: 1, maxLength: 4 });
const chunks = fc.array(
  fc.tuple(taskKey, fc.nat(12), values).map((parts) => chunk(...parts)),
  { maxLength: 5 },
);
const checkpoints = fc.array(
  fc.tuple(taskKey, fc.nat(99)).map((parts) => checkpoint(...parts)),
  {
    maxLength: 3,
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      runId,
      progress: fc.record({ chunks, checkpoints }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clear' as const), runId, taskKey }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), runId }) },
);

class Model {
  readonly chunks = new Map<string, Map<string, Chunk>>(runs.map((id) => [id, new Map()]));
  readonly checkpoints = new Map<string, Map<string, Checkpoint>>(runs.map((id) => [id, new Map()]));

  apply(step: Step): void {
    const chunks = this.chunks.get(step.runId)!;
    const checkpoints = this.checkpoints.get(step.runId)!;
    if (step.kind === 'append') {
      for (const each of step.progress.chunks) chunks.set(JSON.stringify([each.taskKey, each.first]), each);
      for (const each of step.progress.checkpoints) checkpoints.set(each.taskKey, each);
    } else if (step.kind === 'clear') {
      for (const [key, each] of chunks) if (each.taskKey === step.taskKey) chunks.delete(key);
      checkpoints.delete(step.taskKey);
    } else {
      chunks.clear();
      checkpoints.clear();
    }
  }

  sortedChunks(id: string): readonly Chunk[] {
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return [...this.chunks.get(id)!.values()].sort(
      (a, b) => order(a.taskKey, b.taskKey) || a.first - b.first,
    );
  }

  sortedCheckpoints(id: string): readonly Checkpoint[] {
    return [...this.checkpoints.get(id)!.values()].sort((a, b) => (a.taskKey < b.taskKey ? -1 : 1));
  }
}

async function agree(steps: readonly Step[]): Promise<void> {
  freshIndexedDb();
  const database = await openLuceDatabase();
  const store = indexedDbStore(database);
  const model = new Model();
  for (const id of runs) await store.putRun(run(id));
  for (const each of steps) {
    model.apply(each);
    if (each.kind === 'append') await store.append(each.runId, each.progress);
    else if (each.kind === 'clear') await store.clearTask(each.runId, each.taskKey);
    else await store.deleteRun(each.runId).then(() => store.putRun(run(each.runId)));
  }
  for (const id of runs) {
    expect(await store.chunks(id)).toEqual(model.sortedChunks(id));
    expect(await store.checkpoints(id)).toEqual(model.sortedCheckpoints(id));
  }
  database.close();
}

describe('the store', () => {
  it('holds what a map would hold after any sequence of appends, clears and deletions', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), agree), { seed: 20, numRuns: 60 });
  }, 30_000);
});
