// Repeats a piece of work whenever it is asked for, resting in proportion to what it took.

const SHORTEST_REST_MILLISECONDS = 700;
const LONGEST_REST_MILLISECONDS = 15_000;
const REST_FOR_EACH_WORK = 4;

export class Paced {
  #busy = false;
  #asked = false;
  /** Whether what was asked for since the work began is urgent: it is not rested before. */
  #urgent = false;
  /** Ends the rest under way. */
  #wake: () => void = () => undefined;
  readonly #work: () => Promise<void>;

  /** `work` must not reject. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Asks for the work; while it is under way it is done once more after it. What is urgent waits for no rest. */
  ask(urgent: boolean): void {
    this.#asked = true;
    this.#urgent ||= urgent;
    if (urgent) this.#wake();
    if (!this.#busy) void this.#go();
  }

  async #go(): Promise<void> {
    this.#busy = true;
    while (this.#asked) {
      this.#asked = false;
      this.#urgent = false;
      const began = performance.now();
      await this.#work();
      if (!this.#urgent) await this.#rest(REST_FOR_EACH_WORK * (performance.now() - began));
    }
    this.#busy = false;
  }

  #rest(milliseconds: number): Promise<void> {
    const bounded = Math.min(LONGEST_REST_MILLISECONDS, Math.max(SHORTEST_REST_MILLISECONDS, milliseconds));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, bounded);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
