// Prints every figure beside its bound, and counts what passed.

export interface Tally {
  /** One figure: what it is, its value, its bound in words, and whether it holds. */
  check(label: string, figure: string, bound: string, passed: boolean): void;
  /** A figure that cannot be had here, and why; counts as neither. */
  skip(label: string, reason: string): void;
  /** A figure without a bound, or a sentence. */
  note(text: string): void;
  counts(): { readonly passed: number; readonly failed: number; readonly skipped: number };
}

const LABEL_WIDTH = 64;

export function startTally(print: (line: string) => void): Tally {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  return {
    check(label, figure, bound, holds) {
      if (holds) passed += 1;
      else failed += 1;
      print(`  ${holds ? 'pass' : 'FAIL'}  ${label.padEnd(LABEL_WIDTH)}  ${figure}   (${bound})`);
    },
    skip(label, reason) {
      skipped += 1;
      print(`  skip  ${label.padEnd(LABEL_WIDTH)}  ${reason}`);
    },
    note: (text) => print(`        ${text}`),
    counts: () => ({ passed, failed, skipped }),
  };
}

/** A check of `value` against an upper bound. */
export const atMost = (tally: Tally, label: string, value: number, bound: number, digits = 3): void =>
  tally.check(label, value.toPrecision(digits), `at most ${bound}`, value <= bound);

/** A check of `value` against a lower bound. */
export const atLeast = (tally: Tally, label: string, value: number, bound: number, digits = 3): void =>
  tally.check(label, value.toPrecision(digits), `at least ${bound}`, value >= bound);
