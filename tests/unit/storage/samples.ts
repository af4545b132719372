// Runs, chunks, checkpoints and datasets for the storage tests, and databases that no other test sees.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Checkpoint, Chunk } from '../../../src/engine/types.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
import type { RunRecord } from '../../../src/jobs/run.ts';

/** Forgets every database made so far. */
export function freshIndexedDb(): void {
  globalThis.indexedDB = new IDBFactory();
}

export const run = (id: string, state: RunRecord['state'] = 'running'): RunRecord => ({
  id,
  state,
  created: 1,
  changed: 2,
  manifest: {
    app: 'luce',
    version: '0.1.0',
    plan: {
      instrument: 'seu',
      analysis: 'fit',
      title: id,
      datasets: ['d'],
      settings: { chains: 2 },
      seed: 7,
      engine: 'auto',
    },
    engine: null,
    seconds: 0,
    cpuSeconds: null,
    warnings: [],
    tasks: [],
  },
  headline: null,
  severity: null,
});

export const chunk = (taskKey: string, first: number, values: readonly number[] = [1, -0, NaN]): Chunk => ({
  taskKey,
  first,
  count: values.length,
  columns: { position: Float64Array.from(values), lp: Float64Array.from(values, (value) => value - 1) },
  gradients: 10 * first,
  warmupGradients: 5,
});

export const checkpoint = (taskKey: string, iteration: number): Checkpoint => ({
  taskKey,
  engine: 'cpu',
  iteration,
  state: {
    position: Float64Array.of(iteration, 0.5),
    momentum: Float32Array.of(0.25),
    counter: Uint32Array.of(0xffffffff),
  },
});

export const dataset = (hash: string, name = hash): Dataset => ({
  hash,
  name,
  condition: '',
  source: { file: `${name}.json`, address: null, licence: null, citation: null },
  history: [],
  content: {
    schema: 'seu',
    consequences: 3,
    features: [
      [0, 1],
      [1, 0],
    ],
    alternatives: null,
    uncertain: { menus: [[0, 1]], chosen: [0], problems: null, presentations: null },
    risky: null,
    deltaConcentration: null,
    truth: null,
  },
});
