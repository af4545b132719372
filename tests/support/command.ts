// Runs the built command as people do; builds it first where sources are newer than the build.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, withBuild, type Build } from './built.ts';

export { BUILD_MILLISECONDS } from './built.ts';

const folder = join(root, 'dist/cli');
const entry = join(folder, 'luce.mjs');
/** The page's own folders: no part of the command. */
const PAGE = new Set(['app', 'charts', 'state', 'storage', 'workers']);

function sources(): readonly string[] {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !PAGE.has(entry.name))
    .map(({ name }) => join('src', name));
  return [...folders, 'shaders'];
}

const BUILD: Build = { folder, entry, config: 'vite.cli.config.ts', sources };

/** The path of the command, built from the sources as they are. */
export async function builtCommand(): Promise<string> {
  await withBuild(BUILD, () => Promise.resolve());
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
