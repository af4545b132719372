import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../support/command.ts';
import { NO_ADAPTER, testGpu } from './support.ts';

const gpu = await testGpu();
const directory = mkdtempSync(join(tmpdir(), 'luce-beliefs-gpu-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const small = new URL('../fixtures/beliefs/small.csv', import.meta.url).pathname;

interface Manifest {
  readonly engine: { readonly kind: string };
  readonly warnings: readonly string[];
  readonly tasks: readonly { readonly key: string; readonly engine: string }[];
}

interface Report {
  readonly cells: readonly {
    readonly log_likelihood: { readonly train: number };
    readonly scores: { readonly reports_to_decisions: { readonly macro_concordance: number } };
  }[];
}

describe.skipIf(gpu === null)(`luce beliefs --engine gpu${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  beforeAll(builtCommand, BUILD_MILLISECONDS);

  async function run(engine: string): Promise<{ report: Report; manifest: Manifest; stderr: string }> {
    const flags = ['--analyses', 'concordance', '--bootstrap', '20', '--engine', engine, '--out', engine];
    const { status, stderr } = await luce(['beliefs', small, ...flags], directory);
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    const file = (name: string): unknown => JSON.parse(readFileSync(join(directory, engine, name), 'utf8'));
    return { report: file('report.json') as Report, manifest: file('manifest.json') as Manifest, stderr };
  }

  it('has the fit of the CPU engine, reads it on the CPU, and says so', async () => {
    const [own, truth] = [await run('gpu'), await run('cpu')];
    const [found, expected] = [own.report.cells[0], truth.report.cells[0]];
    expect(Math.abs(found.log_likelihood.train / expected.log_likelihood.train - 1)).toBeLessThan(1e-5);
    expect(found.scores.reports_to_decisions.macro_concordance).toBeCloseTo(
      expected.scores.reports_to_decisions.macro_concordance,
      3,
    );
    const { engine, tasks, warnings } = own.manifest;
    expect(engine.kind).toBe('gpu');
    expect(tasks.map((task) => [task.key.includes('fit'), task.engine])).toEqual([
      [true, 'gpu'],
      [false, 'cpu'],
    ]);
    expect(warnings.join()).toMatch(/search on the GPU and end on the CPU/);
    expect(own.stderr).toMatch(/search on the GPU and end on the CPU/);
  });
});
