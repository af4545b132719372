// How often the tests of portability reject where behaviour is portable, and where it depends on framing.
import type { AgentName } from '../../src/instruments/portability/agents.ts';
import { rowsOf, tiePlaces } from '../../src/instruments/portability/report.ts';
import { minimumP, placeAmong, type Placed } from '../../src/statistics/portability/permutation.ts';
import { TEST_STATISTICS } from '../../src/statistics/portability/statistics.ts';
import { cellTable, ENVIRONMENTS, LARGE, runCells, SMALL } from './portability-cells.ts';
import type { Scale } from './scale.ts';
import { atLeast, type Tally } from './tally.ts';

const CELLS = 600;
const POWER_CELLS = 200;
const PERMUTATIONS = 99;
const LEVEL = 0.05;
/** Rejections of an exact test at 5 % over 600 cells lie within these bounds in 99 of 100 studies. */
const LEAST = 0.027;
const MOST = 0.073;
const LEAST_POWER = 0.9;
const SEED = 777000;

const TESTS = [...TEST_STATISTICS, 'minimum'] as const;

/** Settings of a test alone, without splits and bootstraps. */
const TEST_ALONE = { splits: 0, permutations: PERMUTATIONS, bootstrap: 0, outer: 0 };

interface Design {
  readonly agent: AgentName;
  readonly game: string;
  readonly shared: boolean;
  readonly instances: number;
  readonly cells: number;
}

/** For each cell the places of its five tests, in the order of TESTS. */
async function placesOf(label: string, { agent, cells, ...data }: Design): Promise<readonly Placed[][]> {
  const tables = Array.from({ length: cells }, (_, i) => cellTable(agent, { ...data, seed: SEED + i }));
  const { executed } = await runCells(label, tables, TEST_ALONE, SEED);
  const rows = rowsOf(executed.chunks);
  return tables.map((_, cell) => {
    const observed = rows.get(`${cell}/observed`)!;
    const permuted = rows.get(`${cell}/permutations`)!;
    const values = TEST_STATISTICS.map((name) => observed[name][0]);
    const floors = TEST_STATISTICS.map((name) => permuted[name]);
    const places = tiePlaces(SEED, cell, TESTS.length);
    const placed = values.map((value, k) => placeAmong(value, floors[k], places[k]));
    return [...placed, minimumP(values, floors, places[values.length])];
  });
}

type Kind = keyof Placed;

/** Share of cells in which test k rejects. */
const rejections = (places: readonly Placed[][], k: number, kind: Kind): number =>
  places.filter((cell) => cell[k][kind] <= LEVEL).length / places.length;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function checkLevel(tally: Tally, game: string, shared: boolean, cells: number): Promise<void> {
  const label = `${game}, ${shared ? 'shared' : 'private'} x`;
  const design: Design = { agent: 'portable', game, shared, instances: SMALL, cells };
  const places = await placesOf(label, design);
  TESTS.forEach((name, k) => {
    const exact = rejections(places, k, 'randomised');
    const plain = rejections(places, k, 'p');
    const bounds = `${percent(LEAST)} to ${percent(MOST)}`;
    tally.check(`${label}: ${name}, ties at random`, percent(exact), bounds, exact >= LEAST && exact <= MOST);
    tally.check(`${label}: ${name}, plain p`, percent(plain), `at most ${percent(MOST)}`, plain <= MOST);
  });
}

async function checkPower(tally: Tally, cells: number): Promise<void> {
  const design: Design = { agent: 'frame', game: 'dictator', shared: false, instances: LARGE, cells };
  const places = await placesOf('frame agent', design);
  const powers = TESTS.map((name, k) => `${name} ${percent(rejections(places, k, 'p'))}`);
  tally.note(`frame agent in dictator, 81 test rows, plain p at 5 %: ${powers.join(', ')}`);
  atLeast(tally, 'power of the primary p', rejections(places, TESTS.length - 1, 'p'), LEAST_POWER);
}

export async function testCalibration(tally: Tally, scale: Scale): Promise<void> {
  const cells = scale(CELLS, 1).draws;
  tally.note(`${cells} cells of ${ENVIRONMENTS} environments, ${PERMUTATIONS} permutations, level 5 %`);
  await checkLevel(tally, 'dictator', false, cells);
  await checkLevel(tally, 'lottery', true, cells);
  await checkPower(tally, scale(POWER_CELLS, 1).draws);
}
