// Coordinates in which belief parameters are sampled: none is unbounded, scale-bound or unseen by the likelihood.
//
// First the contrasts of η in units of their prior, for its level says nothing; then log(φ − 2) of every report less its
// prior's mean, in sds; then each decision or judgment in polar coordinates.
import { exp, log } from '../../math/elementary.ts';
import { fromContrasts, toContrasts } from './contrasts.ts';
import type { BeliefLayout } from './layout.ts';
import type { BeliefModel } from './model.ts';
import { polarPart } from './polar.ts';
import { SD_OF, type ProperPriors } from './priors.ts';

export interface BeliefCoordinates {
  /** One less than there are parameters. */
  readonly dimension: number;
  /** Writes natural values, η with mean 0. */
  toTheta(position: Float64Array, theta: Float64Array): void;
  /** Coordinates of natural values; the level of η is left out. */
  fromTheta(theta: Float64Array): Float64Array;
  /**
   * The log prior of the position that `toTheta` was given last, Jacobian included, constants left out. Writes the gradient
   * of the log density from that of the log likelihood with respect to θ, the prior's added.
   */
  addPrior(position: Float64Array, slopes: Float64Array, gradient: Float64Array): number;
}

/** Some of the coordinates, from `start` on, and the parameters that they give. */
type Part = Omit<BeliefCoordinates, 'fromTheta'> & {
  fromTheta(theta: Float64Array, position: Float64Array): void;
};

function contrastPart(size: number, sd: number): Part {
  const dimension = size - 1;
  return {
    dimension,
    toTheta: (position, theta) => fromContrasts(position, size, sd, theta),
    fromTheta: (theta, position) => toContrasts(theta, size, 1 / sd, position),
    addPrior(position, slopes, gradient) {
      toContrasts(slopes, size, sd, gradient);
      let value = 0;
      for (let k = 0; k < dimension; k++) {
        value -= 0.5 * position[k] * position[k];
        gradient[k] -= position[k];
      }
      return value;
    },
  };
}

function precisionPart(
  start: number,
  entry: number,
  floor: number,
  { mu, sigma }: ProperPriors['phi'],
): Part {
  let excess = 0;
  return {
    dimension: 1,
    toTheta(position, theta) {
      excess = exp(mu + sigma * position[start]);
      theta[entry] = floor + excess;
    },
    fromTheta(theta, position) {
      position[start] = (log(theta[entry] - floor) - mu) / sigma;
    },
    addPrior(position, slopes, gradient) {
      const x = position[start];
      gradient[start] = sigma * excess * slopes[entry] - x;
      return -0.5 * x * x;
    },
  };
}

/** Parameters that fits rounded to 0 stand so far above it, in units of their priors. */
const SMALLEST = 1e-9;

/** `entries` of θ, the location first, with their prior's sds. */
function outputPart(start: number, entries: readonly number[], sds: readonly number[]): Part {
  const polar = polarPart(entries.length - 1);
  const w = new Float64Array(entries.length);
  const along = new Float64Array(entries.length);
  return {
    dimension: polar.size,
    toTheta(position, theta) {
      polar.toVector(position, start, w);
      for (let i = 0; i < entries.length; i++) theta[entries[i]] = sds[i] * w[i];
    },
    fromTheta(theta, position) {
      const vector = Float64Array.from(entries, (entry, i) => theta[entry] / sds[i]);
      polar.fromVector(
        vector.map((value, i) => (i === 0 ? value : Math.max(value, SMALLEST))),
        position,
        start,
      );
    },
    addPrior(_, slopes, gradient) {
      for (let i = 0; i < entries.length; i++) along[i] = sds[i] * slopes[entries[i]];
      polar.slopes(along, gradient, start);
      return polar.logPrior();
    },
  };
}

/** Standard deviation of a parameter's prior, or its half-normal's scale; of all but φ. */
export const priorSd = ({ blocks }: BeliefLayout, priors: ProperPriors, entry: number): number => {
  const { role } = blocks.find(({ offset, size }) => entry >= offset && entry < offset + size)!;
  return priors[SD_OF[role as keyof typeof SD_OF]];
};

/** Entries of each output's parameters, location, slopes, gaps; outputs that share them count once. */
export function outputEntries({ scores }: BeliefModel): readonly (readonly number[])[] {
  const byLocation = new Map(
    scores.map(({ cutpoint, slopes, gaps, categories }) => [
      cutpoint,
      [cutpoint, ...slopes, ...Array.from({ length: categories - 2 }, (_, k) => gaps + k)],
    ]),
  );
  return [...byLocation.values()];
}

function partsOf(model: BeliefModel, priors: ProperPriors): readonly Part[] {
  const { layout } = model;
  const [eta] = layout.blocks;
  const parts = [contrastPart(eta.size, priors.eta)];
  let start = eta.size - 1;
  const add = (part: Part): void => {
    parts.push(part);
    start += part.dimension;
  };
  for (const { role, offset, floor } of layout.blocks)
    if (role === 'phi') add(precisionPart(start, offset, floor, priors.phi));
  for (const entries of outputEntries(model))
    add(
      outputPart(
        start,
        entries,
        entries.map((entry) => priorSd(layout, priors, entry)),
      ),
    );
  return parts;
}

/** Of a model whose outputs have one location and positive slopes each: any but the two-dimensional one. */
export function beliefCoordinates(model: BeliefModel, priors: ProperPriors): BeliefCoordinates {
  const parts = partsOf(model, priors);
  const dimension = parts.reduce((sum, part) => sum + part.dimension, 0);
  return {
    dimension,
    toTheta(position, theta) {
      for (const part of parts) part.toTheta(position, theta);
    },
    fromTheta(theta) {
      const position = new Float64Array(dimension);
      for (const part of parts) part.fromTheta(theta, position);
      return position;
    },
    addPrior(position, slopes, gradient) {
      let value = 0;
      for (const part of parts) value += part.addPrior(position, slopes, gradient);
      return value;
    },
  };
}
