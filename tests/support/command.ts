// Runs the built command as people do; builds it first where sources are newer than the build.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = new URL('../../', import.meta.url).pathname;
const built = join(root, 'dist/cli');
const entry = join(built, 'luce.mjs');
const lock = join(root, 'dist/cli.lock');
/** The page's own folders: no part of the command. */
const PAGE = new Set(['app', 'charts', 'state', 'storage', 'workers']);
const WAIT_MILLISECONDS = 100;
const PATIENCE_MILLISECONDS = 60_000;

function newest(path: string): number {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  const times = entries
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).mtimeMs);
  return Math.max(0, ...times);
}

function sourcesTime(): number {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((folder) => folder.isDirectory() && !PAGE.has(folder.name))
    .map(({ name }) => join(root, 'src', name));
  return Math.max(...[...folders, join(root, 'shaders')].map(newest));
}

/** Milliseconds since 1970 of a path's last change; 0 where there is nothing. */
function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Takes the lock if it is free, or left behind by a process that was killed. */
function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - modified(lock) > PATIENCE_MILLISECONDS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Holds the lock while `work` runs, so that test files in other processes do not build at the same time. */
async function locked(work: () => Promise<void>): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Builds beside the old build and puts it in its place at once. */
async function build(): Promise<void> {
  const fresh = `${built}.${process.pid}`;
  const args = ['vite', 'build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn', '--outDir', fresh];
  await promisify(execFile)('npx', args, { cwd: root });
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
}

/** Time that a hook should allow for the build on a busy machine. */
export const BUILD_MILLISECONDS = 180_000;

/** The path of the command, built from the sources as they are. */
export async function builtCommand(): Promise<string> {
  const stale = (): boolean => modified(entry) < sourcesTime();
  if (stale()) await locked(async () => (stale() ? build() : undefined));
  return entry;
}

export interface Outcome {
  /** Exit status; null where a signal ended the command. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
}

/** Starts `luce` with arguments in a directory; call `builtCommand` first. */
export function startLuce(args: readonly string[], cwd: string): Started {
  const child = spawn(process.execPath, [entry, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (text.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (text.stderr += part.toString()));
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...text }));
  });
  return { child, outcome };
}

export const luce = (args: readonly string[], cwd: string): Promise<Outcome> => startLuce(args, cwd).outcome;
