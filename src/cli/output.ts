// The output directory: manifest.json first, tables as they are complete, nothing overwritten unasked.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plan } from '../jobs/run.ts';
import { canonicalJson } from '../formats/canonical.ts';
import { UsageError, type Arguments } from './arguments.ts';

export interface OutputDirectory {
  readonly path: string;
  write(name: string, text: string): Promise<void>;
  manifest(manifest: Manifest): Promise<void>;
}

/** JSON without NaN or Infinity: they become null. */
export const toJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, inner: unknown) => (typeof inner === 'number' && !Number.isFinite(inner) ? null : inner),
    2,
  );

async function existingFiles(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError([`--out ${path}: not a directory that can be read; needed a directory`]);
  }
}

/** The plan of the manifest there, if it can be read. */
async function storedPlan(path: string): Promise<Plan | null> {
  try {
    return (JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')) as Manifest).plan;
  } catch {
    return null;
  }
}

async function checkResume(path: string, plan: Plan): Promise<void> {
  const stored = await storedPlan(path);
  if (stored === null)
    throw new UsageError([
      `--resume ${path}: no readable manifest.json; needed the directory of a stopped run`,
    ]);
  if (canonicalJson(stored) !== canonicalJson(plan))
    throw new UsageError([
      `--resume ${path}: its manifest holds another plan; needed the same data, model, settings and seed`,
    ]);
}

/** Opens --out for `plan`, or null where the flag is absent. */
export async function openOutput(args: Arguments, plan: Plan): Promise<OutputDirectory | null> {
  const path = args.text('out');
  if (path === undefined) return null;
  const files = await existingFiles(path);
  if (files.length > 0 && args.has('resume')) await checkResume(path, plan);
  else if (files.length > 0 && !args.has('force'))
    throw new UsageError([
      `--out ${path}: ${files.length} files there; needed an empty directory, --resume or --force`,
    ]);
  else if (files.length > 0) await rm(join(path, 'progress'), { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return directoryAt(path);
}

/** A directory as it is: files of the same names are replaced whole. */
export function directoryAt(path: string): OutputDirectory {
  const write = async (name: string, text: string): Promise<void> => {
    const target = join(path, name);
    await mkdir(join(target, '..'), { recursive: true });
    await writeFile(`${target}.part`, text);
    await rename(`${target}.part`, target);
  };
  return { path, write, manifest: (manifest) => write('manifest.json', `${toJson(manifest)}\n`) };
}

/** A directory within another for a run of `plan`: progress of that plan goes on, progress of another is cleared. */
export async function within(
  { path }: OutputDirectory,
  folder: string,
  plan: Plan,
): Promise<OutputDirectory> {
  const inner = join(path, folder);
  const stored = await storedPlan(inner);
  if (stored === null || canonicalJson(stored) !== canonicalJson(plan))
    await rm(join(inner, 'progress'), { recursive: true, force: true });
  return directoryAt(inner);
}

/** Writes text to the file that --out names (not over an existing one without --force), or to stdout. */
export async function openOutputFile(args: Arguments, text: string): Promise<void> {
  const path = args.text('out');
  if (path === undefined) return void process.stdout.write(text);
  try {
    await writeFile(path, text, { flag: args.has('force') ? 'w' : 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UsageError([
      `--out ${path}: ${exists ? 'exists; needed --force or another name' : 'cannot be written; needed a writable file'}`,
    ]);
  }
}
