import { describe, expect, it } from 'vitest';
import { chainStepper } from '../../../../src/engine/cpu/chain-stepper.ts';
import { tuneStepper, tuningOf } from '../../../../src/engine/cpu/tune-stepper.ts';
import type { ChainTask, HierarchicalInstance, SamplerSettings } from '../../../../src/engine/types.ts';
import { randomStream } from '../../../../src/math/random.ts';
import { HIERARCHICAL_PRESETS } from '../../../../src/models/hierarchical/presets.ts';
import { hierarchicalReplication } from '../../../../src/models/hierarchical/replication.ts';
import { truthLogLikelihood } from '../../../../src/models/hierarchical/simulate.ts';
import { drawTruth } from '../../../../src/models/hierarchical/truth.ts';
import { DEFAULT_QUANTITIES } from '../../../../src/models/replication.ts';
import { smallData, WHOLE_MODEL } from '../../../support/hierarchical.ts';

const design = smallData({ K: 4, D: 2, J: 4, P: 1, seed: 12 });
const study = { model: WHOLE_MODEL, design, fitted: WHOLE_MODEL, quantities: DEFAULT_QUANTITIES };

describe('hierarchicalReplication', () => {
  const replication = hierarchicalReplication(study, 5);
  const { quantities } = replication;

  it('names each quantity once and has a finite truth for it', () => {
    expect(new Set(quantities).size).toBe(quantities.length);
    for (const name of [
      'gamma0',
      'gamma[1]',
      'gamma_size',
      'sigma_cell',
      'sigma_pool',
      'alpha[4]',
      'delta[3]',
    ])
      expect(quantities).toContain(name);
    for (const name of ['upsilon[3]', 'psi[1,2,4]', 'log_lik', 'alpha_gap', 'projection[3]', 'distance'])
      expect(quantities).toContain(name);
    const { truth } = replication.replicate(3);
    expect(truth).toHaveLength(quantities.length);
    expect(truth.every(Number.isFinite)).toBe(true);
  });

  it('depends on seed and index alone', () => {
    const again = hierarchicalReplication(study, 5);
    again.replicate(0);
    expect(again.replicate(7).truth).toEqual(replication.replicate(7).truth);
    expect(again.replicate(7).fitted.data).toEqual(replication.replicate(7).fitted.data);
    expect(again.replicate(8).truth).not.toEqual(replication.replicate(7).truth);
  });

  it('has utilities that add up, and the simulator’s likelihood', () => {
    const { truth, fitted } = replication.replicate(1);
    const at = (name: string): number => truth[quantities.indexOf(name)];
    expect(at('delta[1]') + at('delta[2]') + at('delta[3]')).toBeCloseTo(1, 12);
    expect(at('upsilon[3]')).toBeCloseTo(at('delta[1]') + at('delta[2]'), 12);
    expect([1, 2, 3, 4].reduce((sum, k) => sum + at(`psi[1,2,${k}]`), 0)).toBeCloseTo(1, 12);
    const drawn = drawTruth(WHOLE_MODEL, design, randomStream(5, 0, 2), 1);
    expect(at('gamma0')).toBe(drawn.gamma0);
    expect(at('log_lik')).toBeCloseTo(truthLogLikelihood(fitted.data, drawn), 9);
  });

  it('refuses a fitted model with other effects', () => {
    expect(() => hierarchicalReplication({ ...study, fitted: HIERARCHICAL_PRESETS.h_m01 }, 1)).toThrow(
      'needed the same effects',
    );
  });
});

it('ranks truths among draws without bias: mean normalised ranks of 40 replicates', () => {
  const small = smallData({ K: 3, D: 2, J: 3, P: 1, seed: 21 });
  const model = HIERARCHICAL_PRESETS.h_m01_size;
  const replication = hierarchicalReplication(
    { model, design: small, fitted: model, quantities: DEFAULT_QUANTITIES },
    11,
  );
  const sampler: SamplerSettings = {
    name: 'hmc',
    chains: 1,
    warmup: 100,
    draws: 40,
    thin: 3,
    targetAcceptance: 0.9,
    maxDepth: 8,
  };
  const stream = { seed: 11, task: 9, chain: 0 };
  const instanceOf = (index: number): HierarchicalInstance => ({
    family: 'hierarchical',
    ...replication.replicate(index).fitted,
  });
  const tune = tuneStepper({ kind: 'tune', key: 't', stream, instance: instanceOf(10_000), sampler }, null);
  while (!tune.done) tune.step();
  const tuning = tuningOf(tune.report().chunk!);
  const Q = replication.quantities.length;
  const N = 40;
  const ranks = Array.from({ length: Q }, () => new Float64Array(N));
  for (let i = 0; i < N; i++) {
    const { truth, evaluate } = replication.replicate(i);
    const own = { seed: 11, task: 0, chain: i };
    const task: ChainTask = {
      kind: 'chain',
      key: 'c',
      stream: own,
      instance: instanceOf(i),
      sampler: { ...sampler, draws: 60 },
      tuneKey: 't',
      tuning,
    };
    const stepper = chainStepper(task, null);
    while (!stepper.done) stepper.step();
    const { position } = stepper.report().chunk!.columns;
    const n = position.length / 60;
    const out = new Float64Array(Q);
    for (let draw = 20; draw < 60; draw++) {
      evaluate(position.subarray(draw * n, (draw + 1) * n), draw, out);
      out.forEach((value, q) => (ranks[q][i] += value < truth[q] ? 1 / 40 : 0));
    }
  }
  // A normalised rank has variance 1/12 plus that of its grid of 41 values.
  const se = Math.sqrt(1 / 12 / N) * 1.05;
  ranks.forEach((own, q) => {
    const mean = own.reduce((sum, value) => sum + value, 0) / N;
    expect(Math.abs(mean - 0.5), replication.quantities[q]).toBeLessThan(4 * se);
  });
}, 120_000);
