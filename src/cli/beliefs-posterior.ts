// luce beliefs --estimator hmc: full Bayes of every cell, so that thresholds, slopes and scores carry their uncertainty.
import {
  posteriorTasks,
  posteriorTitle,
  SCORED_DRAWS,
  type PosteriorPlan,
} from '../instruments/beliefs/posterior/plan.ts';
import { PRIOR_FORMS, withBeliefPrior } from '../instruments/beliefs/posterior/prior-text.ts';
import { posteriorReport } from '../instruments/beliefs/posterior/report.ts';
import { posteriorJson, posteriorTables } from '../instruments/beliefs/posterior/report-tables.ts';
import { PROPER_PRIORS, type ProperPriors } from '../models/beliefs/priors.ts';
import type { SampledKind } from '../models/beliefs/sampling.ts';
import { oneOf, samplerSettings, usage, type Arguments } from './arguments.ts';
import { readBeliefs, type BeliefInputs } from './beliefs-inputs.ts';
import { planBeliefs, readFlags } from './beliefs-plan.ts';
import { posteriorText } from './beliefs-posterior-output.ts';
import { executeWork } from './execute.ts';
import { exitStatus, sayFailures } from './outcome.ts';
import { openOutput, toJson } from './output.ts';

/** The two-dimensional model has a mirror image, which chains would take for a second posterior. */
const KINDS: readonly SampledKind[] = ['linear', 'spline', 'shared'];

function priorsOf(args: Arguments): ProperPriors {
  return args.texts('prior').reduce((priors: ProperPriors, text) => {
    const changed = withBeliefPrior(priors, text);
    if (changed === null) throw usage('--prior', JSON.stringify(text), PRIOR_FORMS);
    return changed;
  }, PROPER_PRIORS);
}

/** Settings that need no data: misuse is said before any is read. */
const flagsOf = (args: Arguments) => ({
  fit: readFlags(args),
  kind: oneOf(args, 'model', KINDS, 'linear'),
  priors: priorsOf(args),
  sampler: samplerSettings(args),
});

async function planOf(
  args: Arguments,
  { fit, ...own }: ReturnType<typeof flagsOf>,
  inputs: BeliefInputs,
): Promise<PosteriorPlan> {
  const plan = await planBeliefs(args, { ...fit, analyses: [] }, inputs);
  return {
    ...plan,
    analysis: 'posterior',
    title: posteriorTitle(plan.title),
    settings: { ...plan.settings, ...own, scored: SCORED_DRAWS },
  };
}

export async function posteriorCommand(args: Arguments): Promise<number> {
  const flags = flagsOf(args);
  const inputs = await readBeliefs(args.positionals, args);
  const plan = await planOf(args, flags, inputs);
  const tables = new Map([[inputs.hash, inputs.table]]);
  const output = await openOutput(args, plan);
  const tasks = posteriorTasks(plan, tables);
  const executed = await executeWork({ plan, tasks, chains: tasks.length }, args, output, inputs.notes);
  sayFailures(executed);
  const cells = posteriorReport(plan, tables, executed.chunks, executed.states);
  const json = posteriorJson(plan, cells, executed.seconds);
  if (output) {
    for (const [name, text] of Object.entries(posteriorTables(cells))) await output.write(name, text);
    await output.write('report.json', `${toJson(json)}\n`);
  }
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : posteriorText(plan, cells));
  return exitStatus(
    cells.map(({ failures, estimates }) => ({ failures, diagnostics: estimates?.diagnostics ?? [] })),
  );
}
