// Holm's step-down correction: one statement over many tests, whatever their dependence.

/** Adjusted p-values in the order given (Holm 1979): a test is rejected at level a where its own is at most a. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b]);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, before) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - before) * pValues[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}
