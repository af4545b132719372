// Adjusted p-values that control the expected share of false findings among findings.

/** Benjamini and Hochberg (1995): in the order given. */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[b] - pValues[a]);
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  order.forEach((index, after) => {
    least = Math.min(least, (pValues.length / (pValues.length - after)) * pValues[index]);
    adjusted[index] = least;
  });
  return adjusted;
}
