// Keeps the run of a bundle here, with its datasets and draws.
import { readBundle } from '../formats/bundle-read.ts';
import type { Bundle } from '../formats/bundle.ts';
import type { Dataset } from '../formats/dataset.ts';
import type { Fault, Parsed } from '../formats/fault.ts';
import type { LuceStore } from '../storage/store.ts';
import { isCalibration, planOf, tasksOf } from '../workers/plans.ts';

const refuse = (file: string, seen: string, needed: string): Parsed<string> => {
  const fault: Fault = { file, row: null, column: null, seen, needed };
  return { ok: false, faults: [fault] };
};

/** What keeps the plan of a bundle from being this instrument's, or null. */
function planFault({ run, datasets }: Bundle): string | null {
  const plan = planOf(run);
  const needsTruths = isCalibration(plan) && plan.settings.posterior !== null;
  try {
    tasksOf(
      plan,
      new Map(datasets.map((dataset: Dataset) => [dataset.hash, dataset])),
      needsTruths ? new Float64Array(0) : null,
    );
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The id of the run that the bundle holds, once all of it is stored; a run that is kept here already stays as it is. */
export async function keepBundle(store: LuceStore, bytes: Uint8Array, file: string): Promise<Parsed<string>> {
  const read = await readBundle(bytes, file);
  if (!read.ok) return read;
  const { run, datasets, chunks } = read.value;
  const fault = planFault(read.value);
  if (fault !== null)
    return refuse(`${file}/manifest.json`, fault, 'the plan of a fit, a study, a calibration or a recovery');
  if (await store.getRun(run.id)) return { ok: true, value: run.id };
  await store.putDatasets(datasets);
  await store.putRun({ ...run, state: run.state === 'running' ? 'paused' : run.state });
  await store.append(run.id, { chunks, checkpoints: [] });
  return { ok: true, value: run.id };
}
