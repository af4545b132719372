// luce fit: one posterior per data file.
import type { Dataset } from '../formats/dataset.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import { worstSeverity } from '../statistics/diagnostic.ts';
import { engineChoice, forAll, samplerSettings, seedOf, type Arguments } from './arguments.ts';
import { execute, type Executed } from './execute.ts';
import { fitJson, writeFitTables } from './fit-output.ts';
import { inputWarnings, readInputs, resolveModel, type Input } from './inputs.ts';
import { openOutput, toJson } from './output.ts';
import { fitText } from './text.ts';

export interface Fitted {
  readonly inputs: readonly Input[];
  readonly reports: readonly (FitReport | null)[];
  readonly executed: Executed;
}

/** Duplicate files share one dataset: conditions are told apart by their place. */
export const byHash = (inputs: readonly Input[]): ReadonlyMap<string, Dataset> =>
  new Map(inputs.map(({ dataset }) => [dataset.hash, dataset]));

function planOf(inputs: readonly Input[], args: Arguments): FitPlan {
  const model = args.text('model');
  const priors = args.texts('prior');
  return {
    instrument: 'seu',
    analysis: 'fit',
    title: inputs.map(({ label }) => label).join(', '),
    datasets: inputs.map(({ dataset }) => dataset.hash),
    settings: {
      conditions: forAll(inputs, (input) => ({
        dataset: input.dataset.hash,
        label: input.label,
        model: resolveModel(input, model, priors),
        cell: null,
        temperature: null,
      })),
      sampler: samplerSettings(args),
      study: null,
    },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
}

/** 1 when a task failed, a fit is missing or a diagnostic of severity `fail` stands; else 0. */
export function exitStatus(reports: readonly (FitReport | null)[]): number {
  const bad = (report: FitReport | null): boolean =>
    report === null || report.failures.length > 0 || worstSeverity(report.diagnostics) === 'fail';
  return reports.some(bad) ? 1 : 0;
}

/** Failed tasks on stderr, in words. */
export function sayFailures(executed: Executed): void {
  for (const { key, failure } of executed.states)
    if (failure !== null) process.stderr.write(`luce: task ${key} failed: ${failure}\n`);
}

export async function fitCommand(args: Arguments): Promise<number> {
  const inputs = await readInputs(args.positionals, args);
  const plan = planOf(inputs, args);
  const output = await openOutput(args, plan);
  const warnings = plan.settings.conditions.flatMap(({ model }, i) => inputWarnings(inputs[i], model));
  const datasets = byHash(inputs);
  const executed = await execute(plan, datasets, args, output, warnings);
  sayFailures(executed);
  const reports = inputs.map((_, index) =>
    fitReport(plan, datasets, executed.chunks, executed.states, index),
  );
  const objects = inputs.map((input, index) => fitJson(input, plan, reports[index], executed, index));
  if (output) await writeFitTables(output, plan, inputs, reports, objects);
  if (args.has('json')) process.stdout.write(`${toJson(objects)}\n`);
  else for (const [index, input] of inputs.entries()) process.stdout.write(fitText(input, reports[index]));
  return exitStatus(reports);
}
