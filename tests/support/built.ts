// Builds of the sources as they are, made once for all test files: anew only where a source is newer than the build.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const WAIT_MILLISECONDS = 100;
/** Whoever holds a lock says so this often; one that has not for so long was killed. */
const PULSE_MILLISECONDS = 2_000;
const PATIENCE_MILLISECONDS = 60_000;

/** Time that a hook should allow for a build on a busy machine. */
export const BUILD_MILLISECONDS = 180_000;

export interface Build {
  /** Where it is made. */
  readonly folder: string;
  /** The file in it whose time is the build's. */
  readonly entry: string;
  /** Of vite. */
  readonly config: string;
  /** Files and folders that go into it beside the configuration and what is installed; all relative to the root. */
  readonly sources: () => readonly string[];
}

/** Milliseconds since 1970 of a path's last change; 0 where there is nothing. */
const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newest(path: string): number {
  if (statSync(path).isFile()) return modified(path);
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return Math.max(0, ...files.map(({ parentPath, name }) => modified(join(parentPath, name))));
}

/** Takes the lock if it is free, or left behind by a process that was killed. */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - modified(lock) > PATIENCE_MILLISECONDS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Holds the lock while `work` runs, so that test files in other processes do not build at the same time. */
async function locked(lock: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  while (!takeLock(lock)) await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
  const pulse = setInterval(() => utimesSync(lock, new Date(), new Date()), PULSE_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(pulse);
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Builds beside the old build, as it is published and not for tests, and puts it in its place at once. Its time is
 * when it began: a source that changed meanwhile makes it old.
 */
async function make({ folder, entry, config }: Build): Promise<void> {
  const began = new Date();
  const fresh = `${folder}.${process.pid}`;
  const args = ['vite', 'build', '--config', config, '--logLevel', 'warn', '--outDir', fresh];
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)('npx', args, { cwd: root, env });
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  utimesSync(entry, began, began);
}

function isStale({ entry, config, sources }: Build): boolean {
  const paths = ['package-lock.json', config, ...sources()].map((path) => join(root, path));
  return modified(entry) < Math.max(...paths.map(newest));
}

/** Runs `use` while the build is that of the sources, and nobody puts another in its place. */
export async function withBuild(build: Build, use: () => Promise<void>): Promise<void> {
  await locked(`${build.folder}.lock`, async () => {
    if (isStale(build)) await make(build);
    await use();
  });
}
