// Proposals that leave the prior of belief parameters as it is: what the answers say nothing of is drawn anew by them.
//
// An output whose answers are all but constant, or a stretch of beliefs that no case has, leaves parameters as wide as
// their priors, behind walls: gradients are slow there, and a proposal from the prior that the likelihood judges is not.
// Cotter, Roberts, Stuart and White (2013), "MCMC methods for functions": w' = √(1 − s²) w + s ξ leaves N(0, 1) invariant,
// and so does |w'| the half-normal. Directions and lengths of normal vectors are independent, so a length may be drawn by
// itself.
import { exp, log } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { outputEntries, priorSd } from './coordinates.ts';
import type { BeliefModel } from './model.ts';
import type { ProperPriors } from './priors.ts';

/** Changes natural values in place, reversibly with respect to the prior; η keeps mean 0. Reads the stream in order. */
export type PriorMove = (theta: Float64Array, random: RandomStream) => void;

/** Shares of noise are log-uniform between this and 1. */
const LEAST_NOISE = 0.03;

const noiseShare = (random: RandomStream): number => exp(log(LEAST_NOISE) * random.uniform());

const autoregress = (standard: number, noise: number, random: RandomStream): number =>
  Math.sqrt(1 - noise * noise) * standard + noise * random.normal();

/** One control point of log density, with a level drawn for all: only deviations from the mean have a prior. */
const controlMove =
  (k: number, size: number, sd: number): PriorMove =>
  (theta, random) => {
    const level = (sd / Math.sqrt(size)) * random.normal();
    const before = theta[k] + level;
    const after = sd * autoregress(before / sd, noiseShare(random), random);
    for (let i = 0; i < size; i++) theta[i] -= (after - before) / size;
    theta[k] += after - before;
  };

const precisionMove =
  (entry: number, floor: number, { mu, sigma }: ProperPriors['phi']): PriorMove =>
  (theta, random) => {
    const standard = (log(theta[entry] - floor) - mu) / sigma;
    theta[entry] = floor + exp(mu + sigma * autoregress(standard, noiseShare(random), random));
  };

/** Some of an output's parameters; `signed` is the entry that may be negative, its location. */
const entriesMove =
  (entries: readonly number[], signed: number, sds: readonly number[]): PriorMove =>
  (theta, random) => {
    const noise = noiseShare(random);
    entries.forEach((entry, i) => {
      const value = sds[i] * autoregress(theta[entry] / sds[i], noise, random);
      theta[entry] = entry === signed ? value : Math.abs(value);
    });
  };

/** How steep an output is, with its thresholds where they are. */
const lengthMove =
  (entries: readonly number[], sds: readonly number[]): PriorMove =>
  (theta, random) => {
    let [before, after] = [0, 0];
    entries.forEach((entry, i) => {
      before += (theta[entry] / sds[i]) ** 2;
      after += random.normal() ** 2;
    });
    const factor = Math.sqrt(after / before);
    for (const entry of entries) theta[entry] *= factor;
  };

function outputMoves(entries: readonly number[], sds: readonly number[]): PriorMove[] {
  const [location] = entries;
  const together = [entriesMove(entries, location, sds), lengthMove(entries, sds)];
  if (entries.length < 3) return together;
  return [...together, ...entries.map((entry, i) => entriesMove([entry], location, [sds[i]]))];
}

/** Every control point, every φ, and every output's parameters, together and by length, and one by one where there are more. */
export function priorMoves(model: BeliefModel, priors: ProperPriors): readonly PriorMove[] {
  const { layout } = model;
  const [eta] = layout.blocks;
  return [
    ...Array.from({ length: eta.size }, (_, k) => controlMove(k, eta.size, priors.eta)),
    ...layout.blocks
      .filter(({ role }) => role === 'phi')
      .map(({ offset, floor }) => precisionMove(offset, floor, priors.phi)),
    ...outputEntries(model).flatMap((entries) =>
      outputMoves(
        entries,
        entries.map((entry) => priorSd(layout, priors, entry)),
      ),
    ),
  ];
}
