// How long the splits of the paper's design take on the CPU engine here, and the noise floor of one cell.
import { loadavg } from 'node:os';
import type { ChoiceTable } from '../../src/formats/choice-table.ts';
import { agentTable } from '../../src/instruments/portability/agents.ts';
import { cellsOf } from '../../src/instruments/portability/cells.ts';
import { GAMES } from '../../src/instruments/portability/games.ts';
import { cpuSeconds } from './one-core.ts';
import { cellTable, LARGE, runCells, SMALL } from './portability-cells.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

const SPLITS = 1000;
const MOST_SECONDS = 4.5;
const PERMUTATIONS = 999;
const MOST_NULL_SECONDS = 1;
const SEED = 7;
const SHARED = ['ultimatum', 'public_goods', 'lottery'];
/** Instances of an environment that give 255 test rows at four draws. */
const PAPER = { environments: 40, instances: 212, draws: 4 };

const paperTable = (game: string): ChoiceTable =>
  agentTable({
    game,
    agents: ['portable', 'mild', 'shift', 'frame'],
    regimes: ['noncot', 'cot'],
    shared: SHARED.includes(game),
    seed: SEED,
    ...PAPER,
  });

/** Only sampled splits, as the paper has them. */
const SPLITS_ALONE = { permutations: 0, bootstrap: 0, outer: 0, sources: 20, bins: 20 };

const LOOP = 20_000_000;

/** Dependent multiplications and additions a second: what a fixed loop manages on one thread beside the same load. */
function loopPerSecond(): number {
  const began = performance.now();
  let x = 1;
  for (let i = 0; i < LOOP; i++) x = x * 0.999 + 1;
  return (x > 0 ? LOOP : 0) / ((performance.now() - began) / 1000);
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ wall: number; cpu: number }> {
  const began = performance.now();
  const cpuBegan = cpuSeconds();
  await work();
  return { wall: (performance.now() - began) / 1000, cpu: cpuSeconds() - cpuBegan };
}

async function splitSpeed(tally: Tally, scale: Scale): Promise<void> {
  const splits = scale(SPLITS, 1).draws;
  const tables = GAMES.map(({ name }) => paperTable(name));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const began = performance.now();
  tables.forEach(cellsOf);
  const parted = (performance.now() - began) / 1000;
  const before = loopPerSecond();
  const { wall, cpu } = await timed(() => runCells('splits', tables, { ...SPLITS_ALONE, splits }, SEED));
  const loop = (before + loopPerSecond()) / 2;
  const total = splits * 8 * GAMES.length;
  tally.note(
    `${rows} rows, parted into cells in ${parted.toFixed(1)} s; ${cpu.toFixed(1)} CPU seconds, ${((1e6 * cpu) / total).toFixed(0)} µs a split; ` +
      `calibration loop ${(loop / 1e6).toFixed(0)} M a second; load ${loadavg()[0].toFixed(1)}`,
  );
  atMost(tally, `${total} splits, wall seconds`, wall, MOST_SECONDS);
}

async function nullSpeed(tally: Tally, game: string, instances: number): Promise<void> {
  const table = cellTable('portable', { game, instances, shared: SHARED.includes(game), seed: SEED });
  const settings = { splits: 0, bootstrap: 0, outer: 0, permutations: PERMUTATIONS };
  const { wall, cpu } = await timed(() => runCells(game, [table], settings, SEED));
  tally.note(
    `${game}, ${instances} instances: ${cpu.toFixed(2)} CPU seconds, load ${loadavg()[0].toFixed(1)}`,
  );
  atMost(
    tally,
    `${PERMUTATIONS} permutations of 8 environments, ${game}, ${instances} instances`,
    wall,
    MOST_NULL_SECONDS,
  );
}

export async function portabilitySpeed(tally: Tally, scale: Scale): Promise<void> {
  await splitSpeed(tally, scale);
  for (const instances of [SMALL, LARGE])
    for (const game of ['dictator', 'lottery', 'normal_form']) await nullSpeed(tally, game, instances);
}
