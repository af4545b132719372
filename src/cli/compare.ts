// luce compare: what fits of several conditions say together, and whether it survives refits.
import { inputWarnings } from './inputs.ts';
import type { Arguments } from './arguments.ts';
import { replicatesOf } from './compare-checks.ts';
import { comparisonText, writeComparison } from './compare-output.ts';
import { planComparison } from './compare-plan.ts';
import { prepareComparison, runComparison } from './compare-run.ts';
import { comparisonTables } from './compare-tables.ts';
import { byHash, exitStatus } from './outcome.ts';
import { openOutput, toJson } from './output.ts';

export async function compareCommand(args: Arguments): Promise<number> {
  const planned = await planComparison(args);
  replicatesOf(args); // checked before a command makes its output directory
  const { plan, inputs, words } = planned;
  const prepared = await prepareComparison({ plan, datasets: byHash(inputs) }, words);
  const output = await openOutput(args, prepared.joined.plan);
  const warnings = plan.settings.conditions.flatMap(({ model }, i) => inputWarnings(inputs[i], model));
  const fits = await runComparison(prepared, words, args, output, warnings);
  const tables = comparisonTables(fits, planned);
  if (output) await writeComparison(output, tables);
  process.stdout.write(args.has('json') ? `${toJson(tables)}\n` : comparisonText(tables));
  const all = [fits.base, ...fits.repeated.values()];
  return exitStatus(all.flatMap(({ reports }) => reports));
}
