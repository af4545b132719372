// Runs the replicates of a plan and gives their rows: first the fit behind the truths where a posterior is asked for.
import type { Dataset } from '../formats/dataset.ts';
import { rowsOf } from '../instruments/seu/calibration/calibrate.ts';
import { parseCalibrationKey } from '../instruments/seu/calibration/keys.ts';
import { calibrationTasks, type CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { posteriorPlan, truthsOfDraws } from '../instruments/seu/calibration/posterior.ts';
import { rangeOf } from '../instruments/seu/calibration/range.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import type { Arguments } from './arguments.ts';
import { execute, executeWork, newManifest, type Executed } from './execute.ts';
import { sayFailures } from './outcome.ts';
import { within, type OutputDirectory } from './output.ts';

export interface Replicated {
  /** One table an arm. */
  readonly tables: readonly ReplicateRows[];
  readonly executed: Executed;
  /** Whether every task came to its end without failing. */
  readonly complete: boolean;
}

async function truthsOf(
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  args: Arguments,
  output: OutputDirectory | null,
): Promise<Float64Array | null> {
  const { posterior, arms } = plan.settings;
  if (posterior === null) return null;
  const fit = posteriorPlan(plan);
  const into = output && (await within(output, 'posterior', fit));
  const executed = await execute(fit, datasets, args, into);
  sayFailures(executed);
  const report = fitReport(fit, datasets, executed.chunks, executed.states, 0, 'all');
  if (report === null) throw new Error('the fit whose draws are the truths has no draws');
  return truthsOfDraws(report.draws, datasets.get(arms[0].design)!, posterior.truths);
}

export async function runReplicates(
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  args: Arguments,
  output: OutputDirectory | null,
  warnings: readonly string[],
): Promise<Replicated> {
  if (plan.settings.posterior !== null) await output?.manifest(newManifest(plan, warnings));
  const truths = await truthsOf(plan, datasets, args, output);
  const { settings } = plan;
  const work = {
    plan,
    tasks: calibrationTasks(plan, datasets, truths),
    chains: rangeOf(settings).count * settings.arms.length * settings.sampler.chains,
    counted: {
      word: 'replicates',
      counts: (key: string) => parseCalibrationKey(key).first !== null,
    },
  };
  const executed = await executeWork(work, args, output, warnings);
  sayFailures(executed);
  return {
    tables: settings.arms.map((_, arm) => rowsOf(plan, arm, datasets, executed.chunks)),
    executed,
    complete: executed.states.every(({ done, failure }) => done && failure === null),
  };
}
