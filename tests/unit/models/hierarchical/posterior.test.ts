import { expect, it } from 'vitest';
import { chainStepper } from '../../../../src/engine/cpu/chain-stepper.ts';
import { tuneStepper, tuningOf } from '../../../../src/engine/cpu/tune-stepper.ts';
import type { ChainTask, HierarchicalInstance, SamplerSettings } from '../../../../src/engine/types.ts';
import { randomStream } from '../../../../src/math/random.ts';
import { hierarchicalExpander } from '../../../../src/models/hierarchical/expand.ts';
import { hierarchicalFrame } from '../../../../src/models/hierarchical/frame.ts';
import { HIERARCHICAL_PRESETS } from '../../../../src/models/hierarchical/presets.ts';
import { hierarchicalVariables, writeHierarchical } from '../../../../src/models/hierarchical/variables.ts';
import { mcseMean, rhat } from '../../../../src/statistics/convergence.ts';
import { mean } from '../../../../src/statistics/moments.ts';
import { hierarchicalDataOf, type HierarchicalStan } from '../../../support/hierarchical.ts';
import { readFixture } from '../../../support/seu.ts';

interface Oracle {
  summary: { name: string; group: string; constant?: boolean; mean: number; mcse_mean: number }[];
}

const CHAINS = 8;
const SEED = 20260101;
const sampler: SamplerSettings = {
  name: 'hmc',
  chains: CHAINS,
  warmup: 150,
  draws: 300,
  thin: 1,
  targetAcceptance: 0.9,
  maxDepth: 10,
};
const instance: HierarchicalInstance = {
  family: 'hierarchical',
  model: HIERARCHICAL_PRESETS.h_m01,
  data: hierarchicalDataOf(readFixture<HierarchicalStan>('posterior_h_m01_J5_data.json')),
};
const { model, data } = instance;

/** psi[cell=1,alt=2,k=3] → psi[1,2,3]. */
const ownName = (name: string): string => name.replace(/(cell|alt|k)=/g, '');

/** Draws of every variable, chain after chain. */
function drawsOf(): Map<string, Float64Array> {
  const tune = tuneStepper(
    { kind: 'tune', key: 'tune', stream: { seed: SEED, task: 1, chain: 0 }, instance, sampler },
    null,
  );
  while (!tune.done) tune.step();
  const tuning = tuningOf(tune.report().chunk!);
  const names = hierarchicalVariables(model, data);
  const values = names.map(() => new Float64Array(CHAINS * sampler.draws));
  const n = hierarchicalFrame(model, data).dimension;
  for (let chain = 0; chain < CHAINS; chain++) {
    const stream = { seed: SEED, task: 0, chain };
    const task: ChainTask = { kind: 'chain', key: 'c', stream, instance, sampler, tuneKey: 'tune', tuning };
    const stepper = chainStepper(task, null);
    while (!stepper.done) stepper.step();
    const { position } = stepper.report().chunk!.columns;
    const { expand } = hierarchicalExpander(model, data, randomStream(SEED, 0, chain));
    for (let i = 0; i < sampler.draws; i++) {
      let variable = 0;
      writeHierarchical(expand(position.subarray(i * n, (i + 1) * n), i), (value) => {
        values[variable++][chain * sampler.draws + i] = value;
      });
    }
  }
  return new Map(names.map((name, v) => [name, values[v]]));
}

it('finds the reference means of every variable within Monte Carlo error', () => {
  const draws = drawsOf();
  const { summary } = readFixture<Oracle>('posterior_h_m01_J5.json');
  const rows = summary.filter(({ name, constant }) => !constant && draws.has(ownName(name)));
  expect(rows.length).toBeGreaterThan(200);
  const groups = new Set(rows.map(({ group }) => group));
  for (const group of ['scalar', 'delta', 'upsilon', 'psi', 'eta', 'lp']) expect(groups).toContain(group);
  for (const { name, mean: expected, mcse_mean: mcse } of rows) {
    const values = draws.get(ownName(name))!;
    const error = Math.sqrt(mcseMean(values, CHAINS)! ** 2 + mcse ** 2);
    expect(Math.abs(mean(values) - expected), name).toBeLessThan(4 * error);
    expect(rhat(values, CHAINS), name).toBeLessThan(1.03);
  }
}, 120_000);
