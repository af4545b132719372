// Gamma and beta deviates from a stream of random numbers.
import { exp, log } from './elementary.ts';
import type { RandomStream } from './random.ts';

/** A Gamma(shape, 1) deviate (Marsaglia and Tsang 2000); shapes below 1 by Gamma(shape + 1) · U^(1/shape). */
export function gammaDeviate(shape: number, random: RandomStream): number {
  if (shape < 1) {
    const larger = gammaDeviate(shape + 1, random);
    return larger * exp(log(random.uniform53()) / shape);
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const cube = root * root * root;
    if (log(random.uniform53()) < (x * x) / 2 + d - d * cube + d * log(cube)) return d * cube;
  }
}

/** A Beta(a, b) deviate; at least one of a and b must be so large that not both gammas underflow (a + b ≥ 0.01). */
export function betaDeviate(a: number, b: number, random: RandomStream): number {
  const x = gammaDeviate(a, random);
  const y = gammaDeviate(b, random);
  return x / (x + y);
}
