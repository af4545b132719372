// Posterior density of a sensitivity over its prior: what the choices have added.
import { exp, log } from '../../../math/elementary.ts';
import { kernelDensity } from '../../../statistics/density.ts';
import { variance } from '../../../statistics/moments.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import type { LognormalPrior, SeuModel } from '../../../models/seu/presets.ts';
import type { FitReport, Interval } from '../report.ts';
import { estimate, fraction, fixed, decimalsOf } from './number-format.ts';
import { symbolOf } from './variables.ts';

/** Parameters with a lognormal prior. */
export type Sensitivity = 'alpha' | 'omega' | 'kappa';

export interface DensityRow {
  readonly value: number;
  readonly posterior: number;
  readonly prior: number;
}

export interface DensityView {
  readonly variable: Sensitivity;
  readonly symbol: string;
  readonly priorName: string;
  /** An even grid from 0 to where both densities have all but vanished. */
  readonly rows: readonly DensityRow[];
  readonly posterior: Interval;
  readonly prior: Interval;
  /** 1 − (posterior variance ÷ prior variance) of the logarithm. */
  readonly contraction: number;
}

const GRID = 256;
const LOG_GRID = 512;
/** Standard normal quantiles of .75 and .95. */
const [Z75, Z95] = [0.6744897501960817, 1.6448536269514722];

/** Density of exp(N(mu, sigma²)) at x; 0 for x ≤ 0. */
export function lognormalDensity(x: number, { mu, sigma }: LognormalPrior): number {
  if (x <= 0) return 0;
  const z = (log(x) - mu) / sigma;
  return exp(-0.5 * z * z) / (x * sigma * Math.sqrt(2 * Math.PI));
}

function lognormalInterval({ mu, sigma }: LognormalPrior): Interval {
  const at = (z: number): number => exp(mu + sigma * z);
  return { median: at(0), q5: at(-Z95), q25: at(-Z75), q75: at(Z75), q95: at(Z95) };
}

/** The sensitivities that a model estimates on their own. */
export const sensitivitiesOf = ({ link }: SeuModel): readonly Sensitivity[] =>
  link === 'separate' ? ['alpha', 'omega'] : link === 'proportional' ? ['alpha', 'kappa'] : ['alpha'];

const contractionOf = (values: Float64Array, { sigma }: LognormalPrior): number =>
  1 - variance(values.map((value) => log(value))) / sigma ** 2;

/** Kernel density of positive draws, estimated for their logarithms: like the prior it vanishes at 0. */
function densityOnLogScale(values: Float64Array): (x: number) => number {
  const { x, density } = kernelDensity(
    values.map((value) => log(value)),
    { points: LOG_GRID },
  );
  const step = (x[LOG_GRID - 1] - x[0]) / (LOG_GRID - 1);
  return (value) => {
    const place = (log(value) - x[0]) / step;
    const i = Math.floor(place);
    if (!(place >= 0) || i >= LOG_GRID - 1) return 0;
    return (density[i] + (place - i) * (density[i + 1] - density[i])) / value;
  };
}

/** Densities of one sensitivity; the prior is the model's. */
export function densityView(report: FitReport, variable: Sensitivity = 'alpha'): DensityView {
  const values = variableOf(report.draws, variableIndex(report.draws, variable));
  const prior = report.model.priors[variable];
  const [posterior, priorInterval] = [intervalOf(values), lognormalInterval(prior)];
  const end = Math.max(posterior.q95 + 1.5 * (posterior.q95 - posterior.median), priorInterval.q75);
  const posteriorDensity = densityOnLogScale(values);
  const grid = Array.from({ length: GRID }, (_, i) => (end * i) / (GRID - 1));
  return {
    variable,
    symbol: symbolOf(variable),
    priorName: `lognormal(${prior.mu}, ${prior.sigma})`,
    rows: grid.map((value) => ({
      value,
      posterior: posteriorDensity(value),
      prior: lognormalDensity(value, prior),
    })),
    posterior,
    prior: priorInterval,
    contraction: contractionOf(values, prior),
  };
}

export function describeDensity({ symbol, priorName, posterior, prior, contraction }: DensityView): string {
  const decimals = decimalsOf(posterior.q95 - posterior.q5);
  const levels = `[${fixed(prior.q5, decimals)}, ${fixed(prior.q95, decimals)}]`;
  return [
    `Posterior of ${symbol}: median and 90\u202f% interval ${estimate(posterior.median, posterior.q5, posterior.q95)};`,
    `its ${priorName} prior has median ${fixed(prior.median, decimals)} and 90\u202f% interval ${levels}.`,
    `The choices take away ${fraction(contraction)} of the prior variance of log ${symbol}.`,
  ].join(' ');
}
