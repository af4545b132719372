// The location of α's prior at which agents drawn from it reach a target rate of SEU-maximal choices.
import { exp } from '../../../math/elementary.ts';
import type { SeuData } from '../../../models/seu/data.ts';
import { priorGrid } from '../../../models/seu/prior-grid.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { percent } from '../views/number-format.ts';
import { alphaPoints } from './grid.ts';

export interface PriorSuggestion {
  readonly mu: number;
  readonly sigma: number;
  readonly target: number;
  /** Monte Carlo error of mu. */
  readonly mcse_mu: number;
  /** Exact quantiles of the prior. */
  readonly alpha_q5: number;
  readonly alpha_median: number;
  readonly alpha_q95: number;
  readonly draws: number;
}

export type Suggestion =
  | { readonly ok: true; readonly suggestion: PriorSuggestion }
  | { readonly ok: false; readonly fault: string };

/** Where mu is sought: α from 0.01 to 160 000. */
const LOWEST = -4.5;
const HIGHEST = 12;
/** Points of each scan; four scans narrow the range to 16.5 / 8⁴ = 0.004, within which the rate is a line. */
const POINTS = 9;
const SCANS = 4;
const Z95 = 1.6448536269514722;

interface Scan {
  readonly mus: readonly number[];
  readonly rates: readonly number[];
  readonly errors: readonly number[];
}

/** Mean probability of an SEU-maximal choice at evenly spaced mu; it rises with mu draw by draw. */
function scan(
  model: SeuModel,
  data: SeuData,
  range: readonly [number, number],
  sigma: number,
  seed: number,
  draws: number,
): Scan {
  const [low, high] = range;
  const mus = Array.from({ length: POINTS }, (_, i) => low + ((high - low) * i) / (POINTS - 1));
  const points = alphaPoints(
    model,
    mus.map((mu) => ({ mu, sigma })),
  );
  const { expectedRate } = priorGrid(model, data, points, seed, 0, draws);
  const own = mus.map((_, p) => expectedRate.subarray(p * draws, (p + 1) * draws));
  return { mus, rates: own.map(mean), errors: own.map((values) => sd(values) / Math.sqrt(draws)) };
}

/** The interval of the scan in which the rate passes `target`: its left end. */
const bracket = ({ rates }: Scan, target: number): number =>
  Math.min(rates.length - 2, Math.max(0, rates.findIndex((rate) => rate >= target) - 1));

/**
 * mu for a given sigma such that the mean prior predictive rate is `target` on this design. A fault where no prior
 * of α reaches it: below chance, or beyond what certainty (or a separate ω) allows.
 */
export function suggestPrior(
  model: SeuModel,
  data: SeuData,
  target: number,
  sigma: number,
  seed: number,
  draws = 2000,
): Suggestion {
  let range: readonly [number, number] = [LOWEST, HIGHEST];
  let found = scan(model, data, range, sigma, seed, draws);
  const [least, most] = [found.rates[0], found.rates[POINTS - 1]];
  if (!(target > least && target < most)) {
    const reach = `between ${percent(least, 1)} and ${percent(most, 1)}`;
    return { ok: false, fault: `target rate ${target}; needed one ${reach}, which this design allows` };
  }
  for (let i = 1; i < SCANS; i++) {
    const at = bracket(found, target);
    range = [found.mus[at], found.mus[at + 1]];
    found = scan(model, data, range, sigma, seed, draws);
  }
  return { ok: true, suggestion: interpolated(found, target, sigma, draws) };
}

function interpolated(found: Scan, target: number, sigma: number, draws: number): PriorSuggestion {
  const at = bracket(found, target);
  const [step, rise] = [found.mus[at + 1] - found.mus[at], found.rates[at + 1] - found.rates[at]];
  const mu = found.mus[at] + (step * (target - found.rates[at])) / rise;
  return {
    mu,
    sigma,
    target,
    mcse_mu: (found.errors[at] * step) / rise,
    alpha_q5: exp(mu - Z95 * sigma),
    alpha_median: exp(mu),
    alpha_q95: exp(mu + Z95 * sigma),
    draws,
  };
}
