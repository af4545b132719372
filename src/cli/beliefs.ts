// luce beliefs: whether one latent belief explains the answers to several prompts about each case.
import { beliefReport } from '../instruments/beliefs/report.ts';
import { beliefFailures, beliefsJson } from '../instruments/beliefs/report-json.ts';
import { beliefsTables } from '../instruments/beliefs/report-tables.ts';
import { rowWork } from '../instruments/beliefs/row-work.ts';
import { beliefTasks } from '../instruments/beliefs/tasks.ts';
import type { Arguments } from './arguments.ts';
import { readBeliefs } from './beliefs-inputs.ts';
import { loglikCommand } from './beliefs-loglik.ts';
import { beliefsText } from './beliefs-output.ts';
import { engineNotes, planBeliefs, readFlags } from './beliefs-plan.ts';
import { posteriorCommand } from './beliefs-posterior.ts';
import { executeWork } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { openOutput, toJson } from './output.ts';

export async function beliefsCommand(args: Arguments): Promise<number> {
  if (args.positionals[0] === 'loglik') return loglikCommand(args);
  if (args.text('estimator') === 'hmc') return posteriorCommand(args);
  const flags = readFlags(args);
  const inputs = await readBeliefs(args.positionals, args);
  const plan = await planBeliefs(args, flags, inputs);
  const tables = new Map([[inputs.hash, inputs.table]]);
  const output = await openOutput(args, plan);
  const work = {
    plan,
    tasks: beliefTasks(plan, tables),
    chains: 0,
    counted: { word: 'rows', counts: () => true, work: rowWork },
  };
  const executed = await executeWork(work, args, output, [...inputs.notes, ...engineNotes(plan)]);
  sayFailures(executed);
  const report = beliefReport(plan, tables, executed.chunks);
  const failures = beliefFailures(executed.states);
  const json = beliefsJson(plan, report, failures, executed.seconds);
  if (output) {
    for (const [name, text] of Object.entries(beliefsTables(report))) await output.write(name, text);
    await output.write('report.json', `${toJson(json)}\n`);
  }
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : beliefsText(plan, report, failures));
  return failures.size > 0 ? 1 : 0;
}
