// Monte Carlo standard errors of the sd and of quantiles, as R's package posterior reports them.
import { betaQuantile } from './beta.ts';
import { essMean, essQuantile } from './convergence.ts';
import { mean } from './moments.ts';
import { sortedCopy } from './quantile.ts';

/** Standard normal probabilities of −1 and 1, to the digits that posterior uses. */
const ONE_SD = [0.1586553, 0.8413447] as const;

/** Monte Carlo standard error of the sd, by the delta method from that of the second central moment. */
export function mcseSd(values: Float64Array, chains: number): number | null {
  const centre = mean(values);
  const squares = values.map((value) => (value - centre) * (value - centre));
  const ess = essMean(squares, chains);
  if (ess === null) return null;
  const second = mean(squares);
  const fourth = mean(squares.map((square) => square * square));
  return Math.sqrt((fourth - second * second) / ess / second / 4);
}

/** Monte Carlo standard error of a quantile: half the distance of the order statistics one beta-sd either side. */
export function mcseQuantile(values: Float64Array, chains: number, probability: number): number | null {
  const sorted = sortedCopy(values);
  const ess = essQuantile(values, chains, probability, sorted);
  if (ess === null) return null;
  const [low, high] = ONE_SD.map(
    (p) => betaQuantile(p, ess * probability + 1, ess * (1 - probability) + 1) * values.length,
  );
  const below = sorted[Math.max(Math.floor(low), 1) - 1];
  const above = sorted[Math.min(Math.ceil(high), values.length) - 1];
  return (above - below) / 2;
}
