// How often the interval of the excess covers what it is an interval of, framings held fixed.
//
// An excess is the mean TV of a data set less its mean under the bootstrap that imposes the null. With an agent, its
// framings, and the numbers of instances and draws fixed, data sets differ by their instances, choices and folds alone;
// the truth is the mean excess over such data sets.
import type { AgentName } from '../../src/instruments/portability/agents.ts';
import { portabilityReport, type CellReport } from '../../src/instruments/portability/report.ts';
import { cellTable, LARGE, runCells } from './portability-cells.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const AGENT_NAMES: readonly AgentName[] = ['portable', 'mild', 'shift', 'frame'];
/** Sets of framings of an agent, data sets under each of them with an interval, and further ones for the truth. */
const FRAMINGS = 4;
const DATA_SETS = 25;
const FURTHER = 50;
const LEAST = 0.85;
const SEED = 20260831;
const GAME = 'dictator';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Data sets of one agent under one set of framings: other instances and choices, the same framings. */
const dataSets = (agent: AgentName, framings: number, first: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    cellTable(agent, {
      game: GAME,
      instances: LARGE,
      shared: false,
      seed: SEED + 1000 * (framings + 1) + first + i,
      framings: SEED + framings,
    }),
  );

async function reportsOf(
  agent: AgentName,
  framings: number,
  first: number,
  count: number,
  outer: number | undefined,
): Promise<readonly CellReport[]> {
  const settings = { permutations: 0, ...(outer === undefined ? {} : { outer }) };
  const label = `${agent}, framings ${framings}`;
  const tables = dataSets(agent, framings, first, count);
  const { plan, tables: named, executed } = await runCells(label, tables, settings, SEED);
  return portabilityReport(plan, named, executed.chunks).cells;
}

interface Covered {
  readonly truth: number;
  readonly covered: number;
  readonly below: number;
  readonly above: number;
  readonly sd: number;
  readonly halfWidth: number;
  readonly cells: number;
}

async function coverageUnder(agent: AgentName, framings: number, sizes: Sizes): Promise<Covered> {
  const cells = await reportsOf(agent, framings, 0, sizes.dataSets, undefined);
  const further = await reportsOf(agent, framings, sizes.dataSets, sizes.further, 0);
  const truth = mean([...cells, ...further].map(({ excess }) => excess!));
  const below = cells.filter(({ excess_lo }) => excess_lo! > truth).length;
  const above = cells.filter(({ excess_hi }) => excess_hi! < truth).length;
  const squares = [...cells, ...further].map(({ excess }) => (excess! - truth) ** 2);
  return {
    truth,
    covered: cells.length - below - above,
    below,
    above,
    sd: Math.sqrt(mean(squares)),
    halfWidth: mean(cells.map(({ excess_lo, excess_hi }) => (excess_hi! - excess_lo!) / 2)),
    cells: cells.length,
  };
}

interface Sizes {
  readonly dataSets: number;
  readonly further: number;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function checkAgent(tally: Tally, agent: AgentName, sizes: Sizes): Promise<void> {
  const found: Covered[] = [];
  for (let framings = 0; framings < FRAMINGS; framings++)
    found.push(await coverageUnder(agent, framings, sizes));
  const cells = sum(found.map((entry) => entry.cells));
  const share = sum(found.map(({ covered }) => covered)) / cells;
  const error = Math.sqrt((share * (1 - share)) / cells);
  tally.check(
    `${agent}: the 90 % interval of the excess covers its mean`,
    `${percent(share)} ± ${percent(error)}`,
    `at least ${percent(LEAST)}`,
    share >= LEAST,
  );
  const each = found.map(({ truth, covered, below, above, sd, halfWidth, cells: n }) => {
    const sides = `${below} above, ${above} below the truth`;
    return `truth ${truth.toFixed(3)}, ${covered} of ${n} (${sides}), sd ${sd.toFixed(3)}, half width ${halfWidth.toFixed(3)}`;
  });
  each.forEach((line, i) => tally.note(`${agent}, framings ${i + 1}: ${line}`));
}

export async function excessCoverage(tally: Tally, scale: Scale): Promise<void> {
  const sizes = { dataSets: scale(DATA_SETS, 1).draws, further: scale(FURTHER, 1).draws };
  tally.note(
    `${GAME}, 81 test rows, ${FRAMINGS} sets of framings, ${sizes.dataSets} data sets under each; ` +
      `the truth is the mean over these and ${sizes.further} more`,
  );
  for (const agent of AGENT_NAMES) await checkAgent(tally, agent, sizes);
}
