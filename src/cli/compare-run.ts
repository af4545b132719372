// Runs the fits of a comparison: the conditions and their refits as one plan, stricter refits as a second.
import type { Dataset } from '../formats/dataset.ts';
import { randomStream } from '../math/random.ts';
import { foldPlan, type HeldOut } from '../instruments/seu/check/left-out-plans.ts';
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
import { ANALYSIS_CHAIN } from '../instruments/seu/streams.ts';
import { UsageError, type Arguments } from './arguments.ts';
import type { CompareWord } from './compare-plan.ts';
import { execute } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { within, type OutputDirectory } from './output.ts';

/** Reports of one set of fits, in the order of the plan's conditions; null where a fit has no draws. */
export interface Fits {
  readonly name: string;
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly reports: readonly (FitReport | null)[];
  /** What each fit was made without, where problems are left out. */
  readonly held?: readonly HeldOut[];
}

export const foldsName = (condition: number): string => `folds ${condition}`;

export interface ComparedFits {
  readonly base: Fits;
  /** By name: down, up, wide, fixed-features, one-presentation, stricter, and folds of each condition. */
  readonly refits: ReadonlyMap<string, Fits>;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface NamedRefit extends PlannedRefit {
  readonly name: string;
  readonly held?: readonly HeldOut[];
}

const plannedFolds = ({ plan, datasets }: PlannedRefit): Promise<readonly NamedRefit[]> =>
  Promise.all(
    plan.settings.conditions.map(async (_, i) => {
      const random = randomStream(plan.seed, i, ANALYSIS_CHAIN.folds);
      random.seek(0, 0);
      return { name: foldsName(i), ...(await foldPlan(plan, datasets, i, random)) };
    }),
  );

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
  if (words.has('folds')) refits.push(...(await plannedFolds(base)));
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

export async function runComparison(
  { joined, base, refits }: PreparedComparison,
  words: ReadonlySet<CompareWord>,
  args: Arguments,
  output: OutputDirectory | null,
  warnings: readonly string[],
): Promise<ComparedFits> {
  const detail: Detail = words.has('stricter') ? 'all' : 'study';
  const executed = await execute(joined.plan, joined.datasets, args, output, warnings);
  sayFailures(executed);
  let first = 0;
  const fitsOf = (planned: NamedRefit): Fits => {
    const start = first;
    first += planned.plan.settings.conditions.length;
    const reports = planned.plan.settings.conditions.map((_, i) =>
      fitReport(joined.plan, joined.datasets, executed.chunks, executed.states, start + i, detail),
    );
    return { ...planned, reports };
  };
  const fits = fitsOf({ name: 'base', ...base });
  const found = new Map(refits.map((refit) => [refit.name, fitsOf(refit)]));
  let { seconds, cpuSeconds } = executed;
  if (words.has('stricter')) {
    const plan = stricterPlan(base.plan);
    const into = output && (await within(output, 'stricter', plan));
    const again = await execute(plan, base.datasets, args, into);
    sayFailures(again);
    const reports = plan.settings.conditions.map((_, i) =>
      fitReport(plan, base.datasets, again.chunks, again.states, i, detail),
    );
    found.set('stricter', { name: 'stricter', plan, datasets: base.datasets, reports });
    seconds += again.seconds;
    cpuSeconds += again.cpuSeconds;
  }
  return { base: fits, refits: found, seconds, cpuSeconds };
}
