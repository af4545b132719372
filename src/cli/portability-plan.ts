// What luce portability is asked: flags, over a plan file, over the defaults.
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { faultLine } from '../formats/fault.ts';
import { readShape } from '../formats/shape-fault.ts';
import { LEAST_INSTANCES, LEAST_ROWS } from '../instruments/portability/fair.ts';
import { parseGiven } from '../instruments/portability/given.ts';
import { ROLES, type Mapping } from '../instruments/portability/import/mapping.ts';
import {
  DEFAULT_PORTABILITY,
  plannedCells,
  type Correction,
  type GivenCell,
  type PortabilityPlan,
  type PortabilitySettings,
} from '../instruments/portability/plan.ts';
import { PREDICTORS, type PredictorName } from '../statistics/portability/predictors.ts';
import { engineChoice, oneOf, seedOf, usage, UsageError, wholeNumber, type Arguments } from './arguments.ts';
import type { PortabilityInputs } from './portability-inputs.ts';

const MOST_SPLITS = 1_000_000;
const MOST_BINS = 1000;
const MOST_PERMUTATIONS = 999_999;
const CORRECTIONS = ['bh', 'holm', 'maxt', 'none'] as const satisfies readonly Correction[];
const PREDICTOR_NAMES = Object.keys(PREDICTORS) as readonly PredictorName[];

const count = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const settingsEntries = {
  predictor: v.optional(v.picklist(PREDICTOR_NAMES)),
  sources: v.optional(v.nullable(count(1, 65_535))),
  splits: v.optional(count(0, MOST_SPLITS)),
  bins: v.optional(count(2, MOST_BINS)),
  permutations: v.optional(count(0, MOST_PERMUTATIONS)),
  bootstrap: v.optional(count(0, MOST_PERMUTATIONS)),
  outer: v.optional(count(0, MOST_PERMUTATIONS)),
  matrix: v.optional(v.boolean()),
  correction: v.optional(v.picklist(CORRECTIONS)),
  equalRows: v.optional(v.boolean()),
  reference: v.optional(v.nullable(v.string())),
};
const planSchema = v.strictObject({
  ...settingsEntries,
  seed: v.optional(count(0, Number.MAX_SAFE_INTEGER)),
  map: v.optional(
    v.strictObject(Object.fromEntries(ROLES.map((role) => [role, v.optional(v.array(v.string()))]))),
    {},
  ),
});

/** A plan file: settings under their names, a seed, and columns by role. */
export interface PlanFile {
  readonly settings: Partial<PortabilitySettings>;
  readonly seed: number | null;
  readonly map: Partial<Mapping>;
}

const NO_PLAN: PlanFile = { settings: {}, seed: null, map: {} };

async function textOf(file: string, needed: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError([`${file}: not readable; needed ${needed}`]);
  });
}

export async function readPlanFile(args: Arguments): Promise<PlanFile> {
  const file = args.text('plan');
  if (file === undefined) return NO_PLAN;
  const read = readShape(planSchema, await textOf(file, 'a JSON plan of settings'), file);
  if (!read.ok) throw new UsageError(read.faults.map(faultLine));
  const { seed, map, ...settings } = read.value;
  return { settings, seed: seed ?? null, map: map as Partial<Mapping> };
}

/** `permutation:N`, or `none`. */
function permutationsOf(args: Arguments, fallback: number): number {
  const text = args.text('null');
  if (text === undefined) return fallback;
  if (text === 'none') return 0;
  const [, digits] = /^permutation:(\d+)$/.exec(text) ?? [];
  const permutations = Number(digits);
  if (!(permutations >= 1 && permutations <= MOST_PERMUTATIONS))
    throw usage(
      '--null',
      JSON.stringify(text),
      `permutation:N with N from 1 to ${MOST_PERMUTATIONS}, or none`,
    );
  return permutations;
}

/** Every pair of environments is compared where the matrix is asked for, and where tables are written. */
const matrixOf = (args: Arguments, planned: boolean | undefined): boolean =>
  args.has('matrix') || (planned ?? args.text('out') !== undefined);

function settingsOf(args: Arguments, planned: PlanFile['settings']): PortabilitySettings {
  const base = { ...DEFAULT_PORTABILITY, ...planned };
  const sources =
    args.text('sources') === undefined ? base.sources : wholeNumber(args, 'sources', 1, 1, 65_535);
  const bootstrap = wholeNumber(args, 'bootstrap', base.bootstrap, 0, MOST_PERMUTATIONS);
  return {
    predictor: oneOf(args, 'predictor', PREDICTOR_NAMES, base.predictor),
    sources,
    splits: wholeNumber(args, 'splits', base.splits, 0, MOST_SPLITS),
    bins: wholeNumber(args, 'bins', base.bins, 2, MOST_BINS),
    permutations: permutationsOf(args, base.permutations),
    bootstrap,
    // The interval is one of the excess, which needs the bootstrap.
    outer: bootstrap > 0 ? wholeNumber(args, 'outer', base.outer, 0, MOST_PERMUTATIONS) : 0,
    matrix: matrixOf(args, planned.matrix),
    correction: oneOf(args, 'correction', CORRECTIONS, base.correction),
    equalRows: args.has('equal-n') || base.equalRows,
    reference: args.text('reference') ?? base.reference,
    given: null,
  };
}

async function givenOf(args: Arguments, { games }: PortabilityInputs): Promise<readonly GivenCell[] | null> {
  const file = args.text('splits-file');
  if (file === undefined) return null;
  const given = parseGiven(await textOf(file, 'JSON of splits'), file, games);
  if (!given.ok) throw new UsageError(given.faults.map(faultLine));
  return given.value;
}

/** So many sources as were asked for must leave a target in every cell with several environments. */
function checkSources(plan: PortabilityPlan, { games }: PortabilityInputs): void {
  const { sources } = plan.settings;
  if (sources === null) return;
  const tables = new Map(games.map(({ hash, table }) => [hash, table]));
  const small = plannedCells(plan, tables).find(
    ({ cell }) => cell.environments > 1 && sources >= cell.environments,
  );
  if (small)
    throw usage(
      '--sources',
      `${sources} with ${small.cell.environments} environments in ${small.game}, ${small.model}`,
      `at most ${small.cell.environments - 1}: one environment is held out`,
    );
}

/** Something must be left to transport between. */
function checkCells(plan: PortabilityPlan, { games }: PortabilityInputs): void {
  const tables = new Map(games.map(({ hash, table }) => [hash, table]));
  if (plannedCells(plan, tables).some(({ cell }) => cell.environments > 1)) return;
  const names = games.map(({ table }) => table.game).join(', ');
  throw usage(
    'DATA',
    `no cell of ${names} with actions in two environments`,
    `${LEAST_ROWS} rows with an action or more, of ${LEAST_INSTANCES} instances, in two environments of one model and regime`,
  );
}

function checkReference({ settings: { reference } }: PortabilityPlan, { games }: PortabilityInputs): void {
  if (reference === null || reference === undefined) return;
  const regimes = [...new Set(games.flatMap(({ table }) => table.regime.names))];
  if (!regimes.includes(reference))
    throw usage('--reference', JSON.stringify(reference), `a regime of the data: ${regimes.join(', ')}`);
}

/** Rows that were given are all meant. */
function checkEqual({ settings }: PortabilityPlan): void {
  if (settings.equalRows && settings.given !== null)
    throw usage('--equal-n', 'with --splits-file', 'one or the other: given rows are not cut');
}

export async function planPortability(
  args: Arguments,
  file: PlanFile,
  inputs: PortabilityInputs,
): Promise<PortabilityPlan> {
  const settings = { ...settingsOf(args, file.settings), given: await givenOf(args, inputs) };
  const plan: PortabilityPlan = {
    instrument: 'portability',
    analysis: 'portability',
    title: inputs.games.map(({ table }) => table.game).join(', '),
    datasets: inputs.games.map(({ hash }) => hash),
    settings,
    seed: args.text('seed') === undefined ? (file.seed ?? seedOf(args)) : seedOf(args),
    engine: engineChoice(args),
  };
  checkCells(plan, inputs);
  checkSources(plan, inputs);
  checkReference(plan, inputs);
  checkEqual(plan);
  return plan;
}
