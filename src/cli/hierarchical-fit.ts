// luce fit of hierarchical files: the cells of each are fitted together by one model.
import { hierarchicalFitReport } from '../instruments/seu/hierarchical/fit.ts';
import {
  hierarchicalTasks,
  type HierarchicalFit,
  type HierarchicalPlan,
} from '../instruments/seu/hierarchical/plan.ts';
import { engineChoice, forAll, samplerSettings, seedOf, type Arguments } from './arguments.ts';
import { executeWork } from './execute.ts';
import { resolveHierarchical } from './hierarchical-inputs.ts';
import { hierarchicalJson, hierarchicalText, writeHierarchicalTables } from './hierarchical-output.ts';
import type { Source } from './inputs.ts';
import { byHash, exitStatus, sayFailures } from './outcome.ts';
import { openOutput, toJson } from './output.ts';

/** A file to be fitted by the hierarchical preset `name`. */
export interface Named {
  readonly source: Source;
  readonly name: string;
}

function fitOf({ source, name }: Named, priors: readonly string[]): HierarchicalFit {
  const { model, cells } = resolveHierarchical(source, name, priors);
  return {
    label: source.file,
    model,
    cells: cells.map(({ predictors, pool }, j) => ({
      dataset: source.inputs[j].dataset.hash,
      label: source.inputs[j].dataset.condition,
      predictors,
      pool,
    })),
  };
}

/** The plan of a joint fit of each file. */
export function planOf(named: readonly Named[], args: Arguments): HierarchicalPlan {
  const priors = args.texts('prior');
  const fits = forAll(named, (file) => fitOf(file, priors));
  return {
    instrument: 'seu',
    analysis: 'hierarchical',
    title: fits.map(({ label }) => label).join(', '),
    datasets: fits.flatMap(({ cells }) => cells.map(({ dataset }) => dataset)),
    settings: { fits, sampler: samplerSettings(args), firstTask: 0 },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
}

const folderOf = (named: readonly Named[], index: number): string => {
  const [{ dataset }] = named[index].source.inputs;
  return named.length === 1
    ? ''
    : `${String(index + 1).padStart(3, '0')}-${dataset.name.replace(/[^\w.-]+/g, '_')}/`;
};

export async function fitHierarchical(named: readonly Named[], args: Arguments): Promise<number> {
  const plan = planOf(named, args);
  const output = await openOutput(args, plan);
  const datasets = byHash(named.flatMap(({ source }) => source.inputs));
  const tasks = hierarchicalTasks(plan, datasets);
  const executed = await executeWork({ plan, tasks, chains: tasks.length }, args, output);
  sayFailures(executed);
  const reports = named.map((_, index) =>
    hierarchicalFitReport(plan, datasets, executed.chunks, executed.states, index),
  );
  const objects = reports.map((report, index) =>
    hierarchicalJson(named[index].source.file, plan, report, executed, index),
  );
  for (const [index, report] of reports.entries())
    if (output && report) await writeHierarchicalTables(output, folderOf(named, index), plan, report);
  await output?.write('fit.json', `${toJson(objects)}\n`);
  if (args.has('json')) process.stdout.write(`${toJson(objects)}\n`);
  else
    for (const [index, report] of reports.entries())
      process.stdout.write(hierarchicalText(named[index].source.file, report));
  return exitStatus(reports);
}
