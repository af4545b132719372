// Where a run stands whose draws were computed elsewhere, and whether it can be gone on with here.
import type { Chunk } from '../engine/types.ts';
import type { AnyDataset } from '../formats/dataset.ts';
import { ledger } from '../jobs/ledger.ts';
import type { TaskState } from '../jobs/run.ts';
import { countsIn, needsTruths, tasksOf, truthsOf, type AnyPlan } from '../workers/plans.ts';

export interface Standing {
  readonly tasks: readonly TaskState[];
  /** Whether nothing is left to do of what the plan is asked for. */
  readonly whole: boolean;
}

/** What the file that the draws came in tells of a task: its engine, and why it failed. */
const withTold = (state: TaskState, told: TaskState | undefined): TaskState => {
  if (!told) return state;
  const failed = !state.done && told.failure !== null;
  return { ...state, engine: told.engine, ...(failed && { done: true, failure: told.failure }) };
};

/**
 * Throws, in words, where the plan is none that can be run here, a dataset is missing, or replicates are left whose
 * truths are not at hand. `told` are the states of tasks in the manifest that the draws came with.
 */
export function standingOf(
  plan: AnyPlan,
  datasets: readonly AnyDataset[],
  chunks: readonly Chunk[],
  told: readonly TaskState[] = [],
): Standing {
  const byHash = new Map(datasets.map((dataset) => [dataset.hash, dataset]));
  const truths = truthsOf(plan, chunks);
  const anyTruths = needsTruths(plan) ? (truths ?? new Float64Array(0)) : null;
  const byKey = new Map(told.map((state) => [state.key, state]));
  const tasks = ledger(tasksOf(plan, byHash, anyTruths), chunks, [])
    .states()
    .map((state) => withTold(state, byKey.get(state.key)));
  const counts = countsIn(plan);
  const whole = tasks.filter(({ key }) => counts(key)).every(({ done }) => done);
  if (!whole) tasksOf(plan, byHash, truths);
  return { tasks, whole };
}
