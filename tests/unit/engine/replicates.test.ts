import { beforeAll, describe, expect, it } from 'vitest';
import { chainStepper } from '../../../src/engine/cpu/chain-stepper.ts';
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import { replicationOf } from '../../../src/engine/models.ts';
import { burnInDraws, replicateJobs } from '../../../src/engine/replicates/row.ts';
import type { Checkpoint, Chunk, Tuning } from '../../../src/engine/types.ts';
import { HIERARCHICAL_PRESETS } from '../../../src/models/hierarchical/presets.ts';
import { rhat } from '../../../src/statistics/convergence.ts';
import { smallData as smallCells } from '../../support/hierarchical.ts';
import { joinChunks } from './cpu/tasks.ts';
import {
  chunkOf,
  design,
  ensembleTask,
  replicatesTask,
  rowOf,
  sampler,
  study,
  tunedOn,
} from './replicates.ts';

let tuning: Tuning;
let whole: Chunk;
beforeAll(async () => {
  tuning = await tunedOn();
  whole = await chunkOf(replicatesTask(tuning));
}, 60_000);

describe('replicate i', () => {
  it('is the same in any block', async () => {
    const parts = await Promise.all(
      [
        [3, 2],
        [0, 1],
        [1, 2],
      ].map(async ([first, count]) => ({
        first,
        chunk: await chunkOf(replicatesTask(tuning, { first, count, key: `a00/r${first}` })),
      })),
    );
    for (const { first, chunk } of parts)
      for (let row = 0; row < chunk.count; row++)
        expect(rowOf(chunk, row)).toEqual(rowOf(whole, first + row));
  });

  it('is the same whether the tuning came with this shard or another', async () => {
    expect(await tunedOn({ key: 'elsewhere' })).toEqual(tuning);
  });

  it('is another one under another seed or in another arm', async () => {
    const seeded = await chunkOf(
      replicatesTask(tuning, { stream: { seed: 6, task: 0, chain: 0 }, count: 1 }),
    );
    expect(rowOf(seeded, 0).truth).not.toEqual(rowOf(whole, 0).truth);
    const arm = await chunkOf(replicatesTask(tuning, { stream: { seed: 5, task: 1, chain: 0 }, count: 1 }));
    expect(rowOf(arm, 0).truth).toEqual(rowOf(whole, 0).truth);
    expect(rowOf(arm, 0).mean).not.toEqual(rowOf(whole, 0).mean);
  });

  it('keeps its bits when the lane is lost after any replicate, or within one', async () => {
    for (const gradients of [40, 900]) {
      const chunks: Chunk[] = [];
      const task = replicatesTask(tuning);
      let checkpoint: Checkpoint | null = null;
      let rows = 0;
      for (let lost = 0; rows < task.count; lost++) {
        const lane = cpuLane();
        await lane.prepare([structuredClone(task)], checkpoint ? [structuredClone(checkpoint)] : []);
        // A replicate under way starts again, so a lane must live to the end of one.
        for (const before = rows; rows === before;) {
          const [news] = await lane.advance(gradients);
          if (news.chunk) chunks.push(structuredClone(news.chunk));
          rows = news.iteration;
          checkpoint = news.checkpoint;
        }
        expect(lost).toBeLessThan(task.count);
      }
      expect(joinChunks(chunks)).toEqual(whole);
    }
  });
});

describe('a row', () => {
  it('summarises the draws of its chains after their burn-in', async () => {
    const task = replicatesTask(tuning);
    const dropped = burnInDraws(task);
    expect(dropped).toBe(12);
    const job = replicateJobs(task)(2);
    const { replicate, quantities } = replicationOf(task.study, task.stream.seed);
    const simulated = replicate(2);
    const draws = job.chains.flatMap((chain, k) => {
      const stepper = chainStepper(chain, null);
      while (!stepper.done) stepper.step();
      const { columns, count } = stepper.report().chunk!;
      const n = columns.position.length / count;
      return Array.from({ length: count - dropped }, (_, i) => {
        const out = new Float64Array(quantities.length);
        const at = (i + dropped) * n;
        simulated.evaluate(columns.position.subarray(at, at + n), k * task.sampler.draws + i, out);
        return out;
      });
    });
    const row = rowOf(whole, 2);
    expect(draws).toHaveLength(24);
    for (const name of ['alpha', 'delta[1]', 'contrast[1,1]', 'log_lik', 'distance']) {
      const q = quantities.indexOf(name);
      const values = draws.map((draw) => draw[q]);
      expect(row.rank[q]).toBe(values.filter((value) => value < simulated.truth[q]).length);
      expect(row.mean[q]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 24, 12);
      expect(row.rhat[q]).toBeCloseTo(rhat(Float64Array.from(values), 2)!, 12);
    }
    expect(row.failed).toEqual([0]);
    expect(row.gradients[0]).toBeGreaterThan(48);
  });

  it('starts chains at positions of the ensemble, never at the truth', () => {
    const jobs = replicateJobs(replicatesTask(tuning));
    const chains = [0, 1].flatMap((index) => jobs(index).chains.map(({ stream }) => stream.chain));
    expect(chains).toEqual([0, 1, 2, 3]);
  });

  it('is failed, with its truth, where the fit throws, and the others go on', async () => {
    const good = [2, 2, ...new Array<number>(3 * design.dimensions).fill(0.1), 0.4, 0.6];
    const posterior = Float64Array.from([
      ...good,
      ...good.map((value, i) => (i === 0 ? NaN : value)),
      ...good,
    ]);
    const chunk = await chunkOf(replicatesTask(tuning, { study: study({ posterior }), count: 3 }));
    expect([...chunk.columns.failed]).toEqual([0, 1, 0]);
    const bad = rowOf(chunk, 1);
    expect(bad.rank.every(Number.isNaN)).toBe(true);
    expect(bad.truth[1]).toBeCloseTo(0.1, 14);
    expect(rowOf(chunk, 2).rank.every(Number.isFinite)).toBe(true);
  });
});

describe('without menus', () => {
  it('the posterior is the prior, and ranks of the likelihood tell', async () => {
    const none = study({ menus: { uncertain: [], risky: [] } });
    const settings = sampler({ chains: 1, draws: 99, thin: 2, warmup: 60 });
    const own = await tunedOn({ study: none, sampler: settings });
    const chunk = await chunkOf(replicatesTask(own, { study: none, sampler: settings, count: 60, first: 0 }));
    const { quantities } = replicationOf(none, 5);
    const column = (name: string, quantity: string): number[] => {
      const q = quantities.indexOf(quantity);
      return Array.from({ length: 60 }, (_, row) => chunk.columns[name][row * quantities.length + q]);
    };
    const average = (values: number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    // Medians of 99 draws scatter by about 1.25 sd / √99; 60 of them average that away.
    expect(average(column('median', 'alpha').map(Math.log))).toBeCloseTo(0, 1);
    expect(average(column('median', 'delta[1]'))).toBeCloseTo(0.5, 1);
    expect(average(column('sd', 'beta[1,1]'))).toBeCloseTo(1, 1);
    const spread = (quantity: string): number =>
      Math.abs(average(column('rank', quantity)) / 99 - 0.5) * Math.sqrt(12 * 60);
    expect(spread('alpha')).toBeLessThan(4);
    // A truth explains the choices made by it better than prior draws do.
    expect(spread('log_lik')).toBeGreaterThan(4.5);
  });
});

it('replicates of cells have a row of their own quantities', async () => {
  const model = HIERARCHICAL_PRESETS.h_m01;
  const cells = smallCells({ K: 3, D: 2, J: 3, P: 1, seed: 4 });
  const quantities = { psi: 1, projections: 1 };
  const own = { family: 'hierarchical', model, design: cells, fitted: model, quantities } as const;
  const chunk = await chunkOf(
    replicatesTask(await tunedOn({ study: own }), { study: own, first: 3, count: 2 }),
  );
  const { quantities: names, replicate } = replicationOf(own, 5);
  expect(names).toEqual(expect.arrayContaining(['gamma0', 'gamma[1]', 'sigma_cell', 'alpha[3]', 'log_lik']));
  expect([...chunk.columns.failed]).toEqual([0, 0]);
  expect(rowOf(chunk, 1).truth).toEqual([...replicate(4).truth]);
  expect(rowOf(chunk, 1).rank.every((rank) => rank >= 0 && rank <= 24)).toBe(true);
});

it('an ensemble reads replicates of its own, apart from any that are counted', async () => {
  const chunk = await chunkOf(ensembleTask());
  expect(chunk.count).toBe(1);
  expect(chunk.columns.step_size[0]).toBeGreaterThan(0);
});
