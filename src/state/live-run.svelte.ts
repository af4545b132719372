// A run under way in this tab: where it stands, its rate, and the way to stop it.
import type { TaskState } from '../jobs/run.ts';
import { pageClock } from './clock.ts';

const MEASURED_MILLISECONDS = 2_000;
const SMOOTHING = 0.2;

export class LiveRun {
  readonly id: string;
  readonly stop = new AbortController();
  /** Which tasks' iterations are counted. */
  readonly #counts: (key: string) => boolean;
  /** What an iteration of a task takes beside those of others. */
  readonly #work: (key: string) => number;
  states = $state.raw<readonly TaskState[]>([]);
  /** Iterations (or replicates) per second in this session; null before it was measured. */
  rate = $state<number | null>(null);
  /** Iterations that had been done when this session took the run up. */
  resumedAt = $state(0);
  /** The work of these. */
  workedAtStart = $state(0);
  /** Rises with every step that brought draws: what shows them reads it. */
  landed = $state(0);
  readonly #began = pageClock.now();

  readonly counted = $derived.by(() => this.states.filter(({ key }) => this.#counts(key)));
  readonly done = $derived(this.counted.reduce((sum, { iteration }) => sum + iteration, 0));
  readonly total = $derived(this.counted.reduce((sum, { iterations }) => sum + iterations, 0));

  constructor(id: string, counts: (key: string) => boolean, work: (key: string) => number = () => 1) {
    this.id = id;
    this.#counts = counts;
    this.#work = work;
  }

  get seconds(): number {
    return (pageClock.now() - this.#began) / 1000;
  }

  begin(states: readonly TaskState[]): void {
    this.states = states;
    this.resumedAt = this.done;
    this.workedAtStart = this.counted.reduce(
      (sum, { key, iteration }) => sum + this.#work(key) * iteration,
      0,
    );
  }

  update(states: readonly TaskState[], landed: boolean): void {
    this.states = states;
    if (landed) this.landed += 1;
    const elapsed = pageClock.now() - this.#began;
    const gained = this.done - this.resumedAt;
    if (elapsed < MEASURED_MILLISECONDS || gained <= 0) return;
    const rate = (gained * 1000) / elapsed;
    this.rate = this.rate === null ? rate : this.rate + SMOOTHING * (rate - this.rate);
  }
}
