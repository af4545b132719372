// luce fit: one posterior per data file.
import { fitReport } from '../instruments/seu/fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { engineChoice, forAll, samplerSettings, seedOf, usage, type Arguments } from './arguments.ts';
import { execute } from './execute.ts';
import { fitJson, writeFitTables } from './fit-output.ts';
import { fitHierarchical } from './hierarchical-fit.ts';
import { hierarchicalName } from './hierarchical-inputs.ts';
import { inputWarnings, readSources, resolveModel, type Input } from './inputs.ts';
import { byHash, exitStatus, sayFailures } from './outcome.ts';
import { openOutput, toJson } from './output.ts';
import { fitText } from './text.ts';

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

/** Files of the two kinds are not mixed: they are different plans. */
export async function fitCommand(args: Arguments): Promise<number> {
  const sources = await readSources(args.positionals, args);
  const named = sources.flatMap((source) => {
    const name = hierarchicalName(source, args.text('model'));
    return name === null ? [] : [{ source, name }];
  });
  if (named.length === 0)
    return fitFlat(
      sources.flatMap(({ inputs }) => inputs),
      args,
    );
  if (named.length < sources.length)
    throw usage(
      'DATA',
      `${named[0].source.file} with linked cells beside others without`,
      'files of one kind, or --model',
    );
  return fitHierarchical(named, args);
}

async function fitFlat(inputs: readonly Input[], args: Arguments): Promise<number> {
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
