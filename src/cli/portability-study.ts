// What the studies beside a measurement of portability share: plan files, lists in flags, the run itself.
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Task } from '../engine/types.ts';
import type { ChoiceTable } from '../formats/choice-table.ts';
import { faultLine } from '../formats/fault.ts';
import { readShape } from '../formats/shape-fault.ts';
import { ROLES, type Mapping } from '../instruments/portability/import/mapping.ts';
import type { Plan } from '../jobs/run.ts';
import { engineChoice, forAll, seedOf, usage, UsageError, type Arguments, type Flag } from './arguments.ts';
import { executeWork, type Executed } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { openOutput, toJson, type OutputDirectory } from './output.ts';
import type { PortabilityInputs } from './portability-inputs.ts';

export const wholeCount = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const shared = {
  seed: v.optional(wholeCount(0, Number.MAX_SAFE_INTEGER)),
  map: v.optional(
    v.strictObject(Object.fromEntries(ROLES.map((role) => [role, v.optional(v.array(v.string()))]))),
    {},
  ),
};

/** A plan file: settings under their names, a seed, and columns by role. */
export interface StudyFile<Settings> {
  readonly settings: Partial<Settings>;
  readonly seed: number | null;
  readonly map: Partial<Mapping>;
}

export async function readText(file: string, needed: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError([`${file}: not readable; needed ${needed}`]);
  });
}

/** Reads --plan against the schema of its settings; nothing where there is no plan. */
export async function readStudyFile<Settings>(
  args: Arguments,
  entries: v.ObjectEntries,
): Promise<StudyFile<Settings>> {
  const file = args.text('plan');
  if (file === undefined) return { settings: {}, seed: null, map: {} };
  const schema = v.strictObject({ ...entries, ...shared });
  const read = readShape(schema, await readText(file, 'a JSON plan of settings'), file);
  if (!read.ok) throw new UsageError(read.faults.map(faultLine));
  const { seed, map, ...settings } = read.value as Record<string, unknown>;
  return {
    settings: settings as Partial<Settings>,
    seed: (seed as number | undefined) ?? null,
    map: (map ?? {}) as Partial<Mapping>,
  };
}

/** Entries of a flag with commas between them, each read by `entry`; the fallback where the flag is absent. */
export function listOf<T>(
  args: Arguments,
  flag: Flag,
  fallback: readonly T[],
  entry: (text: string) => T,
): readonly T[] {
  const text = args.text(flag);
  if (text === undefined) return fallback;
  return [...new Set(forAll(text.split(','), (part) => entry(part.trim())))];
}

/** A whole number of a list. */
export const numberIn =
  (flag: Flag, least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw usage(
        `--${flag}`,
        JSON.stringify(text),
        `whole numbers from ${least} to ${most}, commas between`,
      );
    return value;
  };

export const MOST_PERMUTATIONS = 999_999;

/** `permutation:N`, or `none`. */
export function permutationsOf(args: Arguments, fallback: number): number {
  const text = args.text('null');
  if (text === undefined) return fallback;
  if (text === 'none') return 0;
  const [, digits] = /^permutation:(\d+)$/.exec(text) ?? [];
  const permutations = Number(digits);
  if (permutations >= 1 && permutations <= MOST_PERMUTATIONS) return permutations;
  throw usage('--null', JSON.stringify(text), `permutation:N with N from 1 to ${MOST_PERMUTATIONS}, or none`);
}

export const tablesOf = ({ games }: PortabilityInputs): ReadonlyMap<string, ChoiceTable> =>
  new Map(games.map(({ hash, table }) => [hash, table]));

/** What every plan of a study has beside its settings. */
export const planBase = (args: Arguments, seed: number | null, { games }: PortabilityInputs) => ({
  instrument: 'portability' as const,
  title: games.map(({ table }) => table.game).join(', '),
  datasets: games.map(({ hash }) => hash),
  seed: args.text('seed') === undefined ? (seed ?? seedOf(args)) : seedOf(args),
  engine: engineChoice(args),
});

export interface StudyOutput {
  /** File name → text of CSV tables. */
  readonly tables: Readonly<Record<string, string>>;
  readonly json: Record<string, unknown>;
  /** What is printed without --json. */
  readonly text: string;
}

/** No number of such rows is worth a GPU's start. */
const CHAINS = 0;

async function write(output: OutputDirectory, { tables, json }: StudyOutput): Promise<void> {
  for (const [name, text] of Object.entries(tables)) await output.write(name, text);
  await output.write('report.json', `${toJson(json)}\n`);
}

/** Runs a study, prints what was found, and writes it; 1 where a task failed. */
export async function runStudy(
  args: Arguments,
  inputs: PortabilityInputs,
  { plan, tasks }: { readonly plan: Plan; readonly tasks: readonly Task[] },
  found: (executed: Executed) => StudyOutput,
): Promise<number> {
  const output = await openOutput(args, plan);
  const work = { plan, tasks, chains: CHAINS, counted: { word: 'rows', counts: () => true } };
  const executed = await executeWork(work, args, output, inputs.notes);
  sayFailures(executed);
  const result = found(executed);
  if (output) await write(output, result);
  process.stdout.write(args.has('json') ? `${toJson(result.json)}\n` : result.text);
  return executed.states.some(({ failure }) => failure !== null) ? 1 : 0;
}
