// The values that R's package posterior gives for made-up draws (tests/fixtures/statistics/make.R).
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

type Value = number | null;

export interface ReferenceCase {
  readonly name: string;
  readonly chains: number;
  readonly iterations: number;
  /** Null stands for infinity. */
  readonly draws: readonly Value[];
  readonly values: {
    readonly mean: Value;
    readonly median: Value;
    readonly sd: Value;
    readonly mad: Value;
    readonly quantiles: readonly Value[];
    readonly rhat: Value;
    readonly ess_bulk: Value;
    readonly ess_tail: Value;
    readonly ess_mean: Value;
    readonly mcse_mean: Value;
    readonly mcse_sd: Value;
    readonly mcse_quantiles: readonly Value[];
    readonly rhat_nested: Value;
    readonly bandwidth: Value;
  };
}

interface Reference {
  readonly cases: readonly ReferenceCase[];
  readonly beta_quantiles: readonly { p: number; a: number; b: number; x: number }[];
  readonly density: Readonly<Record<'at' | 'plain' | 'at_positive' | 'reflected', readonly number[]>>;
}

export const reference = JSON.parse(
  readFileSync(new URL('../../fixtures/statistics/posterior.json', import.meta.url), 'utf8'),
) as Reference;

export const drawsOf = ({ draws }: ReferenceCase): Float64Array =>
  Float64Array.from(draws, (draw) => draw ?? Infinity);

export function caseNamed(name: string): ReferenceCase {
  const found = reference.cases.find((each) => each.name === name);
  if (!found) throw new Error(`no reference case ${name}`);
  return found;
}

/** Null asks for null or a number that is not finite; a number for one within 1e-10 of it, relatively. */
export function expectValue(actual: Value, wanted: Value, what: string): void {
  if (wanted === null) expect(Number.isFinite(actual), `${what} is ${actual}`).toBe(false);
  else
    expect(Math.abs((actual ?? NaN) - wanted), `${what} is ${actual}, not ${wanted}`).toBeLessThanOrEqual(
      1e-10 * Math.abs(wanted),
    );
}
