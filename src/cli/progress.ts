// Progress on stderr: done of total, rate, time left; one line that is rewritten on a terminal.
import type { TaskState } from '../jobs/run.ts';
import { systemClock } from './clock.ts';

const INTERVAL_MILLISECONDS = { terminal: 200, pipe: 5_000 };
const MEASURED_MILLISECONDS = 2_000;

export interface ProgressLine {
  update(states: readonly TaskState[]): void;
  clear(): void;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** What is counted: a word in the plural, and the tasks whose iterations are such. */
export interface Counted {
  readonly word: string;
  readonly counts: (taskKey: string) => boolean;
  /** What an iteration takes beside those of other tasks; as much as any other where absent. */
  readonly work?: (taskKey: string) => number;
}

const ITERATIONS: Counted = { word: 'iterations', counts: () => true };

/** Two digits where whole numbers would hide a slow rate. */
const rateText = (rate: number): string => (rate < 10 ? rate.toPrecision(2) : String(Math.round(rate)));

export function progressLine({ word, counts, work = () => 1 }: Counted = ITERATIONS): ProgressLine {
  const terminal = process.stderr.isTTY === true;
  const interval = terminal ? INTERVAL_MILLISECONDS.terminal : INTERVAL_MILLISECONDS.pipe;
  const began = systemClock.now();
  let first: { readonly done: number; readonly worked: number } | null = null;
  let last = began;

  function update(states: readonly TaskState[]): void {
    const counted = states.filter(({ key }) => counts(key));
    const done = counted.reduce((sum, { iteration }) => sum + iteration, 0);
    const total = counted.reduce((sum, { iterations }) => sum + iterations, 0);
    const worked = counted.reduce((sum, { key, iteration }) => sum + work(key) * iteration, 0);
    const ahead = counted.reduce(
      (sum, { key, iteration, iterations }) => sum + work(key) * (iterations - iteration),
      0,
    );
    first ??= { done, worked };
    const now = systemClock.now();
    if (now - last < interval) return;
    last = now;
    const seconds = (now - began) / 1000;
    const rate = (done - first.done) / seconds;
    const pace = (worked - first.worked) / seconds;
    const left = now - began > MEASURED_MILLISECONDS && pace > 0 ? `, ${duration(ahead / pace)} left` : '';
    const line = `${done} of ${total} ${word}, ${rateText(rate)} per second${left}`;
    process.stderr.write(terminal ? `\r\x1b[K${line}` : `${line}\n`);
  }

  return {
    update,
    clear() {
      if (terminal) process.stderr.write('\r\x1b[K');
    },
  };
}
