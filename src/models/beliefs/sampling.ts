// The belief family for samplers: θ with the belief integrated out, in coordinates that warmup may turn.
import { log } from '../../math/elementary.ts';
import { symmetricEigen } from '../../math/jacobi.ts';
import { SITE } from '../../math/sites.ts';
import type { CurvatureAverage, Refresh, SamplingModel } from '../sampling.ts';
import type { Target } from '../target.ts';
import type { BeliefCell } from './cell.ts';
import { beliefCoordinates, type BeliefCoordinates } from './coordinates.ts';
import { beliefLikelihood, patternWeights, type BeliefLikelihood } from './likelihood.ts';
import { fromFrame, framedTarget, laplaceFrame, toFrame } from './laplace.ts';
import { beliefModel, type BeliefKind, type BeliefModel } from './model.ts';
import { priorMoves } from './prior-moves.ts';
import type { ProperPriors } from './priors.ts';

/** The two-dimensional model has an exact mirror image (z₂ → 1 − z₂, b₂ → −b₂), which chains would confuse. */
export type SampledKind = Exclude<BeliefKind, 'two_d'>;

/** A posterior in words: which model of a cell's outputs, under which priors. */
export interface BeliefPosteriorModel {
  readonly name: SampledKind;
  readonly priors: ProperPriors;
  /** How far reports are kept from 0 and 1. */
  readonly clip: number;
}

/** Gradients of a small choice model that those of one pattern of answers take the time of, about. */
const PATTERN_COST = 0.5;

/** Share of the average curvature that a first metric trusts: var = 1 / (1 + share · h). */
const CURVATURE_SHARE = 0.3;

/** The log posterior density of coordinates; the constants of the priors are left out. */
function beliefTarget(likelihood: BeliefLikelihood, coordinates: BeliefCoordinates): Target {
  const { dimension } = coordinates;
  const weights = patternWeights(likelihood);
  const theta = new Float64Array(dimension + 1);
  const slopes = new Float64Array(dimension + 1);
  return {
    dimension,
    logDensity(position, gradient) {
      coordinates.toTheta(position, theta);
      const value = likelihood.evaluate(theta, weights, slopes);
      return value + coordinates.addPrior(position, slopes, gradient);
    },
  };
}

/** out ← B x, or B′ x; B is n × n, row by row. */
function rotate(basis: Float64Array, x: Float64Array, transposed: boolean, out: Float64Array): void {
  const n = x.length;
  out.fill(0);
  for (let i = 0; i < n; i++)
    if (transposed) for (let j = 0; j < n; j++) out[j] += basis[i * n + j] * x[i];
    else for (let j = 0; j < n; j++) out[i] += basis[i * n + j] * x[j];
}

function turned(target: Target, basis: Float64Array): Target {
  if (basis.length === 0) return target;
  const { dimension } = target;
  const canonical = new Float64Array(dimension);
  const slopes = new Float64Array(dimension);
  return {
    dimension,
    logDensity(position, gradient) {
      rotate(basis, position, false, canonical);
      const value = target.logDensity(canonical, slopes);
      rotate(basis, slopes, true, gradient);
      return value;
    },
  };
}

/** Averages gradients' outer products: over the posterior they are its mean curvature, −E[∇∇′ log p] = E[∇ log p ∇ log p′]. */
function scoreAverage(target: Target): CurvatureAverage {
  const n = target.dimension;
  const gradient = new Float64Array(n);
  const sums = new Float64Array(n * n);
  let added = 0;
  return {
    add(position) {
      if (!Number.isFinite(target.logDensity(position, gradient))) return;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sums[i * n + j] += gradient[i] * gradient[j];
      added += 1;
    },
    estimate() {
      const scale = 1 / Math.max(1, added);
      const { values, vectors } = symmetricEigen(
        sums.map((sum) => sum * scale),
        n,
      );
      const variances = values.map((value) => 1 / (1 + CURVATURE_SHARE * Math.max(0, value)));
      return { basis: vectors, variances };
    },
  };
}

/** A posterior in the frame that samplers move in. */
export interface BeliefFrame {
  readonly model: BeliefModel;
  readonly likelihood: BeliefLikelihood;
  readonly target: Target;
  /** Writes the natural values at a position in the frame, η with mean 0. */
  toTheta(position: Float64Array, theta: Float64Array): void;
  /** The position of natural values. */
  fromTheta(theta: Float64Array): Float64Array;
}

function makeFrame({ name, priors, clip }: BeliefPosteriorModel, cell: BeliefCell): BeliefFrame {
  const model = beliefModel(name, cell.outputs);
  const likelihood = beliefLikelihood(model, cell, { clip });
  const coordinates = beliefCoordinates(model, priors);
  const target = beliefTarget(likelihood, coordinates);
  const frame = laplaceFrame(target);
  const unframed = new Float64Array(coordinates.dimension);
  return {
    model,
    likelihood,
    target: framedTarget(target, frame),
    toTheta(position, theta) {
      fromFrame(frame, position, unframed);
      coordinates.toTheta(unframed, theta);
    },
    fromTheta: (theta) => toFrame(frame, coordinates.fromTheta(theta)),
  };
}

const frames = new WeakMap<
  BeliefCell,
  { readonly model: BeliefPosteriorModel; readonly frame: BeliefFrame }
>();

/** Chains of one cell, and the fold of their draws, ask for the same frame; making it costs some hundred gradients. */
export function beliefFrame(model: BeliefPosteriorModel, cell: BeliefCell): BeliefFrame {
  const known = frames.get(cell);
  if (known?.model === model) return known.frame;
  const frame = makeFrame(model, cell);
  frames.set(cell, { model, frame });
  return frame;
}

/** Moves of an iteration, in turn among all: each costs a likelihood without its gradient. */
const MOVES = 8;
const WORDS = 64;

/** Metropolis steps with proposals from the prior, judged by the likelihood alone. */
function refreshFrom(
  { model, likelihood, toTheta, fromTheta }: BeliefFrame,
  { priors }: BeliefPosteriorModel,
): Refresh {
  const moves = priorMoves(model, priors);
  const weights = patternWeights(likelihood);
  const theta = new Float64Array(model.layout.dimension);
  const proposed = new Float64Array(model.layout.dimension);
  return (position, random, iteration) => {
    toTheta(position, theta);
    let value = likelihood.evaluate(theta, weights, null);
    let moved = false;
    for (let k = 0; k < MOVES; k++) {
      proposed.set(theta);
      random.seek(iteration, SITE.refresh, WORDS * k);
      const least = value + log(random.uniform());
      moves[(iteration * MOVES + k) % moves.length](proposed, random);
      const found = likelihood.evaluate(proposed, weights, null);
      if (!(found > least)) continue;
      theta.set(proposed);
      value = found;
      moved = true;
    }
    if (moved) position.set(fromTheta(theta));
    return moved;
  };
}

/** Positions are in the frame of the cell's own posterior: `beliefFrame` reads them. */
export function beliefSampling(model: BeliefPosteriorModel, cell: BeliefCell): SamplingModel {
  const frame = beliefFrame(model, cell);
  const { target, likelihood } = frame;
  return {
    dimension: target.dimension,
    cost: 1 + likelihood.patterns * PATTERN_COST,
    target: (basis) => turned(target, basis),
    curvature: () => scoreAverage(target),
    refresh: refreshFrom(frame, model),
    turn(basis, position, toCanonical) {
      if (basis.length > 0) rotate(basis, position.slice(), !toCanonical, position);
    },
  };
}
