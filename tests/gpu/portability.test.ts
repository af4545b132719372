import { describe, expect, it } from 'vitest';
import type { Checkpoint, Engine, PortabilityTask } from '../../src/engine/types.ts';
import { agentTable, type AgentName } from '../../src/instruments/portability/agents.ts';
import { cellsOf } from '../../src/instruments/portability/cells.ts';
import type { Cell } from '../../src/statistics/portability/cell.ts';
import { PARTS } from '../../src/statistics/portability/work.ts';
import {
  fixtureCell,
  fixtureFolds,
  fixtureJson,
  fixtureRows,
  GAMES,
  type FixtureSplit,
} from '../unit/statistics/portability/fixture.ts';
import { lossyGpu } from './lossy-gpu.ts';
import { onCpu, onGpu, taskOf, type Columns } from './portability-support.ts';
import { NO_ADAPTER } from './support.ts';

const gpu = await lossyGpu();

interface Expected {
  readonly id: number;
  readonly S: string[];
  readonly target: string;
  readonly log_rmse_gap: number | null;
  readonly tv: Record<string, number>;
}

type ByGame<T> = { readonly games: Record<string, Record<string, T>> };

/** A task of given comparisons on given folds. */
function givenTask(
  fixture: ReturnType<typeof fixtureCell>,
  split: Pick<FixtureSplit, 'envs'>,
  sets: readonly Expected[],
  bins: number,
  key: string,
): PortabilityTask {
  const place = (name: string): number => fixture.names.indexOf(name);
  const settings = {
    predictor: 'ols' as const,
    sources: 1,
    bins,
    folds: fixtureFolds(fixture, split),
    sets: sets.map(({ S, target }) => ({ sources: S.map(place), target: place(target) })),
  };
  return taskOf(fixture.cell, { key, settings, count: sets.length });
}

/** Comparisons whose distance or gap is not that of the reference. */
const unequal = (found: Columns, sets: readonly Expected[], bins: number): string[] =>
  sets.flatMap(({ id, tv, log_rmse_gap }, i) => {
    const distance = found.numerator[i] / (2 * found.rows[i]);
    const gap = Math.abs(found.gap[i] - (log_rmse_gap ?? NaN));
    return distance === tv[String(bins)] && gap < 1e-9
      ? []
      : [`${id}: TV ${distance}, not ${tv[String(bins)]}`];
  });

const agents = (agent: AgentName, game: string, shared: boolean, instances = 27): Cell =>
  cellsOf(
    agentTable({
      game,
      agents: [agent],
      regimes: ['noncot'],
      environments: 4,
      instances,
      draws: 3,
      shared,
      seed: 3,
    }),
  )[0].cell;

/** Rows 2 and 3 of every part (of the observed statistics, the one that there is). */
const everyPart = (cell: Cell): PortabilityTask[] =>
  PARTS.map((part) => taskOf(cell, part === 'observed' ? { part } : { part, first: 2, count: 2 }));

async function expectSame(engine: Engine, tasks: readonly PortabilityTask[]): Promise<void> {
  const found = await onGpu(engine, tasks);
  for (const task of tasks) expect(found.get(task.key), task.key).toEqual(onCpu(task));
}

/** Compiling takes a software adapter seconds: tests share an engine. */
const shared = gpu && (await gpu.openEngine());

describe.skipIf(gpu === null)(`portability on the GPU${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  const engine = shared ?? ({} as Engine);

  it('has the distances of exact references, with no exception near a cutpoint', async () => {
    const splits = fixtureJson<ByGame<FixtureSplit>>('splits.json');
    const oracle = fixtureJson<ByGame<Expected[]>>('ols_tv.json');
    const cases = GAMES.flatMap((game) => {
      const rows = fixtureRows(game);
      return Object.entries(oracle.games[game]).flatMap(([name, sets]) => {
        const [model, regime] = name.split('|');
        const fixture = fixtureCell(rows, game, model, regime);
        return [5, 20].map((bins) => {
          const key = `${game} ${name} at ${bins}`;
          return { sets, bins, task: givenTask(fixture, splits.games[game][name], sets, bins, key) };
        });
      });
    });
    const found = await onGpu(
      engine,
      cases.map(({ task }) => task),
    );
    const exceptions = cases.flatMap(({ sets, bins, task }) =>
      unequal(found.get(task.key)!, sets, bins).map((text) => `${task.key}: ${text}`),
    );
    expect(cases.reduce((sum, { sets }) => sum + sets.length, 0)).toBe(1008);
    expect(exceptions).toEqual([]);
  });

  it('has the distances of exact references on larger folds', async () => {
    type Medium = ByGame<{ envs: FixtureSplit['envs']; sets: Expected[] }>;
    const { games } = fixtureJson<Medium>('medium.json');
    for (const [game, cells] of Object.entries(games)) {
      const rows = fixtureRows(`medium_${game}`);
      for (const [model, { envs, sets }] of Object.entries(cells)) {
        const task = givenTask(fixtureCell(rows, game, model, 'noncot'), { envs }, sets, 20, model);
        expect(unequal((await onGpu(engine, [task])).get(model)!, sets, 20)).toEqual([]);
      }
    }
  });

  it('makes every part with the bits of the f64 engine: private and shared instances', async () => {
    await expectSame(engine, everyPart(agents('shift', 'dictator', false)));
    await expectSame(engine, everyPart(agents('frame', 'lottery', true)));
  });

  it('keeps ties: few x, constant actions, deterministic actions, x that does not vary', async () => {
    const base = agents('shift', 'dictator', false);
    const { x } = base;
    const binary = { ...base, x: x.map((value) => Number(value > 50)) };
    const cells: Record<string, Cell> = {
      'binary x': binary,
      'constant actions': { ...base, action: x.map(() => 3) },
      'no actions': { ...base, action: x.map(() => 0) },
      'half of x': { ...base, action: x.map((value) => value / 2) },
      'one x': { ...base, x: x.map(() => 7) },
      'binary x and actions': {
        ...binary,
        action: binary.x.map((value, i) => Number((i * 7) % 5 < 2 + value)),
      },
    };
    for (const [name, cell] of Object.entries(cells)) {
      const tasks = everyPart(cell).map((task) => ({ ...task, key: `${name}, ${task.part}` }));
      await expectSame(engine, tasks);
    }
    const [[, tied]] = await onGpu(engine, [taskOf(cells['no actions'], { count: 3 })]);
    expect([...tied.numerator]).toEqual([0, 0, 0]);
    const [[, few]] = await onGpu(engine, [taskOf(binary, { count: 3 })]);
    expect(Math.max(...few.occupied)).toBeLessThanOrEqual(4);
  });

  it('gives the same bits whatever the dispatches, across a loss and from a checkpoint', async () => {
    const cell = agents('shift', 'ultimatum', true, 12);
    const tasks = (['splits', 'permutations', 'nulls'] as const).map((part) =>
      taskOf(cell, { part, count: 6 }),
    );
    const short = await gpu!.openEngine({ chains: 5, leapfrogs: 1 });
    const saved = new Map<string, Checkpoint>();
    const found = await onGpu(short, tasks, new Map(), (news, step) => {
      for (const { taskKey, checkpoint, done } of news)
        if (!saved.has(taskKey) && !done) saved.set(taskKey, structuredClone(checkpoint));
      if (step === 2) gpu!.loseDevice();
    });
    short.dispose();
    for (const task of tasks) expect(found.get(task.key), task.key).toEqual(onCpu(task));
    const key = 'permutations';
    const { iteration } = saved.get(key)!;
    expect(iteration).toBeGreaterThan(0);
    const rest = await onGpu(engine, [tasks[1]], saved);
    for (const [name, column] of Object.entries(rest.get(key)!))
      expect(column).toEqual(onCpu(tasks[1])[name].slice(iteration));
  });

  it('says what it leaves to the CPU', async () => {
    const cell = agents('shift', 'dictator', false);
    const task = taskOf(cell, {});
    expect(engine.refuses({ ...task, settings: { ...task.settings, predictor: 'forest' } })).toMatch(
      /forest/,
    );
    const huge = { ...cell, x: cell.x.map((value) => value * 2 ** 120) };
    expect(engine.refuses({ ...task, cell: huge })).toMatch(/beyond/);
    expect(engine.refuses({ ...task, settings: { ...task.settings, bins: 5000 } })).toMatch(/5000 bins/);
  });
});
