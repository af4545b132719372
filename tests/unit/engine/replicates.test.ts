import { beforeAll, describe, expect, it } from 'vitest';
import { chainStepper } from '../../../src/engine/cpu/chain-stepper.ts';
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import { replicationOf, samplingModel } from '../../../src/engine/models.ts';
import { burnInDraws, replicateJobs } from '../../../src/engine/replicates/jobs.ts';
import { tuningOf } from '../../../src/engine/cpu/tune-stepper.ts';
import type {
  ChainTask,
  Checkpoint,
  Chunk,
  EnsembleTask,
  ReplicatesTask,
  Tuning,
} from '../../../src/engine/types.ts';
import { startPilot } from '../../../src/inference/pooled.ts';
import { calibrationTasks } from '../../../src/instruments/seu/calibration/plan.ts';
import { HIERARCHICAL_PRESETS } from '../../../src/models/hierarchical/presets.ts';
import { rhat } from '../../../src/statistics/convergence.ts';
import { smallData as smallCells } from '../../support/hierarchical.ts';
import { joinChunks } from './cpu/tasks.ts';
import {
  calibrationPlan,
  chunkOf,
  design,
  ensembleTask,
  replicatesTask,
  rowOf,
  sampler,
  smallDataset,
  study,
  tunedOn,
} from './replicates.ts';

let tuning: Tuning;
let whole: Chunk;
beforeAll(async () => {
  tuning = await tunedOn();
  whole = await chunkOf(replicatesTask(tuning));
}, 60_000);

/** A chain's draws, all in one chunk. */
function ranOut(chain: ChainTask): Chunk {
  const stepper = chainStepper(chain, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!;
}

/** The canonical position that a chain starts at. */
function startOf(chain: ChainTask): Float64Array {
  const position = (chainStepper(chain, null).report().checkpoint.state.position as Float64Array).slice();
  samplingModel(chain.instance).turn(chain.tuning!.basis, position, true);
  return position;
}

/** The chunk as several that end before the given draws. */
const cutAt = (chunk: Chunk, ends: readonly number[]): readonly Chunk[] =>
  [...ends, chunk.count].map((end, i) => {
    const first = i === 0 ? 0 : ends[i - 1];
    const columns = Object.entries(chunk.columns).map(([name, values]) => {
      const width = values.length / chunk.count;
      return [name, values.slice(first * width, end * width)] as const;
    });
    return { ...chunk, first, count: end - first, columns: Object.fromEntries(columns) };
  });

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
    const job = replicateJobs(task).begin(2);
    const { replicate, quantities } = replicationOf(task.study, task.stream.seed);
    const simulated = replicate(2);
    const draws = job.chains.flatMap((chain, k) => {
      const { columns, count } = ranOut(chain);
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

  it('counts divergences and acceptance of kept draws, and gradients of all', () => {
    const task = replicatesTask(tuning, { sampler: sampler({ draws: 4 }) });
    const dropped = burnInDraws(task);
    const job = replicateJobs(task).begin(0);
    const marked = job.chains.map((chain, k): Chunk => {
      const chunk = ranOut(chain);
      // Every burn-in draw diverges; of the kept ones the second of chain 0 and the last of chain 1.
      const divergent = chunk.columns.divergent.map((_, i) =>
        i < dropped || i === dropped + 1 + 2 * k ? 1 : 0,
      );
      const accept_stat = chunk.columns.accept_stat.map((_, i) => (i < dropped ? 0 : 0.75 + 0.25 * k));
      return { ...chunk, columns: { ...chunk.columns, divergent, accept_stat } };
    });
    // Chunks end anywhere, within burn-in too.
    const { facts } = job.fold(marked.map((chunk) => cutAt(chunk, [5, dropped + 2])));
    expect(facts.divergences).toBe(2);
    expect(facts.acceptance).toBeCloseTo(0.875, 14);
    expect(facts.gradients).toBe(marked[0].gradients + marked[1].gradients);
  });

  it('is refused where a chain has not all its draws', () => {
    const job = replicateJobs(replicatesTask(tuning)).begin(0);
    const [first, second] = job.chains.map(ranOut);
    expect(() => job.fold([[first], cutAt(second, [20]).slice(0, 1)])).toThrow(
      'chain 1 came to 20 draws; needed 24',
    );
  });

  it('has chains that start at rows of the ensemble, counted over all replicates, never at the truth', () => {
    const task = replicatesTask(tuning);
    const jobs = replicateJobs(task);
    const { replicate, quantities } = replicationOf(task.study, task.stream.seed);
    const rows = tuning.positions.length / 16;
    for (const index of [0, 1, 9]) {
      const simulated = replicate(index);
      jobs.begin(index).chains.forEach((chain, k) => {
        const start = startOf(chain);
        const row = (2 * index + k) % 16;
        tuning.positions
          .subarray(row * rows, (row + 1) * rows)
          .forEach((value, i) => expect(start[i]).toBeCloseTo(value, 10));
        const there = new Float64Array(quantities.length);
        simulated.evaluate(start, 0, there);
        for (const name of ['alpha', 'delta[1]', 'contrast[1,1]']) {
          const q = quantities.indexOf(name);
          expect(
            Math.abs(there[q] / simulated.truth[q] - 1),
            `${name} of replicate ${index}`,
          ).toBeGreaterThan(1e-3);
        }
      });
    }
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
    expect(chunk.failures).toEqual([
      { row: 1, message: expect.stringMatching(/truth NaN cannot be ranked/) as string },
    ]);
    expect(whole.failures).toBeUndefined();
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

describe('the tuning', () => {
  /** The tuning that pooled warmup finds on replicates `first … first + 15`. */
  function tunedOnReplicates(first: number): Pick<Tuning, 'stepSize' | 'variances' | 'basis' | 'positions'> {
    const { study: own, stream, sampler: settings } = ensembleTask();
    const { replicate } = replicationOf(own, stream.seed);
    const models = Array.from({ length: 16 }, (_, chain) => samplingModel(replicate(first + chain).fitted));
    const { warmup, targetAcceptance } = settings;
    const pilot = startPilot(models, stream.seed, stream.task, warmup, targetAcceptance, null);
    while (pilot.iteration() < pilot.total) pilot.advance();
    return pilot.result();
  }

  it('is found on replicates 2³¹ and on, apart from any that are counted', () => {
    expect(tuning).toMatchObject(tunedOnReplicates(2 ** 31));
    expect(tuning.positions).not.toEqual(tunedOnReplicates(0).positions);
  });

  it('depends neither on the number of replicates nor on the shard', async () => {
    const { dataset, datasets } = await smallDataset();
    const tunings = [
      { replicates: { first: 0, count: 1000 }, shard: null },
      { replicates: { first: 0, count: 40 }, shard: { index: 3, of: 3 } },
      { replicates: { first: 70, count: 7 }, shard: { index: 1, of: 2 } },
    ].map(async (part) => {
      const tasks = calibrationTasks(calibrationPlan(dataset, part), datasets);
      const blocks = tasks.filter((task): task is ReplicatesTask => task.kind === 'replicates');
      const ensembles = tasks.filter((task): task is EnsembleTask => task.kind === 'ensemble');
      expect(ensembles).toHaveLength(1);
      expect(new Set(blocks.map(({ tuneKey }) => tuneKey))).toEqual(new Set([ensembles[0].key]));
      return tuningOf(await chunkOf(ensembles[0]));
    });
    const [first, ...others] = await Promise.all(tunings);
    expect(first.stepSize).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });
});
