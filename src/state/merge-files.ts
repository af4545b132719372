// Parts of a calibration study from files: bundles, and tables of ranks beside a study that is known.
import { readBundle } from '../formats/bundle-read.ts';
import { faultLine, type Parsed } from '../formats/fault.ts';
import { isSeu, type Dataset } from '../formats/dataset.ts';
import type { NamedFile } from '../formats/named-file.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { readStats } from '../instruments/seu/calibration/table-read.ts';
import type { LuceStore } from '../storage/store.ts';
import { isCalibration, planOf, truthsOf, type AnyPlan } from '../workers/plans.ts';
import { checkBundledTruths } from './bundled-truths.ts';
import { mergeParts, partOfRows, type Part } from './merge.ts';

interface Known extends Part {
  readonly datasets: readonly Dataset[];
}

export interface MergedStudy {
  readonly plan: CalibrationPlan;
  readonly chunks: Part['chunks'];
  readonly datasets: readonly Dataset[];
}

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.faults.map(faultLine).join('; '));
}

function calibrationOf(name: string, plan: AnyPlan): CalibrationPlan {
  if (!isCalibration(plan))
    throw new Error(`${name} holds a ${plan.analysis}; needed a part of a calibration`);
  return plan;
}

async function fromStore(store: LuceStore, id: string): Promise<Known> {
  const run = await store.getRun(id);
  if (!run) throw new Error(`run ${id} is not stored here`);
  const plan = calibrationOf('the run in view', planOf(run));
  const found = await Promise.all(plan.datasets.map((hash) => store.getDataset(hash)));
  const datasets = found.filter((dataset) => dataset !== null).filter(isSeu);
  return { name: 'the run in view', plan, chunks: await store.chunks(id), datasets };
}

async function fromBundle({ name, bytes }: NamedFile): Promise<Known> {
  const { run, chunks, datasets } = valueOf(await readBundle(bytes, name));
  const plan = calibrationOf(name, planOf(run));
  await checkBundledTruths(plan, chunks);
  return { name, plan, chunks, datasets: datasets.filter(isSeu) };
}

/** A table says nothing of its study: it is held against the one that is known. */
function fromTable(
  { name, bytes }: NamedFile,
  study: Known | null,
  datasets: ReadonlyMap<string, Dataset>,
): Part {
  if (study === null)
    throw new Error(
      `${name} is a table of ranks; needed a bundle of its study beside it, or a run to add it to`,
    );
  const rows = valueOf(readStats(new TextDecoder().decode(bytes), name));
  return partOfRows(name, rows, study.plan, datasets, truthsOf(study.plan, study.chunks));
}

/** Joins the run `base`, where one is given, with the parts in `files`; throws with what does not fit. */
export async function mergeFiles(
  store: LuceStore,
  base: string | null,
  files: readonly NamedFile[],
): Promise<MergedStudy> {
  const known: Known[] = base === null ? [] : [await fromStore(store, base)];
  for (const file of files.filter(({ name }) => name.endsWith('.zip'))) known.push(await fromBundle(file));
  const datasets = new Map(known.flatMap((part) => part.datasets).map((dataset) => [dataset.hash, dataset]));
  const tables = files.filter(({ name }) => !name.endsWith('.zip'));
  const parts = [...known, ...tables.map((table) => fromTable(table, known[0] ?? null, datasets))];
  return { ...mergeParts(parts), datasets: [...datasets.values()] };
}
