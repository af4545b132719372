// luce portability power: how far framings must shift behaviour before a design finds it with probability 80 %.
import type { ChoiceTable } from '../formats/choice-table.ts';
import { gameNamed, GAMES } from '../instruments/portability/games.ts';
import { portabilityTasks } from '../instruments/portability/plan.ts';
import {
  firstLook,
  pointsOf,
  powerPlan,
  powerReport,
  rejectionsOf,
  secondLook,
  SHIFTS,
  studyTable,
  type PowerDesign,
  type PowerReport,
  type PowerStudy,
  type Shift,
} from '../instruments/portability/power.ts';
import { testSize } from '../statistics/portability/cell.ts';
import { LEVEL, rejects } from '../statistics/portability/level.ts';
import { fraction, oneOf, seedOf, usage, wholeNumber, type Arguments } from './arguments.ts';
import { executeWork } from './execute.ts';
import { openOutputFile, toJson } from './output.ts';
import { permutationsOf } from './portability-study.ts';
import { columns } from './text.ts';

const TARGET = 0.8;
const SIMULATIONS = 400;
const PERMUTATIONS = 99;
/** Rows of simulated choices that are held at once, so that memory does not grow with the design. */
const MOST_ROWS = 1_000_000;

const figure = (value: number | null): string =>
  value === null ? 'NA' : String(Number(value.toPrecision(3)));

function regimeOf(args: Arguments): string {
  const [regime = 'noncot', ...more] = args.texts('regime');
  if (more.length > 0)
    throw usage('--regime', `${more.length + 1} regimes`, 'one: power is that of one cell');
  return regime;
}

function designOf(args: Arguments): PowerDesign {
  const environments = wholeNumber(args, 'environments', 8, 2, 1000);
  const sources = args.text('sources');
  return {
    game: oneOf(
      args,
      'game',
      GAMES.map(({ name }) => name),
      'dictator',
    ),
    regime: regimeOf(args),
    environments,
    instances: wholeNumber(args, 'instances', 27, 1, 10_000),
    draws: wholeNumber(args, 'draws', 3, 1, 1000),
    shared: oneOf(args, 'sharing', ['shared', 'private'], 'private') === 'shared',
    sources: sources === undefined ? null : wholeNumber(args, 'sources', 1, 1, environments - 1),
    bins: wholeNumber(args, 'bins', 20, 2, 1000),
    permutations: permutationsOf(args, PERMUTATIONS),
    seed: seedOf(args),
  };
}

/** Studies of one run of the engine, so many that their rows fit. */
function batchesOf(design: PowerDesign, studies: readonly PowerStudy[]): readonly (readonly PowerStudy[])[] {
  const rows = design.environments * design.instances * design.draws;
  const size = Math.max(1, Math.floor(MOST_ROWS / rows));
  return Array.from({ length: Math.ceil(studies.length / size) }, (_, b) =>
    studies.slice(b * size, (b + 1) * size),
  );
}

async function simulated(
  design: PowerDesign,
  studies: readonly PowerStudy[],
  args: Arguments,
): Promise<readonly boolean[]> {
  const rejected: boolean[] = [];
  for (const batch of batchesOf(design, studies)) {
    const tables = new Map(
      batch.map((study, i): [string, ChoiceTable] => [String(i), studyTable(design, study)]),
    );
    const plan = powerPlan(design, [...tables.keys()]);
    const counted = { word: 'permutations', counts: () => true };
    const tasks = portabilityTasks(plan, tables);
    const { chunks } = await executeWork({ plan, tasks, chains: 0, counted }, args, null);
    rejected.push(...rejectionsOf(chunks, batch.length));
  }
  return rejected;
}

/** Both looks at one kind of shift; each kind has study numbers of its own. */
async function powerOf(
  design: PowerDesign,
  shift: Shift,
  simulations: number,
  target: number,
  args: Arguments,
): Promise<PowerReport> {
  const first = SHIFTS.indexOf(shift) * 4 * simulations;
  const early = firstLook(shift, simulations, first);
  const earlyRejected = await simulated(design, early, args);
  const late = secondLook(shift, simulations, pointsOf(early, earlyRejected), target, first + early.length);
  const lateRejected = await simulated(design, late, args);
  return powerReport(shift, pointsOf([...early, ...late], [...earlyRejected, ...lateRejected]), target);
}

const unitOf = ({ game }: PowerDesign): string =>
  gameNamed(game)?.action.kind === 'labels' ? 'logits' : 'residual sd';

function sentence({ shift, found, beyond, points }: PowerReport, unit: string, target: number): string {
  const chance = `with probability ${Math.round(100 * target)} %`;
  if (found)
    return `${shift === 'intercept' ? 'An' : 'A'} ${shift} shift of sd ${figure(found.size)} ${unit} over framings (${figure(found.low)} to ${figure(found.high)}) is found ${chance}.\n`;
  const edge = beyond === 'above' ? points[points.length - 1] : points[0];
  const most = beyond === 'above' ? 'No' : 'Every';
  return `${most} ${shift} shift looked at is found ${chance}: the sd is ${beyond} ${figure(edge.size)} ${unit}.\n`;
}

const tableOf = ({ points }: PowerReport): string =>
  columns([
    ['sd', 'found', 'of', 'share', 'curve'],
    ...points.map(({ size, rejected, simulations, fitted }) => [
      figure(size),
      String(rejected),
      String(simulations),
      figure(rejected / simulations),
      figure(fitted),
    ]),
  ]);

/** The least p of so many permutations must reach the level. */
const canReject = ({ permutations }: PowerDesign): boolean => rejects(1 / (1 + permutations));

export async function powerCommand(args: Arguments): Promise<number> {
  const design = designOf(args);
  if (!canReject(design))
    throw usage(
      '--null',
      `permutation:${design.permutations}`,
      'at least permutation:19, so that p can reach .05',
    );
  const target = fraction(args, 'target', TARGET);
  if (target <= LEVEL) throw usage('--target', String(target), `a power above ${LEVEL}`);
  const simulations = wholeNumber(args, 'simulations', SIMULATIONS, 40, 1_000_000);
  const reports: PowerReport[] = [];
  for (const shift of SHIFTS) reports.push(await powerOf(design, shift, simulations, target, args));
  const unit = unitOf(design);
  const n_test = testSize(design.instances * design.draws);
  const text = args.has('json')
    ? `${toJson({ ...design, n_test, level: LEVEL, target, unit, shifts: reports })}\n`
    : reports.map((report) => `${sentence(report, unit, target)}${tableOf(report)}\n`).join('');
  await openOutputFile(args, text);
  return 0;
}
