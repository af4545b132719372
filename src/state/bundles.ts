// Keeps the run of a bundle here, with its datasets and draws.
import { readBundle } from '../formats/bundle-read.ts';
import type { Fault, Parsed } from '../formats/fault.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { LuceStore } from '../storage/store.ts';
import { planOf } from '../workers/plans.ts';
import { checkBundledTruths } from './bundled-truths.ts';
import { standingOf, type Standing } from './standing.ts';

function refuse(file: string, seen: string): Parsed<string> {
  const needed = 'the plan of an analysis that can be run here';
  const fault: Fault = { file: `${file}/manifest.json`, row: null, column: null, seen, needed };
  return { ok: false, faults: [fault] };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The record as it is kept here: nobody runs it, and it is done only where its draws are all there. */
function keptRecord(run: RunRecord, { tasks, whole }: Standing): RunRecord {
  const manifest = { ...run.manifest, tasks };
  const rests = run.state === 'failed' || (run.state === 'done' && whole);
  return rests ? { ...run, manifest } : { ...run, manifest, state: 'paused', headline: null, severity: null };
}

/**
 * The id of the run that the bundle holds, once all of it is stored, in one transaction; a run that is kept here
 * already stays as it is. Throws QuotaError, with nothing stored, when storage is full.
 */
export async function keepBundle(store: LuceStore, bytes: Uint8Array, file: string): Promise<Parsed<string>> {
  const read = await readBundle(bytes, file);
  if (!read.ok) return read;
  const { run, datasets, chunks } = read.value;
  let standing: Standing;
  try {
    const plan = planOf(run);
    await checkBundledTruths(plan, chunks);
    standing = standingOf(plan, datasets, chunks, run.manifest.tasks);
  } catch (error) {
    return refuse(file, messageOf(error));
  }
  await store.keepRun({ run: keptRecord(run, standing), datasets, chunks });
  return { ok: true, value: run.id };
}
