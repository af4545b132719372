// Reads the reference values of the mathematical functions.
import { readFileSync } from 'node:fs';

export const mathFixture = <Value>(name: string): Value =>
  JSON.parse(readFileSync(new URL(`../../fixtures/math/${name}`, import.meta.url), 'utf8')) as Value;

/** Distance of the neighbouring doubles in the binade of `value`. */
export function ulp(value: number): number {
  const bits = new BigInt64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = Math.abs(value);
  const below = double[0];
  bits[0] += 1n;
  return double[0] === Infinity ? 2 ** 971 : double[0] - below;
}
