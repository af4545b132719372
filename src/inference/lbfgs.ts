// Maximises a log density by limited-memory BFGS (Nocedal and Wright 2006, algorithm 7.5).
import type { Target } from '../models/target.ts';
import { finish, type InSteps } from './in-steps.ts';
import { searchLine, type LineValue } from './line-search.ts';

export interface LbfgsSettings {
  /** Pairs of steps and gradient changes kept; 20 by default. */
  readonly memory?: number;
  /** Stops where no entry of the gradient is larger; 1e-6 by default. */
  readonly gradientTolerance?: number;
  /** Stops after iterations that gained less than this share of |value|, a few in a row; 1e-12 by default. */
  readonly relativeTolerance?: number;
  /** By which share of |value| values may be off; 0 by default. Gradients must be more exact. */
  readonly slack?: number;
  readonly maxIterations?: number;
}

export type LbfgsStop = 'gradient' | 'gain' | 'line-search' | 'iterations';

export interface LbfgsResult {
  readonly position: Float64Array;
  readonly value: number;
  /** Largest absolute entry of the gradient. */
  readonly gradientNorm: number;
  /** ½ gᵀHg with the approximate inverse Hessian H: what is left to gain if the density is nearly quadratic here. */
  readonly remaining: number;
  readonly iterations: number;
  readonly stop: LbfgsStop;
  /** What it knows of the curvature: another search may go on from there. */
  readonly pairs: readonly Pair[];
}

/** A log density and its gradient at a position. */
export interface Evaluated {
  readonly value: number;
  readonly gradient: Float64Array;
}

/** Yields positions, to be told of the density there, and null after every iteration. */
export type Climb = Generator<Float64Array | null, LbfgsResult, Evaluated>;
type Asking<Result> = Generator<Float64Array, Result, Evaluated>;

/** Iterations in a row with hardly any gain before the search ends. */
const IDLE_ITERATIONS = 5;

/** A move and the change of the gradient over it. */
export interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly rho: number;
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
};

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function addTimes(x: Float64Array, factor: number, y: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] += factor * y[i];
}

/** H·g by the two-loop recursion; the oldest pair comes first. */
function scaledGradient(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = gradient.slice();
  const alphas = new Float64Array(pairs.length);
  for (let k = pairs.length - 1; k >= 0; k--) {
    alphas[k] = pairs[k].rho * dot(pairs[k].step, direction);
    addTimes(direction, -alphas[k], pairs[k].change);
  }
  const last = pairs.at(-1);
  const scale = last === undefined ? 1 : 1 / (last.rho * dot(last.change, last.change));
  for (let i = 0; i < direction.length; i++) direction[i] *= scale;
  pairs.forEach(({ step, change, rho }, k) =>
    addTimes(direction, alphas[k] - rho * dot(change, direction), step),
  );
  return direction;
}

/** The pair of a move, or null where curvature along it is not positive to working precision. */
function pairOf(from: Point, to: Point): Pair | null {
  const step = to.position.map((value, i) => value - from.position[i]);
  const change = to.gradient.map((value, i) => from.gradient[i] - value);
  const curvature = dot(step, change);
  return curvature > Number.EPSILON * dot(change, change) ? { step, change, rho: 1 / curvature } : null;
}

interface Point extends Evaluated {
  readonly position: Float64Array;
}

interface Reached extends LineValue {
  readonly point: Point;
}

/** Moves along `direction`; null where no step gains. */
function* move(from: Point, direction: Float64Array, firstStep: number, slack: number): Asking<Point | null> {
  const start = { value: -from.value, slope: -dot(from.gradient, direction) };
  const search = searchLine<Reached>(start, firstStep, slack * Math.abs(from.value));
  let next = search.next();
  while (!next.done) {
    const position = from.position.slice();
    addTimes(position, next.value, direction);
    const { value, gradient } = yield position;
    const point = { position, gradient, value };
    next = search.next({ point, value: -value, slope: -dot(gradient, direction) });
  }
  return next.value?.point ?? null;
}

/** Where the search stands; `idle` counts iterations in a row with hardly any gain. */
interface State {
  readonly point: Point;
  readonly pairs: readonly Pair[];
  readonly idle: number;
}

type Limits = Required<LbfgsSettings>;

/** One iteration; forgets the pairs once before it gives up. */
function* iterate({ point, pairs, idle }: State, limits: Limits): Asking<State | null> {
  const direction = scaledGradient(point.gradient, pairs);
  const firstStep = pairs.length === 0 ? 1 / Math.sqrt(dot(direction, direction)) : 1;
  const next = yield* move(point, direction, firstStep, limits.slack);
  if (next === null) return pairs.length > 0 ? { point, pairs: [], idle } : null;
  const pair = pairOf(point, next);
  const kept = pairs.slice(pairs.length < limits.memory ? 0 : 1);
  const gained = next.value - point.value > limits.relativeTolerance * Math.abs(next.value);
  return { point: next, pairs: pair === null ? pairs : [...kept, pair], idle: gained ? 0 : idle + 1 };
}

function stopOf({ point, idle }: State, limits: Limits): LbfgsStop | null {
  if (largest(point.gradient) <= limits.gradientTolerance) return 'gradient';
  return idle >= IDLE_ITERATIONS ? 'gain' : null;
}

const DEFAULTS: Limits = {
  memory: 20,
  gradientTolerance: 1e-6,
  relativeTolerance: 1e-12,
  slack: 0,
  maxIterations: 5000,
};

/**
 * Climbs from `start` to a stationary point, asking for the density where it needs it; `pairs` are what an earlier search
 * found of the curvature. Throws where the density is not finite at the start.
 */
export function* climb(
  start: Float64Array,
  settings: LbfgsSettings = {},
  pairs: readonly Pair[] = [],
): Climb {
  const limits: Limits = { ...DEFAULTS, ...settings };
  let state: State = { point: { position: start, ...(yield start) }, pairs, idle: 0 };
  if (!Number.isFinite(state.point.value))
    throw new Error('the log density is not finite where the search starts');
  let stop = stopOf(state, limits);
  let iterations = 0;
  for (; stop === null && iterations < limits.maxIterations; iterations++) {
    const next: State | null = yield* iterate(state, limits);
    if (next !== null) state = next;
    stop = next === null ? 'line-search' : stopOf(state, limits);
    yield null;
  }
  const { position, gradient, value } = state.point;
  return {
    position,
    value,
    gradientNorm: largest(gradient),
    remaining: dot(gradient, scaledGradient(gradient, state.pairs)) / 2,
    iterations,
    stop: stop ?? 'iterations',
    pairs: state.pairs,
  };
}

/** Climbs on `target`, an iteration a piece. */
export function* maximiseInSteps(
  target: Target,
  start: Float64Array,
  settings: LbfgsSettings = {},
  pairs: readonly Pair[] = [],
): InSteps<LbfgsResult> {
  const search = climb(start.slice(), settings, pairs);
  let next = search.next();
  while (!next.done) {
    if (next.value === null) {
      yield;
      next = search.next();
    } else {
      const gradient = new Float64Array(target.dimension);
      next = search.next({ value: target.logDensity(next.value, gradient), gradient });
    }
  }
  return next.value;
}

/** Climbs to the end at once. */
export const maximise = (target: Target, start: Float64Array, settings: LbfgsSettings = {}): LbfgsResult =>
  finish(maximiseInSteps(target, start, settings));
