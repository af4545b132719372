// Maximises a concave function of a few dozen parameters by Newton's method with halved steps.
import { solvePositive } from './positive.ts';

/** A concave function with its first derivatives and minus its second ones. */
export interface Concave {
  readonly size: number;
  /** The value at b, or -Infinity outside the domain. Overwrites the arrays; the curvature's lower triangle is enough. */
  evaluate(b: Float64Array, gradient: Float64Array, curvature: Float64Array): number;
}

export interface Maximum {
  readonly b: Float64Array;
  readonly value: number;
  readonly converged: boolean;
  /** Minus the second derivatives at the maximum, size × size, lower triangle. */
  readonly curvature: Float64Array;
}

/** Starts value, derivatives and curvature from −½ ridge |b|², for the parts of the data to be added to. */
export function startFromRidge(
  ridge: number,
  b: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  curvature.fill(0);
  let squares = 0;
  for (let i = 0; i < b.length; i++) {
    gradient[i] = -ridge * b[i];
    curvature[i * b.length + i] = ridge;
    squares += b[i] * b[i];
  }
  return (-ridge / 2) * squares;
}

const ITERATIONS = 200;
const HALVINGS = 40;

/** A step that would raise the value by less than this is not taken: logs of likelihoods are not known closer. */
const CLOSE = 1e-12;

const dot = (u: Float64Array, v: Float64Array): number => u.reduce((sum, value, i) => sum + value * v[i], 0);

/** Starts at b, where the value must be finite. */
export function maximise({ size, evaluate }: Concave, start: Float64Array): Maximum {
  let b = start;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  let value = evaluate(b, gradient, curvature);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const step = solvePositive(curvature, gradient);
    const rise = dot(step, gradient);
    if (!(rise > CLOSE * (1 + Math.abs(value)))) return { b, value, curvature, converged: rise >= 0 };
    const from = { b, value };
    for (let halving = 0, length = 1; halving < HALVINGS; halving++, length /= 2) {
      b = from.b.map((at, i) => at + length * step[i]);
      value = evaluate(b, gradient, curvature);
      if (value > from.value) break;
    }
    if (!(value > from.value)) {
      value = evaluate(from.b, gradient, curvature);
      return { b: from.b, value, curvature, converged: rise < 1e-8 * (1 + Math.abs(value)) };
    }
  }
  return { b, value, curvature, converged: false };
}

/**
 * Whether it is the ridge that holds the maximum: how far the parameters move when the ridge shrinks by a factor e. A
 * finite maximum of the likelihood alone stays where it is; a separated one goes on by about 1 for every factor e.
 */
export function heldByRidge({ b, curvature }: Maximum, ridge: number): boolean {
  const moved = solvePositive(curvature, b);
  return moved.some((value) => Math.abs(ridge * value) > 0.05);
}
