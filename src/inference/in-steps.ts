// Long searches in short pieces: whoever runs one can answer, or stop it, between two of them.

/** Yields after every piece of work, and returns what the whole found. */
export type InSteps<Result> = Generator<undefined, Result>;

/** Runs all pieces, one after the other. */
export function finish<Result>(steps: InSteps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}
