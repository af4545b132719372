// Items 5 and 6: the tests of recovery and of bad input, run by name, with their counts.
import { testsOf } from './tests.ts';
import type { Tally } from './tally.ts';

async function checkTests(tally: Tally, label: string, paths: readonly string[], least = 1): Promise<void> {
  const report = await testsOf(paths);
  const bound = least > 1 ? `at least ${least} tests, all passing` : 'all passing';
  if (typeof report === 'string') return tally.check(label, `no report: ${report}`, bound, false);
  const assertions = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses: readonly string[]): number =>
    assertions.filter(({ status }) => statuses.includes(status)).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('pending', 'skipped', 'todo')];
  const figure = `${passed} passed, ${failed} failed, ${skipped} skipped in ${report.testResults.length} files`;
  tally.check(label, figure, bound, failed === 0 && passed >= least);
  for (const { fullName } of assertions.filter(({ status }) => status === 'failed')) tally.note(fullName);
}

export async function recovery(tally: Tally): Promise<void> {
  await checkTests(tally, 'in the browser: crash, reload, quota, second tab', [
    'tests/browser/recovery',
    'tests/browser/storage',
    'tests/browser/workers',
  ]);
  await checkTests(tally, 'engines: dead lanes, checkpoints', ['tests/unit/engine', 'tests/unit/workers']);
  await checkTests(tally, 'runs: stop, resume, restart', ['tests/unit/jobs', 'tests/unit/storage']);
  await checkTests(tally, 'GPU: destroyed device, resumed chains', ['tests/gpu']);
}

export async function badInput(tally: Tally): Promise<void> {
  await checkTests(tally, 'malformed files, each with its message', ['import/malformed'], 40);
  await checkTests(tally, 'fuzzed mutations of good files', ['import/fuzz']);
  await checkTests(tally, 'readers and importers', [
    'tests/unit/formats',
    'tests/unit/instruments/seu/import',
  ]);
}
