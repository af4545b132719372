// luce portability: whether behaviour learned under some framings predicts behaviour under another.
import { isAbove } from '../instruments/portability/views-words.ts';
import { chainsWorthOf } from '../engine/worth.ts';
import { comparisonRows } from '../instruments/portability/comparisons.ts';
import { portabilityContrasts } from '../instruments/portability/contrasts.ts';
import { portabilityTasks, type PortabilityPlan } from '../instruments/portability/plan.ts';
import { portabilityReport } from '../instruments/portability/report.ts';
import { caveatsOf } from '../instruments/portability/caveats.ts';
import { portabilityJson, type PortabilityResult } from '../instruments/portability/views-tables.ts';
import type { Arguments } from './arguments.ts';
import { executeWork, type Executed } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { openOutput, toJson } from './output.ts';
import { importOptions, readPortability, type PortabilityInputs } from './portability-inputs.ts';
import { portabilityText, writePortability } from './portability-output.ts';
import { mechanismCommand } from './portability-mechanism.ts';
import { planPortability, readPlanFile } from './portability-plan.ts';
import { powerCommand } from './portability-power.ts';
import { robustnessCommand } from './portability-robustness.ts';

/** `listed`: whether comparisons are printed or written, so that their fits are made again. */
function resultOf(
  plan: PortabilityPlan,
  { games }: PortabilityInputs,
  { chunks, seconds }: Executed,
  listed: boolean,
): PortabilityResult {
  const tables = new Map(games.map(({ hash, table }) => [hash, table]));
  const report = portabilityReport(plan, tables, chunks);
  return {
    report,
    splits: listed ? comparisonRows(plan, tables, chunks, 'splits') : [],
    pairs: plan.settings.matrix ? comparisonRows(plan, tables, chunks, 'pairs') : [],
    contrasts: portabilityContrasts(plan, tables),
    caveats: caveatsOf(report),
    seconds,
  };
}

function statusOf({ report }: PortabilityResult, { states }: Executed, strict: boolean): number {
  const failed = states.some(({ failure }) => failure !== null);
  const found = report.cells.some(isAbove);
  return failed || (strict && found) ? 1 : 0;
}

export async function portabilityCommand(args: Arguments): Promise<number> {
  if (args.positionals[0] === 'power') return powerCommand(args);
  if (args.has('robustness')) return robustnessCommand(args);
  if (args.has('mechanism')) return mechanismCommand(args);
  const file = await readPlanFile(args);
  const inputs = await readPortability(args.positionals, importOptions(args, file.map));
  const plan = await planPortability(args, file, inputs);
  const output = await openOutput(args, plan);
  const tables = new Map(inputs.games.map(({ hash, table }) => [hash, table]));
  const counted = { word: 'rows', counts: () => true };
  const tasks = portabilityTasks(plan, tables);
  const work = { plan, tasks, chains: chainsWorthOf(tasks), counted };
  const executed = await executeWork(work, args, output, inputs.notes);
  sayFailures(executed);
  const printed = args.has('comparisons') || plan.settings.given !== null;
  const result = resultOf(plan, inputs, executed, printed || output !== null);
  if (output) await writePortability(output, inputs, result);
  const text = args.has('json') ? `${toJson(portabilityJson(result, printed))}\n` : portabilityText(result);
  process.stdout.write(text);
  return statusOf(result, executed, args.has('strict'));
}
