// luce portability --robustness: distances under other predictors, other bins and other numbers of sources.
import * as v from 'valibot';
import {
  DEFAULT_ROBUSTNESS,
  robustnessCells,
  robustnessTasks,
  type RobustnessPlan,
  type RobustnessSettings,
} from '../instruments/portability/robustness/plan.ts';
import {
  robustnessReport,
  type RobustnessReport,
  type VariantReport,
} from '../instruments/portability/robustness/report.ts';
import {
  robustnessJson,
  robustnessNotes,
  robustnessTables,
} from '../instruments/portability/robustness/tables.ts';
import { robustnessFinding } from '../instruments/portability/robustness/words.ts';
import { VARIANT_PREDICTORS, type VariantPredictor } from '../statistics/portability/robustness-parts.ts';
import { usage, wholeNumber, type Arguments } from './arguments.ts';
import { importOptions, readPortability, type PortabilityInputs } from './portability-inputs.ts';
import {
  listOf,
  MOST_PERMUTATIONS,
  numberIn,
  permutationsOf,
  planBase,
  readStudyFile,
  runStudy,
  tablesOf,
  wholeCount,
  type StudyFile,
} from './portability-study.ts';
import { columns } from './text.ts';

const MOST_SPLITS = 1_000_000;
const MOST_BINS = 1000;
const MOST_SOURCES = 65_535;
const MOST_LEVELS = 100;

const entries = {
  predictors: v.optional(v.pipe(v.array(v.picklist(VARIANT_PREDICTORS)), v.minLength(1))),
  sources: v.optional(v.pipe(v.array(v.nullable(wholeCount(1, MOST_SOURCES))), v.minLength(1))),
  bins: v.optional(v.pipe(v.array(wholeCount(2, MOST_BINS)), v.minLength(1))),
  splits: v.optional(wholeCount(1, MOST_SPLITS)),
  permutations: v.optional(wholeCount(0, MOST_PERMUTATIONS)),
  slowPermutations: v.optional(wholeCount(0, MOST_PERMUTATIONS)),
  levels: v.optional(wholeCount(2, MOST_LEVELS)),
  equalRows: v.optional(v.boolean()),
};

function predictorIn(text: string): VariantPredictor {
  const found = VARIANT_PREDICTORS.find((name) => name === text);
  if (!found)
    throw usage('--predictor', JSON.stringify(text), `one or more of ${VARIANT_PREDICTORS.join(', ')}`);
  return found;
}

const allSources = (text: string): number | null =>
  text === 'all' ? null : numberIn('sources', 1, MOST_SOURCES)(text);

function settingsOf(args: Arguments, planned: Partial<RobustnessSettings>): RobustnessSettings {
  const base = { ...DEFAULT_ROBUSTNESS, ...planned };
  const permutations = permutationsOf(args, base.permutations);
  const slow = permutations === 0 ? 0 : base.slowPermutations;
  return {
    predictors: listOf(args, 'predictor', base.predictors, predictorIn),
    sources: listOf(args, 'sources', base.sources, allSources),
    bins: listOf(args, 'bins', base.bins, numberIn('bins', 2, MOST_BINS)),
    splits: wholeNumber(args, 'splits', base.splits, 1, MOST_SPLITS),
    permutations,
    slowPermutations: wholeNumber(args, 'slow-permutations', slow, 0, MOST_PERMUTATIONS),
    levels: wholeNumber(args, 'levels', base.levels, 2, MOST_LEVELS),
    equalRows: args.has('equal-n') || base.equalRows,
  };
}

function planOf(
  args: Arguments,
  { settings, seed }: StudyFile<RobustnessSettings>,
  inputs: PortabilityInputs,
): RobustnessPlan {
  const base = planBase(args, seed, inputs);
  const plan: RobustnessPlan = { ...base, analysis: 'robustness', settings: settingsOf(args, settings) };
  const cells = robustnessCells(plan, tablesOf(inputs));
  const most = Math.max(...cells.map(({ cell }) => cell.environments)) - 1;
  if (cells.every(({ variants }) => variants.length === 0))
    throw usage('--sources', plan.settings.sources.join(','), `at most ${most}: one environment is held out`);
  return plan;
}

const figure = (value: number | null, digits = 3): string => (value === null ? 'NA' : value.toFixed(digits));

const HEAD = ['cell', 'predictor', 'sources', 'bins', 'TV', 'floor', 'to 95 %', 'p', 'R2 target', 'flagged'];

const line = (variant: VariantReport): readonly string[] => [
  [variant.game, variant.model, variant.regime].filter((name) => name !== '').join(', '),
  variant.predictor,
  String(variant.sources),
  variant.bins === null ? 'none' : String(variant.bins),
  figure(variant.tv_mean),
  figure(variant.tv_mean === null ? null : variant.perm_mean),
  figure(variant.tv_mean === null ? null : variant.perm_q95),
  figure(variant.p, 4),
  figure(variant.r2_in),
  figure(variant.flagged, 2),
];

const textOf = (report: RobustnessReport): string =>
  [
    columns([HEAD, ...report.variants.map(line)]),
    ...[robustnessFinding(report), ...robustnessNotes(report)].map((sentence) => `${sentence}\n`),
  ].join('');

export async function robustnessCommand(args: Arguments): Promise<number> {
  const file = await readStudyFile<RobustnessSettings>(args, entries);
  const inputs = await readPortability(args.positionals, importOptions(args, file.map));
  const plan = planOf(args, file, inputs);
  const tables = tablesOf(inputs);
  return runStudy(args, inputs, { plan, tasks: robustnessTasks(plan, tables) }, ({ chunks, seconds }) => {
    const report = robustnessReport(plan, tables, chunks);
    return { tables: robustnessTables(report), json: robustnessJson(report, seconds), text: textOf(report) };
  });
}
