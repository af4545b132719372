import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce, startLuce } from '../../support/command.ts';
import { scratch } from './files.ts';

const directory = scratch();
const design = 'K=3,D=8,R=16,M=120,menu=2-4,seed=5';
beforeAll(async () => {
  await builtCommand();
  await luce(['generate', '--design', design, '--alpha', '10', '--out', 'agent.json'], directory);
}, BUILD_MILLISECONDS);

const read = (out: string, name: string): string => readFileSync(join(directory, out, name), 'utf8');
const written = (out: string): number => {
  const folder = join(directory, out, 'progress');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bin')).length : 0;
};

/** Starts a fit and ends it with a signal once it has stored more than was there. */
async function stopped(args: readonly string[], out: string, signal: 'SIGINT' | 'SIGKILL') {
  const before = written(out);
  const { child, outcome } = startLuce(args, directory);
  const timer = setInterval(() => {
    if (written(out) <= before) return;
    clearInterval(timer);
    child.kill(signal);
  }, 20);
  try {
    return await outcome;
  } finally {
    clearInterval(timer);
  }
}

describe.each([
  ['nuts', ['--warmup', '200', '--draws', '250', '--thin', '30']],
  ['hmc', ['--warmup', '150', '--draws', '250', '--thin', '80']],
])('a %s fit that is stopped', (sampler, length) => {
  const flags = ['--sampler', sampler, '--chains', '2', ...length, '--engine', 'cpu', '--workers', '1'];
  const fit = (out: string, ...more: string[]) => ['fit', 'agent.json', ...flags, '--out', out, ...more];

  it('and resumed ends with the bytes of one left alone', async () => {
    const whole = `${sampler}-whole`;
    const cut = `${sampler}-cut`;
    await luce(fit(whole), directory);
    const first = await stopped(fit(cut), cut, 'SIGINT');
    expect(first.status).toBe(130);
    expect(first.stdout).toBe('');
    expect(first.stderr).toMatch(/stopped; the same command with --resume goes on from there/);
    expect(existsSync(join(directory, cut, 'summary.csv'))).toBe(false);
    const manifest = JSON.parse(read(cut, 'manifest.json')) as { tasks: { done: boolean }[] };
    expect(manifest.tasks.some(({ done }) => !done)).toBe(true);
    const second = await stopped(fit(cut, '--resume'), cut, 'SIGKILL');
    expect(second.status).toBeNull();
    const last = await luce(fit(cut, '--resume'), directory);
    expect(last.stderr).not.toMatch(/stopped/);
    for (const name of ['summary.csv', 'draws-1.csv', 'draws-2.csv', 'ppc.csv', 'diagnostics.csv'])
      expect(read(cut, name)).toBe(read(whole, name));
  }, 120_000);
});
