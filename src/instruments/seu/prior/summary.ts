// The prior predictive in few numbers: each column's spread, rates by problem, and what they say of the prior.
import type { PriorColumn, PriorPredictive } from '../../../models/seu/prior-predictive.ts';
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { percent } from '../views/number-format.ts';

export interface PriorSummaryRow {
  readonly quantity: string;
  readonly mean: number;
  readonly sd: number;
  /** Monte Carlo error of the mean: sd / √draws. */
  readonly mcse_mean: number;
  readonly q5: number;
  readonly q25: number;
  readonly median: number;
  readonly q75: number;
  readonly q95: number;
}

/** Columns under the names that tables and JSON give them. */
export const PRIOR_QUANTITIES: readonly (readonly [string, PriorColumn])[] = [
  ['alpha', 'alpha'],
  ['omega', 'omega'],
  ['rate', 'rate'],
  ['rate_uncertain', 'rateUncertain'],
  ['rate_risky', 'rateRisky'],
  ['expected_rate', 'expectedRate'],
  ['spread', 'spread'],
  ['eta_gap', 'etaGap'],
];

/** Mean, sd and quantiles of draws that are independent. */
export function summariseQuantity(quantity: string, values: Float64Array): PriorSummaryRow {
  const { q5, q25, median, q75, q95 } = intervalOf(values);
  const spread = sd(values);
  return {
    quantity,
    mean: mean(values),
    sd: spread,
    mcse_mean: spread / Math.sqrt(values.length),
    q5,
    q25,
    median,
    q75,
    q95,
  };
}

const isRisky = (predictive: PriorPredictive): boolean => !Number.isNaN(predictive.rateRisky[0]);

/** A row for each column; those of the risky block only where there is one. */
export const summarisePrior = (predictive: PriorPredictive): readonly PriorSummaryRow[] =>
  PRIOR_QUANTITIES.filter(
    ([, column]) => isRisky(predictive) || !['omega', 'rateRisky'].includes(column),
  ).map(([name, column]) => summariseQuantity(name, predictive[column]));

/** Within this of chance, or of certainty, a rate counts as near-random or near-certain. */
const NEAR = 0.05;
/** A prior with more than this share of its agents at one end hardly allows the other. */
const ONE_SIDED = 0.9;

export interface PriorCoverage {
  /** Shares of draws whose rate lies within .05 of chance or below, and at .95 or above. */
  readonly nearChance: number;
  readonly nearCertain: number;
}

export function priorCoverage({ rate }: PriorPredictive, chance: number): PriorCoverage {
  const share = (holds: (value: number) => boolean): number => rate.filter(holds).length / rate.length;
  return {
    nearChance: share((value) => value <= chance + NEAR),
    nearCertain: share((value) => value >= 1 - NEAR),
  };
}

/** Whether the prior leaves room for careless and for careful agents alike; `chance` is mean(1/N_m) over all menus. */
export function priorFindings(predictive: PriorPredictive, chance: number): readonly Diagnostic[] {
  const { nearChance, nearCertain } = priorCoverage(predictive, chance);
  const severity = (share: number): Severity => (share > ONE_SIDED ? 'look' : 'fine');
  const judge = (share: number, other: string, remedy: string): string =>
    share > ONE_SIDED ? `the prior hardly allows ${other}. ${remedy}` : `the prior leaves room for ${other}.`;
  return [
    {
      id: 'near-chance',
      label: 'Agents near chance',
      value: nearChance,
      threshold: ONE_SIDED,
      severity: severity(nearChance),
      hint:
        `${percent(nearChance, 1)} of agents drawn from the prior choose the SEU-maximal option within 5 points of ` +
        `chance (${percent(chance, 1)}): ${judge(nearChance, 'careful ones', 'Raise or widen the prior of α.')}`,
    },
    {
      id: 'near-certain',
      label: 'Agents near certainty',
      value: nearCertain,
      threshold: ONE_SIDED,
      severity: severity(nearCertain),
      hint:
        `${percent(nearCertain, 1)} of agents drawn from the prior choose it at least 95 times in 100: ` +
        judge(nearCertain, 'careless ones', 'Lower or widen the prior of α.'),
    },
  ];
}
