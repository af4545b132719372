import { describe, expect, it } from 'vitest';
import { tuneStepper, tuningOf } from '../../src/engine/cpu/tune-stepper.ts';
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import type { ChainTask, SamplerSettings, Tuning } from '../../src/engine/types.ts';
import { seuTarget } from '../../src/models/seu/density.ts';
import { frameOf } from '../../src/models/seu/frame.ts';
import { mcseMean, rhat } from '../../src/statistics/convergence.ts';
import { mean } from '../../src/statistics/moments.ts';
import { readFixture } from '../support/seu.ts';
import { column, instanceOf, NO_ADAPTER, runAll } from './support.ts';

interface Oracle {
  summary: { name: string; mean: number; mcse_mean: number }[];
}

const CHAINS = 8;
const instance = instanceOf('m_0', 'posterior_m_0_alpha2_data.json');
const oracle = readFixture<Oracle>('posterior_m_0_alpha2.json');
const gpu = await openNodeGpu();

/** Quantities of interest at each row of canonical positions, by the oracle's names. */
function quantitiesOf(positions: Float64Array): Record<string, Float64Array> {
  const { model, data } = instance;
  const target = seuTarget(model, data, frameOf(model, data));
  const n = target.dimension;
  const count = positions.length / n;
  const gradient = new Float64Array(n);
  const names = ['log_alpha', 'delta[1]', 'eta[alt=1]', 'eta[alt=8]'];
  const values = names.map(() => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    target.logDensity(positions.slice(i * n, (i + 1) * n), gradient);
    const { logSensitivity, delta, eta } = target.state;
    [logSensitivity[0], delta[0], eta[0], eta[7]].forEach((value, j) => (values[j][i] = value));
  }
  return Object.fromEntries(names.map((name, j) => [name, values[j]]));
}

function chainTasks(sampler: SamplerSettings, tuning: Tuning | null): ChainTask[] {
  return Array.from({ length: CHAINS }, (_, chain) => ({
    kind: 'chain',
    key: `${sampler.name}/${chain}`,
    stream: { seed: 42, task: 0, chain },
    instance,
    sampler,
    tuneKey: tuning && 'tune',
    tuning,
  }));
}

function tuned(sampler: SamplerSettings): Tuning {
  const task = {
    kind: 'tune' as const,
    key: 'tune',
    stream: { seed: 42, task: 1, chain: 0 },
    instance,
    sampler,
  };
  const stepper = tuneStepper(task, null);
  while (!stepper.done) stepper.step();
  return tuningOf(stepper.report().chunk!);
}

describe.skipIf(gpu === null)(`posteriors on the device${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  const common = { chains: CHAINS, thin: 1, maxDepth: 10 };
  const samplers: SamplerSettings[] = [
    { ...common, name: 'nuts', warmup: 250, draws: 400, targetAcceptance: 0.8 },
    { ...common, name: 'hmc', warmup: 150, draws: 500, targetAcceptance: 0.9 },
  ];

  it.each(samplers)('$name finds the reference means within Monte Carlo error', async (sampler) => {
    const engine = await openGpuEngine({ gpu: gpu!, now: () => performance.now() });
    const tasks = chainTasks(sampler, sampler.name === 'hmc' ? tuned(sampler) : null);
    const chunks = await runAll(engine, tasks);
    engine.dispose();
    const positions = tasks.flatMap(({ key }) => [...column(chunks.get(key)!, 'position')]);
    for (const [name, values] of Object.entries(quantitiesOf(Float64Array.from(positions)))) {
      const reference = oracle.summary.find((row) => row.name === name)!;
      const error = Math.sqrt(mcseMean(values, CHAINS)! ** 2 + reference.mcse_mean ** 2);
      expect(Math.abs(mean(values) - reference.mean), name).toBeLessThan(4 * error);
      expect(rhat(values, CHAINS), name).toBeLessThan(1.03);
    }
    const divergent = tasks.flatMap(({ key }) => [...column(chunks.get(key)!, 'divergent')]);
    expect(mean(Float64Array.from(divergent))).toBeLessThan(0.01);
  });
});
