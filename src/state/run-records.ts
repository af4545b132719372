// Records of runs as they begin, and as they grow.
import { lookAt } from '../instruments/seu/calibration/range.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import type { RunRecord, RunState } from '../jobs/run.ts';
import type { AnyPlan } from '../workers/plans.ts';

/** A run of `plan` under which nothing was computed yet. */
export const newRecord = (
  id: string,
  plan: AnyPlan,
  version: string,
  now: number,
  state: RunState = 'waiting',
): RunRecord => ({
  id,
  state,
  created: now,
  changed: now,
  manifest: {
    app: 'luce',
    version,
    plan,
    engine: null,
    seconds: 0,
    cpuSeconds: null,
    warnings: [],
    tasks: [],
  },
  headline: null,
  severity: null,
});

/**
 * The plan with `more` replicates, which will be looked at once more: the look is entered, so that its level is spent.
 * Throws where the plan is a part of a study, whose parts would no longer fit together.
 */
export function extendedPlan(plan: CalibrationPlan, more: number): CalibrationPlan {
  const { replicates, looks, shard } = plan.settings;
  if (shard !== null)
    throw new Error('this run is one part of a study: merge the parts, then add replicates');
  const count = replicates.count + more;
  const entered = lookAt(looks, count) !== null;
  return {
    ...plan,
    settings: {
      ...plan.settings,
      replicates: { ...replicates, count },
      looks: entered ? looks : { ...looks, added: [...looks.added, count] },
    },
  };
}
