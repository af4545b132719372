// Runs many simulated cells of portability for the acceptance list by the command's own runner.
import { readArguments } from '../../src/cli/arguments.ts';
import { executeWork, type Executed } from '../../src/cli/execute.ts';
import type { ChoiceTable } from '../../src/formats/choice-table.ts';
import { agentTable, type AgentName, type AgentSettings } from '../../src/instruments/portability/agents.ts';
import {
  DEFAULT_PORTABILITY,
  portabilityTasks,
  type PortabilityPlan,
  type PortabilitySettings,
} from '../../src/instruments/portability/plan.ts';

export const ENVIRONMENTS = 8;
export const DRAWS = 3;

/** Instances of an environment that give 25 and 81 test rows at three draws. */
export const SMALL = 27;
export const LARGE = 90;

type Data = Pick<AgentSettings, 'game' | 'instances' | 'shared' | 'seed'> & Partial<AgentSettings>;

/** One cell of one agent. */
export const cellTable = (agent: AgentName, data: Data): ChoiceTable =>
  agentTable({
    agents: [agent],
    regimes: [''],
    environments: ENVIRONMENTS,
    draws: DRAWS,
    ...data,
  });

export interface RunCells {
  readonly plan: PortabilityPlan;
  readonly tables: ReadonlyMap<string, ChoiceTable>;
  readonly executed: Executed;
}

/** Tables serve under their numbers; each cell of theirs has random numbers of its own. */
export async function runCells(
  title: string,
  tables: readonly ChoiceTable[],
  settings: Partial<PortabilitySettings>,
  seed: number,
): Promise<RunCells> {
  const named = new Map(tables.map((table, i) => [String(i), table]));
  const plan: PortabilityPlan = {
    instrument: 'portability',
    analysis: 'portability',
    title,
    datasets: [...named.keys()],
    settings: { ...DEFAULT_PORTABILITY, matrix: false, correction: 'none', ...settings },
    seed,
    engine: 'cpu',
  };
  const counted = { word: 'rows', counts: () => true };
  const tasks = portabilityTasks(plan, named);
  const executed = await executeWork({ plan, tasks, chains: 0, counted }, readArguments([]), null);
  return { plan, tables: named, executed };
}
