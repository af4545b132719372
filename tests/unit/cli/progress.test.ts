// The line of progress: what is counted, how fast, and a time left that goes by the work ahead.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { progressLine } from '../../../src/cli/progress.ts';
import type { TaskState } from '../../../src/jobs/run.ts';

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const state = (key: string, iteration: number, iterations: number) =>
  ({ key, iteration, iterations }) as TaskState;

/** The lines that updates after `seconds` each write. */
function linesOf(
  counted: Parameters<typeof progressLine>[0],
  updates: readonly (readonly [number, readonly TaskState[]])[],
): string[] {
  const line = progressLine(counted);
  let now = 0;
  for (const [seconds, states] of updates) {
    vi.advanceTimersByTime(1000 * (seconds - now));
    now = seconds;
    line.update(states);
  }
  return written.map((text) => text.replace(/^\r\x1b\[K|\n$/g, ''));
}

it('says how many are done, at what rate, and how long the rest takes', () => {
  const lines = linesOf(undefined, [
    [0, [state('a', 0, 1000), state('b', 0, 1000)]],
    [10, [state('a', 300, 1000), state('b', 200, 1000)]],
  ]);
  expect(lines).toEqual(['500 of 2000 iterations, 50 per second, 30 s left']);
});

it('takes time left from the work of what is ahead, not from its number', () => {
  const counted = { word: 'rows', counts: () => true, work: (key: string) => (key === 'slow' ? 100 : 1) };
  const lines = linesOf(counted, [
    [0, [state('quick', 0, 100), state('slow', 0, 9)]],
    [10, [state('quick', 100, 100), state('slow', 0, 9)]],
    [20, [state('quick', 100, 100), state('slow', 1, 9)]],
  ]);
  expect(lines).toEqual([
    '100 of 109 rows, 10 per second, 2 min left',
    '101 of 109 rows, 5.0 per second, 80 s left',
  ]);
});

it('does not count what a resumed run had, nor tasks of another kind', () => {
  const counted = { word: 'replicates', counts: (key: string) => key !== 'tune' };
  const lines = linesOf(counted, [
    [0, [state('tune', 0, 50), state('block', 600, 1000)]],
    [10, [state('tune', 50, 50), state('block', 620, 1000)]],
  ]);
  expect(lines).toEqual(['620 of 1000 replicates, 2.0 per second, 3 min left']);
});

it('names no time before there is a pace', () => {
  const lines = linesOf(undefined, [
    [0, [state('a', 0, 10)]],
    [6, [state('a', 0, 10)]],
  ]);
  expect(lines).toEqual(['0 of 10 iterations, 0.0 per second']);
});
