// Replicates of which something throws, on either engine: rows of their own, with a message, and nobody else's trouble.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import type * as models from '../../../src/engine/models.ts';
import type { Advance, Chunk, ReplicatesTask, Tuning } from '../../../src/engine/types.ts';
import { joinChunks } from './cpu/tasks.ts';
import { gpuRows } from './gpu/rows.ts';
import { chunkOf, replicatesTask, rowOf, study, tunedOn } from './replicates.ts';

const UNSIMULATED = 1;
const UNEVALUATED = 3;

vi.mock('../../../src/engine/models.ts', async (original) => {
  const { replicationOf, ...others } = await original<typeof models>();
  return {
    ...others,
    replicationOf: (...about: Parameters<typeof replicationOf>) => {
      const { replicate, quantities } = replicationOf(...about);
      if (about[0].quantities.psi === 0) throw new Error('no replicates of this study');
      const meddled = (index: number): ReturnType<typeof replicate> => {
        if (index === UNSIMULATED) throw new Error('no choices at this truth');
        const simulated = replicate(index);
        if (index !== UNEVALUATED) return simulated;
        const evaluate = (): void => {
          throw new Error('a draw without quantities');
        };
        return { ...simulated, evaluate };
      };
      return { quantities, replicate: meddled };
    },
  };
});

let tuning: Tuning;
beforeAll(async () => {
  tuning = await tunedOn();
}, 60_000);

const onCpu = async (task: ReplicatesTask): Promise<Chunk> => chunkOf(task);
const onGpu = async (task: ReplicatesTask): Promise<Chunk> => {
  const { chunks } = await gpuRows([task], { chains: 4 });
  const { failures } = chunks.reduce<{ rows: number; failures: NonNullable<Chunk['failures']> }>(
    ({ rows, failures: before }, chunk) => ({
      rows: rows + chunk.count,
      failures: [
        ...before,
        ...(chunk.failures ?? []).map(({ row, message }) => ({ row: row + rows, message })),
      ],
    }),
    { rows: 0, failures: [] },
  );
  return { ...joinChunks(chunks), failures };
};

describe.each([
  ['CPU', onCpu],
  ['GPU', onGpu],
] as const)('on the %s', (_, rowsOf) => {
  it('a replicate that throws is a failed row with its message, and the others are as ever', async () => {
    const chunk = await rowsOf(replicatesTask(tuning));
    expect([...chunk.columns.failed]).toEqual([0, 1, 0, 1, 0]);
    expect(chunk.failures).toEqual([
      { row: UNSIMULATED, message: 'no choices at this truth' },
      { row: UNEVALUATED, message: 'a draw without quantities' },
    ]);
    const [unsimulated, unevaluated] = [UNSIMULATED, UNEVALUATED].map((row) => rowOf(chunk, row));
    expect(unsimulated.truth.every(Number.isNaN)).toBe(true);
    expect(unevaluated.truth.every(Number.isFinite)).toBe(true);
    expect(unevaluated.rank.every(Number.isNaN)).toBe(true);
    const alone = await chunkOf(replicatesTask(tuning, { first: 4, count: 1 }));
    expect(rowOf(chunk, 4)).toEqual(rowOf(alone, 0));
  });
});

it('a study without replicates is a failed task, and other tasks of its batch go on', async () => {
  const none = replicatesTask(tuning, {
    key: 'a01/r00000000',
    study: study({ quantities: { psi: 0, projections: 1 } }),
  });
  const good = replicatesTask(tuning, { count: 1 });
  const { news } = await gpuRows([none, good]);
  const lane = cpuLane();
  await lane.prepare([none], []);
  const [onLane] = await lane.advance(10);
  const ended = (key: string): Advance | undefined =>
    news.find(({ taskKey, done }) => taskKey === key && done);
  expect(ended(none.key)).toMatchObject({ chunk: null, failure: 'no replicates of this study' });
  expect(onLane.failure).toBe('no replicates of this study');
  expect(ended(good.key)).toMatchObject({ failure: null, iteration: 1 });
});
