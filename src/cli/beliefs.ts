// luce beliefs: whether one latent belief explains the answers to several prompts about each case.
import { cellName, type BeliefPlan } from '../instruments/beliefs/plan.ts';
import { beliefCellReport, unfittedReport } from '../instruments/beliefs/report.ts';
import { beliefsJson, beliefsTables, type BeliefCellResult } from '../instruments/beliefs/report-tables.ts';
import type { TaskState } from '../jobs/run.ts';
import type { BeliefCell } from '../models/beliefs/cell.ts';
import type { Arguments } from './arguments.ts';
import { readBeliefs } from './beliefs-inputs.ts';
import { loglikCommand } from './beliefs-loglik.ts';
import { beliefsText } from './beliefs-output.ts';
import { planBeliefs, readFlags } from './beliefs-plan.ts';
import { systemClock } from './clock.ts';
import { newManifest } from './execute.ts';
import { openOutput, toJson, type OutputDirectory } from './output.ts';

const warn = (message: string): void => void process.stderr.write(`luce: ${message}\n`);

/** A cell's report; a fit that throws is a failure with its message, and the other cells go on. */
function resultOf(cell: BeliefCell, { settings, seed }: BeliefPlan): BeliefCellResult {
  try {
    return { report: beliefCellReport(cell, settings, seed), failure: null };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    warn(`${cellName(cell)} failed: ${failure}`);
    return { report: unfittedReport(cell, settings), failure };
  }
}

const stateOf = (cell: BeliefCell, { report, failure }: BeliefCellResult): TaskState => {
  const iterations = report.estimates?.fit.iterations ?? 0;
  return { key: cellName(cell), iteration: iterations, iterations, done: true, failure, engine: 'cpu' };
};

function fitCells(cells: readonly BeliefCell[], plan: BeliefPlan): readonly BeliefCellResult[] {
  return cells.map((cell, i) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[Kcell ${i + 1} of ${cells.length}: ${cellName(cell)}`);
    const result = resultOf(cell, plan);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    return result;
  });
}

async function writeResults(
  output: OutputDirectory,
  results: readonly BeliefCellResult[],
  json: ReturnType<typeof beliefsJson>,
): Promise<void> {
  for (const [name, text] of Object.entries(beliefsTables(results))) await output.write(name, text);
  await output.write('report.json', `${toJson(json)}\n`);
}

export async function beliefsCommand(args: Arguments): Promise<number> {
  if (args.positionals[0] === 'loglik') return loglikCommand(args);
  const flags = readFlags(args);
  const inputs = await readBeliefs(args.positionals, args);
  const plan = await planBeliefs(args, flags, inputs);
  const output = await openOutput(args, plan);
  const manifest = newManifest(plan, inputs.notes);
  await output?.manifest(manifest);
  inputs.notes.forEach(warn);
  const began = systemClock.now();
  const results = fitCells(inputs.cells, plan);
  const seconds = (systemClock.now() - began) / 1000;
  const json = beliefsJson(plan, results, seconds);
  if (output) {
    await writeResults(output, results, json);
    const tasks = inputs.cells.map((cell, i) => stateOf(cell, results[i]));
    await output.manifest({ ...manifest, seconds, tasks });
  }
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : beliefsText(plan, results));
  return results.some(({ failure }) => failure !== null) ? 1 : 0;
}
