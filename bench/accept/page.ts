// How long the page's main thread is held by one task while the ranks of a calibration land in it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LongestTask } from '../../tests/browser/support/tasks.ts';
import { atMost, type Tally } from './tally.ts';
import { testsOf } from './tests.ts';

const LONG_TASK = 50;

/** CPU time counts, not the clock: that would count what else the machine does meanwhile. */
export async function pageTasks(tally: Tally): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'luce-tasks-'));
  const file = join(folder, 'tasks.json');
  try {
    await testsOf(['tests/browser/calibration'], { LUCE_TASKS_FILE: file });
    const { cpu, clock, name, all } = JSON.parse(await readFile(file, 'utf8')) as LongestTask;
    tally.note(`longest of ${all.length} tasks: ${name}; ${clock.toFixed(0)} ms by the clock`);
    atMost(tally, 'longest task of the page while ranks land, ms of CPU', cpu, LONG_TASK);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
