// Climbs a belief model's objective: in f64, or first by questions that single precision may answer and in f64 at the end.
import { climb, maximiseInSteps, type LbfgsResult, type LbfgsSettings } from '../lbfgs.ts';
import { targetOf, type Asking, type Objective } from './asking.ts';

/** Single precision's gradients are off by some 1e-7 a case: this, a case, is where it ends. */
const ROUGH_GRADIENT = 1e-6;
/** Its values are off by some 1e-8 of themselves. */
const ROUGH_SLACK = 3e-8;
const ROUGH_GAIN = 1e-8;
/** Iterations at least that are left to f64. */
const FINISH = 10;

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

function* byQuestions(
  objective: Objective,
  start: Float64Array,
  settings: LbfgsSettings,
): Asking<LbfgsResult> {
  const search = climb(start, {
    ...settings,
    gradientTolerance: Math.max(settings.gradientTolerance ?? 0, ROUGH_GRADIENT * sum(objective.weights)),
    relativeTolerance: ROUGH_GAIN,
    slack: ROUGH_SLACK,
    ...(settings.maxIterations === undefined ? {} : { maxIterations: settings.maxIterations - FINISH }),
  });
  let next = search.next();
  while (!next.done) {
    if (next.value === null) {
      yield;
      next = search.next();
    } else next = search.next(yield { objective, position: next.value });
  }
  return next.value;
}

/** Climbs from `start`, an iteration a piece; asks only where `rough` is set. Its iterations are those of both. */
export function* ascend(
  objective: Objective,
  start: Float64Array,
  settings: LbfgsSettings,
  rough: boolean,
): Asking<LbfgsResult> {
  const target = targetOf(objective);
  if (!rough) return yield* maximiseInSteps(target, start, settings);
  const begun = yield* byQuestions(objective, start, settings);
  const left =
    settings.maxIterations === undefined ? {} : { maxIterations: settings.maxIterations - begun.iterations };
  const ended = yield* maximiseInSteps(target, begun.position, { ...settings, ...left }, begun.pairs);
  return { ...ended, iterations: begun.iterations + ended.iterations };
}
