// Runs tests by the names of their files, for items of the acceptance list that are tests.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Assertion {
  readonly status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo';
  readonly fullName: string;
}

export interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Assertion[] }[];
}

type Environment = Readonly<Record<string, string>>;

const VITEST = 'node_modules/vitest/vitest.mjs';

function vitest(paths: readonly string[], output: string, env: Environment): Promise<string> {
  const args = [VITEST, 'run', ...paths, '--reporter=json', `--outputFile.json=${output}`];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return new Promise((resolve) => child.on('exit', () => resolve(errors)));
}

/** Tests below `paths`; null with vitest's words where it found none or broke. */
export async function testsOf(
  paths: readonly string[],
  env: Environment = {},
): Promise<VitestReport | string> {
  const folder = await mkdtemp(join(tmpdir(), 'luce-accept-'));
  const output = join(folder, 'report.json');
  try {
    const errors = await vitest(paths, output, env);
    const text = await readFile(output, 'utf8').catch(() => null);
    return text === null ? errors.trim() : (JSON.parse(text) as VitestReport);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
