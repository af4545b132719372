// What luce compare is asked: which refits, and data files or a study plan placed by their factors.
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isJsonObject, parseJson } from '../formats/json.ts';
import { factorLevels, type Levels } from '../instruments/seu/compare/levels.ts';
import type { Condition, FitPlan } from '../instruments/seu/plan.ts';
import { engineChoice, forAll, samplerSettings, seedOf, type Arguments } from './arguments.ts';
import { readInputs, resolveModel, type Input } from './inputs.ts';
import { planStudy } from './study-plan.ts';

/** Analyses that cost more than one fit a condition; each is asked for by its word among the files. */
export const COMPARE_WORDS = [
  'checks',
  'exact',
  'folds',
  'calibrated',
  'sweep',
  'fixed-features',
  'one-presentation',
  'stricter',
] as const;
export type CompareWord = (typeof COMPARE_WORDS)[number];

export interface PlannedComparison {
  readonly plan: FitPlan;
  readonly inputs: readonly Input[];
  readonly words: ReadonlySet<CompareWord>;
  /** Levels of every factor, condition by condition. */
  readonly levels: readonly Levels[];
}

const isWord = (text: string): text is CompareWord => (COMPARE_WORDS as readonly string[]).includes(text);

/** Whether a file holds a study plan; an unreadable one is left for the readers of data to refuse. */
async function isStudyPlan(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const json = parseJson(text, file);
  return json.ok && isJsonObject(json.value) && Object.hasOwn(json.value, 'cells');
}

/** Temperature in a name such as T0_3.json or a condition called 0.3 or T=0.3; null where there is none. */
export function temperatureOf({ dataset, file }: Pick<Input, 'dataset' | 'file'>): number | null {
  const { condition } = dataset;
  const text = condition.replace(/^\s*T\s*=?\s*/i, '');
  if (text !== '') return Number.isFinite(Number(text)) ? Number(text) : null;
  const match = /(?:^|[^a-z])T(\d+(?:[._]\d+)?)(?=\.[a-z]+$|[^\d._]|$)/i.exec(basename(file));
  return match ? Number(match[1].replace('_', '.')) : null;
}

/** Temperatures of all files, or none at all: one a cell that cannot be told apart by them makes them labels. */
function temperaturesOf(inputs: readonly Input[]): readonly (number | null)[] {
  const found = inputs.map(temperatureOf);
  const places = new Set(inputs.map(({ file }, i) => `${dirname(file)}\n${found[i]}`));
  return found.includes(null) || places.size < inputs.length ? inputs.map(() => null) : found;
}

/** A cell a folder, by its name where the names differ, else by its path. */
function cellNames(files: readonly string[]): readonly string[] {
  const folders = files.map((file) => dirname(file));
  const distinct = new Set(folders);
  const short = (folder: string): string => basename(folder) || 'data';
  const named = new Set([...distinct].map(short)).size === distinct.size;
  return folders.map((folder) => (named ? short(folder) : folder));
}

function planOfFiles(inputs: readonly Input[], args: Arguments): FitPlan {
  const temperatures = temperaturesOf(inputs);
  const names = cellNames(inputs.map(({ file }) => file));
  const conditions = forAll(inputs, (input, i): Condition => {
    const model = resolveModel(input, args.text('model'), args.texts('prior'));
    const { label, dataset } = input;
    const temperature = temperatures[i];
    return { dataset: dataset.hash, label, model, cell: names[i], temperature };
  });
  const ids = [...new Set(conditions.map(({ cell }) => cell ?? ''))];
  const cells = ids.map((id) => ({ id, agent: id, task: 'choices', merge: [] }));
  return {
    instrument: 'seu',
    analysis: 'compare',
    title: inputs.map(({ label }) => label).join(', '),
    datasets: inputs.map(({ dataset }) => dataset.hash),
    settings: { conditions, sampler: samplerSettings(args), study: { cells, compare: [] } },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
}

export async function planComparison(args: Arguments): Promise<PlannedComparison> {
  const words = new Set(args.positionals.filter(isWord));
  const files = args.positionals.filter((text) => !isWord(text));
  if (files.length === 1 && (await isStudyPlan(files[0]))) {
    const { plan, inputs } = await planStudy(files[0], args);
    return { plan: { ...plan, analysis: 'compare' }, inputs, words, levels: factorLevels(plan) };
  }
  const inputs = await readInputs(files, args);
  const plan = planOfFiles(inputs, args);
  return { plan, inputs, words, levels: factorLevels(plan) };
}
