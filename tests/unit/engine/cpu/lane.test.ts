import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import { tunedPosition } from '../../../../src/engine/cpu/chain-stepper.ts';
import type { Checkpoint, Chunk, Task, Tuning } from '../../../../src/engine/types.ts';
import {
  brokenInstance,
  hmcTask,
  joinChunks,
  nutsTask,
  sampler,
  tuned,
  tuneTask,
  undisturbed,
} from './tasks.ts';

/** How a task is cut: gradients of each step, and whether the lane is thrown away after it. */
type Cuts = readonly { readonly gradients: number; readonly cut: boolean }[];

async function cutRun(task: Task, cuts: Cuts): Promise<Chunk> {
  const chunks: Chunk[] = [];
  let checkpoint: Checkpoint | null = null;
  let lane = cpuLane();
  await lane.prepare([task], []);
  for (let i = 0; ; i++) {
    const { gradients, cut } = cuts[i % cuts.length];
    const [news] = await lane.advance(gradients);
    if (news.failure !== null) throw new Error(news.failure);
    if (news.chunk) chunks.push(structuredClone(news.chunk));
    if (news.done) return joinChunks(chunks);
    if (!cut) continue;
    checkpoint = structuredClone(news.checkpoint);
    lane = cpuLane();
    await lane.prepare([structuredClone(task)], [checkpoint]);
  }
}

const cuts = fc.array(fc.record({ gradients: fc.integer({ min: 1, max: 400 }), cut: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

describe('a task cut anywhere and taken up again', () => {
  let tuning: Tuning;
  beforeAll(async () => {
    tuning = await tuned();
  }, 60_000);

  it.each([
    ['nuts', () => nutsTask(1), 40],
    ['nuts, thinned by 3', () => nutsTask(0, { sampler: sampler('nuts', { thin: 3, warmup: 21 }) }), 20],
    ['hmc', () => hmcTask(1, tuning), 40],
    ['tune', () => tuneTask(), 15],
  ] as const)('has the bits of one left alone: %s', async (_, make, runs) => {
    const task = make();
    const whole = await undisturbed(task);
    const property = fc.asyncProperty(cuts, async (pattern) => {
      expect(await cutRun(task, pattern)).toEqual(whole);
    });
    await fc.assert(property, { numRuns: runs, seed: 5, examples: [[[{ gradients: 1, cut: true }]]] });
  });

  it('keeps every thin-th iteration after warmup, and counts the gradients of all', async () => {
    const whole = await undisturbed(nutsTask(0));
    expect([whole.count, whole.columns.lp.length]).toEqual([12, 12]);
    expect(whole.columns.position.length % 12).toBe(0);
    expect(whole.warmupGradients).toBeGreaterThan(24);
    const thin = await undisturbed(nutsTask(0, { sampler: sampler('nuts', { thin: 1, draws: 24 }) }));
    expect(whole.columns.lp).toEqual(thin.columns.lp.filter((_, i) => i % 2 === 1));
    expect(whole.gradients).toBe(thin.gradients);
  });

  it('gives every chain draws of its own', async () => {
    const [first, second] = await Promise.all([undisturbed(nutsTask(0)), undisturbed(nutsTask(1))]);
    expect(first.columns.lp).not.toEqual(second.columns.lp);
    const [third, fourth] = await Promise.all([0, 1].map((chain) => undisturbed(hmcTask(chain, tuning))));
    expect(third.columns.lp).not.toEqual(fourth.columns.lp);
  });

  it('fails a tuned chain whose start has no finite density, rather than leaving it there', async () => {
    const lost = { ...tuning, positions: tuning.positions.map(() => 1e300) };
    const lane = cpuLane();
    await lane.prepare([hmcTask(0, lost)], []);
    const [{ done, failure }] = await lane.advance(1000);
    expect([done, failure]).toEqual([true, 'the log density is not finite where the chain starts']);
  });

  it('starts hmc chains at rows of the pilot, in consecutive groups where there are more chains than rows', () => {
    const three = { ...tuning, positions: Float64Array.of(1, 2, 3, 4, 5, 6) };
    const firsts = (chains: number) =>
      Array.from({ length: chains }, (_, chain) => tunedPosition(three, chain, chains, 2)[0]);
    expect(firsts(2)).toEqual([1, 3]);
    expect(firsts(3)).toEqual([1, 3, 5]);
    expect(firsts(6)).toEqual([1, 1, 3, 3, 5, 5]);
  });
});

describe('a lane', () => {
  it('steps its tasks in turn, and says nothing more of finished ones', async () => {
    const lane = cpuLane();
    const short = nutsTask(0, { sampler: sampler('nuts', { warmup: 0, draws: 4, thin: 1 }) });
    await lane.prepare([short, nutsTask(1)], []);
    const seen: string[][] = [];
    for (let news = await lane.advance(60); news.length > 0; news = await lane.advance(60))
      seen.push(news.map(({ taskKey }) => taskKey));
    expect(seen[0]).toEqual(['c000/k000', 'c000/k001']);
    expect(seen[seen.length - 1]).toEqual(['c000/k001']);
  });

  it('makes a failed task a row with its message, and goes on with the others', async () => {
    const lane = cpuLane();
    await lane.prepare([nutsTask(0, { instance: brokenInstance }), nutsTask(1)], []);
    const [failed, other] = await lane.advance(1e9);
    expect(failed).toMatchObject({ taskKey: 'c000/k000', chunk: null, done: true });
    expect(failed.failure).toMatch(/no finite log density among 100 starting points/);
    expect(other).toMatchObject({ taskKey: 'c000/k001', done: true, failure: null });
    expect(await lane.advance(10)).toEqual([]);
  });

  it('says which tuning an hmc chain lacks', async () => {
    const lane = cpuLane();
    await lane.prepare([hmcTask(0, null)], []);
    const [{ failure }] = await lane.advance(10);
    expect(failure).toBe('task c000/k000: hmc needs the tuning of c000/tune');
  });

  it('forgets its tasks when disposed', async () => {
    const lane = cpuLane();
    await lane.prepare([nutsTask()], []);
    await lane.dispose();
    expect(await lane.advance(10)).toEqual([]);
  });
});
