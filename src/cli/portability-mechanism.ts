// luce portability --mechanism: what framings add to payoffs, equilibria, payoff lost, reasoning texts.
import * as v from 'valibot';
import { readLexicon, wordList } from '../instruments/portability/mechanism/lexicon-text.ts';
import { objectiveFaults, type StatedObjective } from '../instruments/portability/mechanism/objectives.ts';
import {
  DEFAULT_MECHANISM,
  mechanismTasks,
  type MechanismPlan,
  type MechanismSettings,
} from '../instruments/portability/mechanism/plan.ts';
import { mechanismReport } from '../instruments/portability/mechanism/report.ts';
import type { MechanismCell, MechanismReport } from '../instruments/portability/mechanism/reported.ts';
import {
  mechanismJson,
  mechanismNotes,
  mechanismTables,
} from '../instruments/portability/mechanism/tables.ts';
import { mechanismFinding } from '../instruments/portability/mechanism/words.ts';
import { PREDICTORS, type PredictorName } from '../statistics/portability/predictors.ts';
import type { Lexicon } from '../statistics/portability/text/lexicon.ts';
import { compileLexicon } from '../statistics/portability/text/motifs.ts';
import { forAll, oneOf, usage, UsageError, wholeNumber, type Arguments } from './arguments.ts';
import { importOptions, readPortability, type PortabilityInputs } from './portability-inputs.ts';
import {
  MOST_PERMUTATIONS,
  permutationsOf,
  planBase,
  readStudyFile,
  readText,
  runStudy,
  tablesOf,
  wholeCount,
  type StudyFile,
} from './portability-study.ts';
import { columns } from './text.ts';

const MOST_SPLITS = 100_000;
const MOST_TEXTS = 20_000;
const PREDICTOR_NAMES = Object.keys(PREDICTORS) as readonly PredictorName[];

const text = v.pipe(v.string(), v.minLength(1));
const entries = {
  splits: v.optional(wholeCount(2, MOST_SPLITS)),
  permutations: v.optional(wholeCount(0, MOST_PERMUTATIONS)),
  sources: v.optional(v.nullable(wholeCount(1, 65_535))),
  predictor: v.optional(v.picklist(PREDICTOR_NAMES)),
  objectives: v.optional(v.array(v.strictObject({ game: text, formula: text }))),
  lexicon: v.optional(v.array(v.strictObject({ name: text, pattern: text }))),
  echoes: v.optional(v.array(text)),
  texts: v.optional(wholeCount(2, MOST_TEXTS)),
  equalRows: v.optional(v.boolean()),
};

/** `game=formula`, repeatable. */
const statedIn = (args: Arguments): readonly StatedObjective[] =>
  forAll(args.texts('objective'), (entry) => {
    const [, game, formula] = /^([^=]+)=(.+)$/s.exec(entry) ?? [];
    if (game === undefined || formula === undefined)
      throw usage('--objective', JSON.stringify(entry), 'game=formula over its features and action');
    return { game: game.trim(), formula: formula.trim() };
  });

/** --lexicon speaks before the plan; every fault has its line. */
async function lexiconOf(args: Arguments, planned: Lexicon): Promise<Lexicon> {
  const file = args.text('lexicon');
  const { lexicon, faults } =
    file === undefined
      ? { lexicon: planned, faults: compileLexicon(planned).faults.map(({ message }) => message) }
      : readLexicon(await readText(file, 'a motif a line: name: regular expression'));
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `${file ?? '--plan'}: ${fault}`));
  return lexicon;
}

async function settingsOf(args: Arguments, planned: Partial<MechanismSettings>): Promise<MechanismSettings> {
  const base = { ...DEFAULT_MECHANISM, ...planned };
  const words = args.text('echoes');
  return {
    splits: wholeNumber(args, 'splits', base.splits, 2, MOST_SPLITS),
    permutations: permutationsOf(args, base.permutations),
    sources: args.text('sources') === undefined ? base.sources : wholeNumber(args, 'sources', 1, 1, 65_535),
    predictor: oneOf(args, 'predictor', PREDICTOR_NAMES, base.predictor),
    objectives: [...base.objectives, ...statedIn(args)],
    lexicon: await lexiconOf(args, base.lexicon),
    echoes: words === undefined ? base.echoes : wordList(words),
    texts: base.texts,
    equalRows: args.has('equal-n') || base.equalRows,
  };
}

function checkCells({ settings }: MechanismPlan, { games }: PortabilityInputs): void {
  const tables = games.map(({ table }) => table);
  const faults = objectiveFaults(settings.objectives, tables);
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--objective: ${fault}`));
  const least = Math.min(...tables.map(({ environment }) => environment.names.length));
  if (settings.sources !== null && settings.sources >= least)
    throw usage('--sources', `${settings.sources} with ${least} environments`, `at most ${least - 1}`);
}

async function planOf(
  args: Arguments,
  { settings, seed }: StudyFile<MechanismSettings>,
  inputs: PortabilityInputs,
): Promise<MechanismPlan> {
  const base = planBase(args, seed, inputs);
  const plan: MechanismPlan = { ...base, analysis: 'mechanism', settings: await settingsOf(args, settings) };
  checkCells(plan, inputs);
  return plan;
}

const figure = (value: number | null | undefined, digits = 3): string =>
  value === null || value === undefined ? 'NA' : value.toFixed(digits);

const HEAD = [
  'cell',
  'R2 payoffs',
  'delta R2',
  'floor to 95 %',
  'p',
  'Nash',
  'coin',
  'regret',
  'p',
  'coverage',
  'within',
  'between',
  'p',
];

const line = ({ game, model, regime, ridge, nash, regret, texts }: MechanismCell): readonly string[] => [
  [game, model, regime].filter((name) => name !== '').join(', '),
  figure(ridge?.r2_x),
  figure(ridge?.delta.mean),
  figure(ridge?.delta.null_q95),
  figure(ridge?.delta.p),
  figure(nash?.share.value),
  figure(nash?.coin),
  figure(regret?.regret.mean, 2),
  figure(regret?.regret.p),
  figure(texts?.coverage.value),
  figure(texts?.similarity?.within),
  figure(texts?.similarity?.between),
  figure(texts?.similarity?.p),
];

const textOf = (report: MechanismReport): string =>
  [
    columns([HEAD, ...report.cells.map(line)]),
    ...[mechanismFinding(report), ...mechanismNotes(report)].map((sentence) => `${sentence}\n`),
  ].join('');

export async function mechanismCommand(args: Arguments): Promise<number> {
  const file = await readStudyFile<MechanismSettings>(args, entries);
  const inputs = await readPortability(args.positionals, importOptions(args, file.map));
  const plan = await planOf(args, file, inputs);
  const tables = tablesOf(inputs);
  return runStudy(args, inputs, { plan, tasks: mechanismTasks(plan, tables) }, ({ chunks, seconds }) => {
    const report = mechanismReport(plan, tables, chunks);
    return { tables: mechanismTables(report), json: mechanismJson(report, seconds), text: textOf(report) };
  });
}
