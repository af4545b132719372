// A run of a portable and a frame-dependent agent, worked to its end, for the tests of what is shown of it.
import { portabilityStepper } from '../../../../src/engine/cpu/portability-stepper.ts';
import type { Chunk } from '../../../../src/engine/types.ts';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import {
  DEFAULT_PORTABILITY,
  portabilityTasks,
  type PortabilityPlan,
} from '../../../../src/instruments/portability/plan.ts';
import { portabilityViews } from '../../../../src/instruments/portability/views.ts';

export const table = agentTable({
  game: 'dictator',
  agents: ['portable', 'frame'],
  regimes: [''],
  environments: 4,
  instances: 60,
  draws: 2,
  shared: false,
  seed: 3,
});
export const tables = new Map([['t', table]]);
export const plan: PortabilityPlan = {
  instrument: 'portability',
  analysis: 'portability',
  title: 'agents',
  datasets: ['t'],
  settings: {
    ...DEFAULT_PORTABILITY,
    bins: 5,
    sources: 2,
    splits: 40,
    permutations: 79,
    bootstrap: 20,
    outer: 0,
  },
  seed: 1,
  engine: 'cpu',
};

function workedChunks(): readonly Chunk[] {
  return portabilityTasks(plan, tables).flatMap((task) => {
    if (task.kind !== 'portability') return [];
    const stepper = portabilityStepper(task, null);
    while (!stepper.done) stepper.step();
    return stepper.report().chunk ?? [];
  });
}
export const chunks = workedChunks();
export const views = portabilityViews(plan, tables, chunks);
