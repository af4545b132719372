// What the last export of everything had to leave out; the Runs page lists it until it is dismissed.

class LeftOut {
  #lines = $state.raw<readonly string[]>([]);

  /** One line for each run or data set, with the reason. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  show(lines: readonly string[]): void {
    this.#lines = lines;
  }

  dismiss(): void {
    this.#lines = [];
  }
}

export const leftOut = new LeftOut();
