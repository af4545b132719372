import { beforeAll, describe, expect, it } from 'vitest';
import { drawBytes } from '../../../../src/engine/gpu/replicates-run.ts';
import { samplingModel } from '../../../../src/engine/models.ts';
import { burnInDraws } from '../../../../src/engine/replicates/jobs.ts';
import type { Checkpoint, Chunk, Tuning } from '../../../../src/engine/types.ts';
import { joinChunks, undisturbed } from '../cpu/tasks.ts';
import { chunkOf, replicatesTask, sampler, tunedOn } from '../replicates.ts';
import { gpuRows, type Way } from './rows.ts';

let tuning: Tuning;
let whole: Chunk;
beforeAll(async () => {
  tuning = await tunedOn();
  whole = await chunkOf(replicatesTask(tuning));
}, 60_000);

const bytesOfOne = (): number => drawBytes(replicatesTask(tuning), tuning.positions.length / 16);

describe('rows of replicates whose chains run side by side', () => {
  it.each<[string, () => Way]>([
    ['all at once', () => ({})],
    ['short steps', () => ({ gradients: 37 })],
    ['room for the chains of one', () => ({ chains: 2 })],
    ['room for less than one', () => ({ chains: 1, bytes: 1, gradients: 300 })],
    ['room for two and a half', () => ({ chains: 5, gradients: 300 })],
    ['room for the draws of three', () => ({ bytes: 3 * bytesOfOne(), gradients: 100 })],
  ])('are those of one after another: %s', async (_, way) => {
    const { chunks } = await gpuRows([replicatesTask(tuning)], way());
    expect(joinChunks(chunks)).toEqual(whole);
  });

  it('go on from a checkpoint, in any cut into blocks', async () => {
    const begun = await gpuRows([replicatesTask(tuning)], { chains: 4, steps: 1 });
    const { taskKey, checkpoint, iteration } = begun.news[0];
    expect(iteration).toBe(2);
    const checkpoints = new Map<string, Checkpoint>([[taskKey, structuredClone(checkpoint)]]);
    const rest = await gpuRows([replicatesTask(tuning)], { checkpoints });
    expect(rest.boards.flat()[0].key).toMatch(/\/r2\/k0$/);
    expect(joinChunks([...begun.chunks, ...rest.chunks])).toEqual(whole);
    const blocks = [0, 3].map((first) =>
      replicatesTask(tuning, { key: `a00/r${first}`, first, count: first === 0 ? 3 : 2 }),
    );
    const { chunks } = await gpuRows(blocks, { chains: 8 });
    const rank = blocks.flatMap(({ key }) => [
      ...joinChunks(chunks.filter((chunk) => chunk.taskKey === key)).columns.rank,
    ]);
    expect(rank).toEqual([...whole.columns.rank]);
  });
});

describe('what is under way at once', () => {
  it('never exceeds the chains that there is room for, and fills it', async () => {
    const { boards } = await gpuRows([replicatesTask(tuning)], { chains: 5 });
    expect(boards.map((chains) => chains.length)).toEqual([4, 4, 2]);
  });

  it('never exceeds the bytes of draws that there is room for', async () => {
    const one = bytesOfOne();
    const boardsIn = async (bytes: number): Promise<readonly number[]> =>
      (await gpuRows([replicatesTask(tuning)], { bytes })).boards.map((chains) => chains.length / 2);
    expect(await boardsIn(3 * one)).toEqual([3, 2]);
    expect(await boardsIn(3 * one - 1)).toEqual([2, 2, 1]);
    expect(await boardsIn(1)).toEqual([1, 1, 1, 1, 1]);
  });

  it.each([
    ['hmc, burn-in and all', 'hmc', 12],
    ['nuts, whose warmup is not kept', 'nuts', 0],
  ] as const)('is counted as its chunks hold it: %s', async (_, name, burnIn) => {
    const nuts = { tuneKey: null, tuning: null, sampler: sampler({ name: 'nuts' }) };
    const task = replicatesTask(tuning, { count: 1, ...(name === 'nuts' ? nuts : {}) });
    expect(burnInDraws(task)).toBe(burnIn);
    const { boards } = await gpuRows([task]);
    const held = await Promise.all(boards.flat().map(async (chain) => undisturbed(chain)));
    const bytes = held.flatMap(({ columns }) => Object.values(columns)).map(({ byteLength }) => byteLength);
    expect(drawBytes(task, samplingModel(boards[0][0].instance).dimension)).toBe(
      bytes.reduce((sum, own) => sum + own, 0),
    );
  });
});

it('tells of a task only when it has rows or is done', async () => {
  const [first, second] = [0, 3].map((at) =>
    replicatesTask(tuning, { key: `a00/r${at}`, first: at, count: at === 0 ? 3 : 2 }),
  );
  const { news } = await gpuRows([first, second], { chains: 4, gradients: 200 });
  expect(news.length).toBeGreaterThan(2);
  expect(news.every(({ chunk }) => chunk !== null)).toBe(true);
  const done = new Map([[first.key, news.find(({ done }) => done)!.checkpoint]]);
  const resumed = await gpuRows([first], { checkpoints: done });
  expect(resumed.news).toMatchObject([{ taskKey: first.key, chunk: null, done: true, iteration: 3 }]);
  expect(resumed.boards).toEqual([]);
});
