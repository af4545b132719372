// The plan file of luce study: cells, their conditions with temperature, model and prior.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../formats/json.ts';
import { faultLine } from '../formats/fault.ts';
import type { StudyPlan } from '../instruments/seu/hierarchical/study.ts';
import type { Condition, StudySettings } from '../instruments/seu/plan.ts';
import {
  engineChoice,
  forAll,
  samplerSettings,
  seedOf,
  UsageError,
  usage,
  type Arguments,
} from './arguments.ts';
import { readInputs, resolveModel, type Input } from './inputs.ts';
import { hierarchicalSchema, planRegressions } from './study-hierarchical.ts';

const priors = v.optional(v.array(v.string()), []);
const conditionSchema = v.strictObject({
  data: v.string(),
  temperature: v.pipe(v.number(), v.finite()),
  label: v.optional(v.string()),
  model: v.optional(v.string()),
  priors,
});
const cellSchema = v.strictObject({
  id: v.string(),
  agent: v.string(),
  task: v.string(),
  model: v.optional(v.string()),
  priors,
  conditions: v.pipe(v.array(conditionSchema), v.minLength(2)),
  merge: v.optional(v.array(v.array(v.number())), []),
  hierarchical: v.optional(hierarchicalSchema),
});
const planSchema = v.strictObject({
  title: v.optional(v.string(), 'Study'),
  cells: v.pipe(v.array(cellSchema), v.minLength(1)),
  compare: v.optional(v.array(v.strictTuple([v.string(), v.string()])), []),
  hierarchical: v.optional(hierarchicalSchema),
});

export type StudyFile = v.InferOutput<typeof planSchema>;

/** JSON pointer of a schema issue. */
const pointer = (issue: v.BaseIssue<unknown>): string =>
  `/${(issue.path ?? []).map(({ key }) => String(key)).join('/')}`;

export async function readStudyFile(file: string): Promise<StudyFile> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError([`${file}: not readable; needed a JSON study plan`]);
  });
  const json = parseJson(text, file);
  if (!json.ok) throw new UsageError(json.faults.map(faultLine));
  const checked = v.safeParse(planSchema, json.value);
  if (!checked.success)
    throw new UsageError(
      checked.issues.map(
        (issue) => `${file}:${pointer(issue)}: ${issue.received}; needed ${issue.expected ?? issue.message}`,
      ),
    );
  return checked.output;
}

interface PlannedStudy {
  readonly plan: StudyPlan;
  readonly inputs: readonly Input[];
}

/** Temperatures of one cell must differ, cells must be told apart, and comparisons must name them. */
function checkStudy(file: string, { cells, compare }: StudyFile): void {
  const ids = cells.map(({ id }) => id);
  const repeated = ids
    .filter((id, i) => ids.indexOf(id) !== i)
    .map((id) => `${file}:/cells: cell ${id} twice; needed one name per cell`);
  const unknown = compare
    .flat()
    .filter((id) => !ids.includes(id))
    .map((id) => `${file}:/compare: no cell ${id}; needed one of ${ids.join(', ')}`);
  const same = cells.flatMap(({ id, conditions }, c) => {
    const seen = conditions.map(({ temperature }) => temperature);
    return seen
      .filter((t, i) => seen.indexOf(t) !== i)
      .map(
        (t) => `${file}:/cells/${c}: temperature ${t} twice in ${id}; needed one condition per temperature`,
      );
  });
  const lines = [...repeated, ...unknown, ...same];
  if (lines.length > 0) throw new UsageError(lines);
}

/** Data paths are relative to the plan file. Flags --model and --prior apply where the plan is silent. */
export async function planStudy(file: string, args: Arguments): Promise<PlannedStudy> {
  const study = await readStudyFile(file);
  checkStudy(file, study);
  const planned = study.cells.flatMap((cell) => cell.conditions.map((condition) => ({ cell, condition })));
  const paths = planned.map(({ condition }) => resolve(dirname(file), condition.data));
  const inputs = await readInputs(paths, args);
  if (inputs.length !== paths.length)
    throw usage(file, 'a table with several conditions', 'one data set per condition');
  const conditions = forAll(planned, ({ cell, condition }, i): Condition => {
    const texts = [...args.texts('prior'), ...cell.priors, ...condition.priors];
    return {
      dataset: inputs[i].dataset.hash,
      label: condition.label ?? `${cell.id} T=${condition.temperature}`,
      model: resolveModel(inputs[i], condition.model ?? cell.model ?? args.text('model'), texts),
      cell: cell.id,
      temperature: condition.temperature,
    };
  });
  const settings: StudySettings = {
    cells: study.cells.map(({ id, agent, task, merge }) => ({ id, agent, task, merge })),
    compare: study.compare,
  };
  const hierarchical = planRegressions(file, study, conditions, inputs);
  return {
    inputs,
    plan: {
      instrument: 'seu',
      analysis: 'study',
      title: study.title,
      datasets: inputs.map(({ dataset }) => dataset.hash),
      settings: {
        conditions,
        sampler: samplerSettings(args),
        study: settings,
        ...(hierarchical.length > 0 && { hierarchical }),
      },
      seed: seedOf(args),
      engine: engineChoice(args),
    },
  };
}
