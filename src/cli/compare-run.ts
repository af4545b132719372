// Runs the fits of a comparison: the conditions and their refits as one plan, stricter refits as a second.
import type { Dataset } from '../formats/dataset.ts';
import type { Detail } from '../instruments/seu/draws.ts';
import {
  joinPlans,
  onePresentationPlan,
  stricterPlan,
  type PlannedRefit,
} from '../instruments/seu/check/refits.ts';
import { fixedFeaturesPlan } from '../instruments/seu/compare/fixed-features.ts';
import { SWEEP_PRIORS, sweepPlan } from '../instruments/seu/compare/sweep.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import { UsageError, type Arguments } from './arguments.ts';
import { runChecks, type CheckRuns } from './compare-checks.ts';
import type { Fits } from './compare-fits.ts';
import type { CompareWord } from './compare-plan.ts';
import { execute } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { within, type OutputDirectory } from './output.ts';

export interface ComparedFits extends CheckRuns {
  readonly base: Fits;
  /** The conditions fitted again, by name: down, up, wide, fixed-features, one-presentation, stricter. */
  readonly repeated: ReadonlyMap<string, Fits>;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface NamedRefit extends PlannedRefit {
  readonly name: string;
}

async function plannedRefits(
  base: PlannedRefit,
  words: ReadonlySet<CompareWord>,
): Promise<readonly NamedRefit[]> {
  const { plan, datasets } = base;
  const priors = SWEEP_PRIORS.filter((prior) => words.has('sweep') && prior !== 'baseline');
  const refits: NamedRefit[] = priors.map((prior) => ({ name: prior, ...sweepPlan(plan, datasets, prior) }));
  if (words.has('fixed-features'))
    refits.push({ name: 'fixed-features', ...(await fixedFeaturesPlan(plan, datasets)) });
  if (words.has('one-presentation'))
    refits.push({ name: 'one-presentation', ...(await onePresentationPlan(plan, datasets)) });
  return refits;
}

export interface PreparedComparison {
  readonly joined: PlannedRefit;
  readonly base: PlannedRefit;
  readonly refits: readonly NamedRefit[];
}

/** Everything that runs in one go; bad data for a refit is bad input, found before anything starts. */
export async function prepareComparison(
  base: PlannedRefit,
  words: ReadonlySet<CompareWord>,
): Promise<PreparedComparison> {
  const refits = await plannedRefits(base, words).catch((error: unknown) => {
    throw new UsageError([error instanceof Error ? error.message : String(error)]);
  });
  return { joined: joinPlans(base, refits), base, refits };
}

/** Runs plans over the same data one after another, each in a folder of the output, and adds up what they took. */
function runner(
  datasets: ReadonlyMap<string, Dataset>,
  args: Arguments,
  output: OutputDirectory | null,
  detail: Detail,
) {
  const spent = { seconds: 0, cpuSeconds: 0 };
  async function run(
    plan: FitPlan,
    folder: string | null,
    warnings: readonly string[] = [],
  ): Promise<readonly (FitReport | null)[]> {
    const into = output && folder !== null ? await within(output, folder, plan) : output;
    const executed = await execute(plan, datasets, args, into, warnings);
    sayFailures(executed);
    spent.seconds += executed.seconds;
    spent.cpuSeconds += executed.cpuSeconds;
    return plan.settings.conditions.map((_, i) =>
      fitReport(plan, datasets, executed.chunks, executed.states, i, detail),
    );
  }
  return { spent, run };
}

export async function runComparison(
  { joined, base, refits }: PreparedComparison,
  words: ReadonlySet<CompareWord>,
  args: Arguments,
  output: OutputDirectory | null,
  warnings: readonly string[],
): Promise<ComparedFits> {
  const { spent, run } = runner(joined.datasets, args, output, words.has('stricter') ? 'all' : 'study');
  const reports = await run(joined.plan, null, warnings);
  let first = 0;
  const fitsOf = (planned: NamedRefit): Fits => {
    const start = first;
    first += planned.plan.settings.conditions.length;
    return { ...planned, reports: reports.slice(start, first) };
  };
  const fits = fitsOf({ name: 'base', ...base });
  const found = new Map(refits.map((refit) => [refit.name, fitsOf(refit)]));
  if (words.has('stricter')) {
    const plan = stricterPlan(base.plan);
    const again = await run(plan, 'stricter');
    found.set('stricter', { name: 'stricter', plan, datasets: base.datasets, reports: again });
  }
  const checks = await runChecks(fits, words, args, run);
  return { base: fits, repeated: found, ...checks, ...spent };
}
