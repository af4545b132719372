// The regression of log α for pictures: every parameter's posterior over its prior, called as people call it.
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import type { Interval } from '../../../statistics/interval.ts';
import { estimate } from '../views/number-format.ts';
import { predictorNames } from './pooling.ts';
import type { HierarchicalReport } from './report.ts';
import { coefficientRows, type CoefficientRow } from './views.ts';

/** Parameters of one group share a scale. */
export type CoefficientGroup = 'intercept' | 'slopes' | 'spreads';

export interface CoefficientView extends CoefficientRow {
  readonly group: CoefficientGroup;
  /** "γ₀", "γ temperature", "σ cells". */
  readonly label: string;
  readonly prior: Interval;
}

/** Standard normal quantiles of .75 and .95. */
const [Z75, Z95] = [0.6744897501960817, 1.6448536269514722];
/** Quantiles of |z|, z ~ N(0, 1), at .05, .25, .50, .75, .95. */
const HALF = [0.06270677794321385, 0.31863936396437514, Z75, 1.1503493803760079, 1.959963984540054] as const;

const normal = (mu: number, sd: number): Interval => ({
  median: mu,
  q5: mu - Z95 * sd,
  q25: mu - Z75 * sd,
  q75: mu + Z75 * sd,
  q95: mu + Z95 * sd,
});

function halfNormal(scale: number): Interval {
  const [q5, q25, median, q75, q95] = HALF.map((z) => scale * z);
  return { median, q5, q25, q75, q95 };
}

function priorOf({ priors }: HierarchicalModel, variable: string): Interval {
  if (variable === 'gamma0') return normal(priors.gamma0.mu, priors.gamma0.sd);
  if (variable === 'sigma_cell') return halfNormal(priors.sigmaCellScale);
  if (variable === 'sigma_pool') return halfNormal(priors.sigmaPoolScale);
  return normal(0, variable === 'gamma_size' ? priors.gammaSizeSd : priors.gammaSd);
}

const groupOf = (variable: string): CoefficientGroup =>
  variable === 'gamma0' ? 'intercept' : variable.startsWith('sigma_') ? 'spreads' : 'slopes';

const NAMES: Readonly<Record<string, string>> = {
  gamma0: 'γ₀',
  gamma_size: 'γ menu size',
  sigma_cell: 'σ cells',
  sigma_pool: 'σ pools',
};

/** `names` are those of the plan's predictors. */
export function coefficientViews(
  report: HierarchicalReport,
  names?: readonly string[],
): readonly CoefficientView[] {
  const predictors = predictorNames(report, names);
  const labelOf = (variable: string): string => {
    const [, p] = /^gamma\[(\d+)\]$/.exec(variable) ?? [];
    return (p as string | undefined) === undefined ? NAMES[variable] : `γ ${predictors[Number(p) - 1]}`;
  };
  return coefficientRows(report).map((row) => ({
    ...row,
    group: groupOf(row.variable),
    label: labelOf(row.variable),
    prior: priorOf(report.model, row.variable),
  }));
}

export const describeCoefficients = (rows: readonly CoefficientView[]): string =>
  `Regression of log α, medians and 90\u202f% intervals: ${rows
    .map(({ label, median, q5, q95 }) => `${label} ${estimate(median, q5, q95)}`)
    .join('; ')}.`;
