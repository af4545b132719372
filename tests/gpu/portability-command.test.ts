import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../support/command.ts';
import { NO_ADAPTER, testGpu } from './support.ts';

const gpu = await testGpu();
const directory = mkdtempSync(join(tmpdir(), 'luce-portability-gpu-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const FEW = ['--splits', '30', '--null', 'permutation:9', '--bootstrap', '5', '--outer', '2'];

interface Manifest {
  readonly engine: { readonly kind: string };
  readonly warnings: readonly string[];
  readonly tasks: readonly { readonly engine: string }[];
}

describe.skipIf(gpu === null)(`luce portability --engine gpu${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  beforeAll(async () => {
    await builtCommand();
    const agents = ['--game', 'dictator', '--agent', 'frame', '--out', 'agents.csv'];
    await luce(['generate', 'portability', ...agents], directory);
  }, BUILD_MILLISECONDS);

  const run = (engine: string) =>
    luce(['portability', 'agents.csv', ...FEW, '--engine', engine, '--out', engine], directory);
  const file = (engine: string, name: string): string => readFileSync(join(directory, engine, name), 'utf8');

  it('writes the bytes of the CPU engine, and warns of a software adapter', async () => {
    const [gpuRun, cpuRun] = [await run('gpu'), await run('cpu')];
    expect([gpuRun.status, cpuRun.status]).toEqual([0, 0]);
    for (const name of ['cells.csv', 'comparisons.csv', 'matrix.csv'])
      expect(file('gpu', name)).toBe(file('cpu', name));
    const { engine, warnings, tasks } = JSON.parse(file('gpu', 'manifest.json')) as Manifest;
    expect(engine.kind).toBe('gpu');
    expect(new Set(tasks.map((task) => task.engine))).toEqual(new Set(['gpu']));
    if (gpu!.opened.fallback) expect(warnings.join()).toMatch(/software adapter/);
  });

  it('leaves a small plan to the CPU where the choice is its own', async () => {
    expect((await run('auto')).status).toBe(0);
    const { engine } = JSON.parse(file('auto', 'manifest.json')) as Manifest;
    expect(engine.kind).toBe('cpu');
  });
});
