// Reads calibration studies back: a directory that luce sbc wrote, or a table of ranks from anywhere.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { faultLine, type Parsed } from '../formats/fault.ts';
import { decodeText } from '../formats/text.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import { readStats, withFacts } from '../instruments/seu/calibration/table-read.ts';
import type { Manifest } from '../jobs/run.ts';
import { UsageError } from './arguments.ts';

/** Rows with the plan behind them; a lone table has none. */
export interface StoredStudy {
  readonly path: string;
  readonly plan: CalibrationPlan | null;
  readonly manifest: Manifest | null;
  readonly rows: ReplicateRows;
}

export async function textOf(path: string, needed: string): Promise<string> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) throw new UsageError([`${path}: not readable; needed ${needed}`]);
  return decodeText(bytes).text;
}

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (!parsed.ok) throw new UsageError(parsed.faults.map(faultLine));
  return parsed.value;
}

async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, 'manifest.json');
  const text = await textOf(path, 'a directory that luce sbc wrote');
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.plan.analysis === 'sbc') return manifest;
  } catch {
    throw new UsageError([`${path}: not a manifest; needed one that luce sbc wrote`]);
  }
  throw new UsageError([`${path}: not the manifest of a calibration; needed one that luce sbc wrote`]);
}

async function readDirectory(path: string): Promise<StoredStudy> {
  const manifest = await readManifest(path);
  const stats = join(path, 'sbc_stats.csv');
  const facts = join(path, 'replicates.csv');
  const needed = 'a finished part: run it again with --resume';
  const rows = valueOf(readStats(await textOf(stats, needed), stats));
  return {
    path,
    plan: manifest.plan as CalibrationPlan,
    manifest,
    rows: valueOf(withFacts(rows, await textOf(facts, needed), facts)),
  };
}

/** A directory or a CSV file. Throws a UsageError with what is wrong with it. */
export async function readStudy(path: string): Promise<StoredStudy> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new UsageError([`${path}: no such file or directory; needed a study of luce sbc or its CSV`]);
  if (found.isDirectory()) return readDirectory(path);
  const rows = valueOf(readStats(await textOf(path, 'a table of ranks'), path));
  return { path, plan: null, manifest: null, rows };
}
