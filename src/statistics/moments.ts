// Mean and spread of a sample, summed twice so that a large offset costs no digits.

/** Arithmetic mean; NaN of an empty sample. A second pass removes the rounding of the first, as in R. */
export function mean(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i];
  const first = sum / x.length;
  if (!Number.isFinite(first)) return first;
  let rest = 0;
  for (let i = 0; i < x.length; i++) rest += x[i] - first;
  return first + rest / x.length;
}

/** Sample variance with denominator n − 1; NaN below two values. */
export function variance(x: Float64Array): number {
  if (x.length < 2) return NaN;
  const centre = mean(x);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] - centre) * (x[i] - centre);
  return sum / (x.length - 1);
}

/** Sample standard deviation with denominator n − 1; NaN below two values. */
export const sd = (x: Float64Array): number => Math.sqrt(variance(x));
