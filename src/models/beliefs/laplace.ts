// Where a smooth log density has its mode, and axes in which it is about round there: a frame to sample in.
import { symmetricEigen } from '../../math/jacobi.ts';
import type { Target } from '../target.ts';

/** x = centre + axes · y; `axes` is n × n, row by row. Any frame is exact: a poor one only makes sampling slow. */
export interface Frame {
  readonly centre: Float64Array;
  readonly axes: Float64Array;
}

const STEPS = 15;
/** Nats that a step promises below which the mode is near enough. */
const NEAR = 0.05;
/** Curvature of the flattest axis: priors have about 1. */
const LEAST_CURVATURE = 0.3;
const LONGEST_STEP = 3;
const HALVINGS = 10;
const DIFFERENCE = 1e-4;

interface State {
  readonly position: Float64Array;
  readonly gradient: Float64Array;
  readonly value: number;
}

/** The symmetric matrix of second derivatives, negated, from differences of gradients. */
function curvatureAt(target: Target, { position, gradient }: State): Float64Array {
  const n = target.dimension;
  const matrix = new Float64Array(n * n);
  const moved = position.slice();
  const slopes = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    moved[i] += DIFFERENCE;
    target.logDensity(moved, slopes);
    moved[i] = position[i];
    for (let j = 0; j < n; j++) {
      const half = (0.5 * (gradient[j] - slopes[j])) / DIFFERENCE;
      matrix[i * n + j] += half;
      matrix[j * n + i] += half;
    }
  }
  return matrix;
}

/** Columns: unit eigenvectors over the root of their curvature, by size and at least the floor. */
function axesOf(target: Target, state: State): Float64Array {
  const n = target.dimension;
  const { values, vectors } = symmetricEigen(curvatureAt(target, state), n);
  return vectors.map((entry, k) => entry / Math.sqrt(Math.max(Math.abs(values[k % n]), LEAST_CURVATURE)));
}

/** A A′ g, no longer than a few units. */
function newtonStep(axes: Float64Array, gradient: Float64Array): Float64Array {
  const n = gradient.length;
  const along = new Float64Array(n);
  const step = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) along[j] += axes[i * n + j] * gradient[i];
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) step[i] += axes[i * n + j] * along[j];
  const length = Math.sqrt(step.reduce((sum, value) => sum + value * value, 0));
  const scale = Math.min(1, LONGEST_STEP / length);
  return step.map((value) => value * scale);
}

function evaluate(target: Target, position: Float64Array): State {
  const gradient = new Float64Array(target.dimension);
  const value = target.logDensity(position, gradient);
  return { position, gradient, value };
}

/** The first of ever shorter steps that gains; the state itself where none does. */
function advance(target: Target, state: State, step: Float64Array): State {
  for (let halving = 0, share = 1; halving < HALVINGS; halving++, share /= 2) {
    const next = evaluate(
      target,
      state.position.map((value, i) => value + share * step[i]),
    );
    if (next.value > state.value) return next;
  }
  return state;
}

/** By Newton's steps from 0 with curvature made positive. */
export function laplaceFrame(target: Target): Frame {
  let state = evaluate(target, new Float64Array(target.dimension));
  let axes = axesOf(target, state);
  for (let taken = 0; taken < STEPS; taken++) {
    const step = newtonStep(axes, state.gradient);
    const promised = step.reduce((sum, value, i) => sum + value * state.gradient[i], 0);
    const next = promised < NEAR ? state : advance(target, state, step);
    if (next === state) break;
    state = next;
    axes = axesOf(target, state);
  }
  return { centre: state.position, axes };
}

/** x ← centre + axes · y. */
export function fromFrame({ centre, axes }: Frame, y: Float64Array, x: Float64Array): void {
  const n = y.length;
  for (let i = 0; i < n; i++) {
    let value = centre[i];
    for (let j = 0; j < n; j++) value += axes[i * n + j] * y[j];
    x[i] = value;
  }
}

/** The y with centre + axes · y = x: axes are orthogonal, column by column of its own length. */
export function toFrame({ centre, axes }: Frame, x: Float64Array): Float64Array {
  const n = x.length;
  return Float64Array.from({ length: n }, (_, j) => {
    let along = 0;
    let square = 0;
    for (let i = 0; i < n; i++) {
      along += axes[i * n + j] * (x[i] - centre[i]);
      square += axes[i * n + j] * axes[i * n + j];
    }
    return along / square;
  });
}

/** The target in y, up to a constant. */
export function framedTarget(target: Target, frame: Frame): Target {
  const n = target.dimension;
  const x = new Float64Array(n);
  const slopes = new Float64Array(n);
  return {
    dimension: n,
    logDensity(y, gradient) {
      fromFrame(frame, y, x);
      const value = target.logDensity(x, slopes);
      gradient.fill(0);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) gradient[j] += frame.axes[i * n + j] * slopes[i];
      return value;
    },
  };
}
