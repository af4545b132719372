// A step length under the strong Wolfe conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6), for minimisation.

/** A function of the step length with its derivative. */
export interface LineValue {
  readonly value: number;
  readonly slope: number;
}

/** A step length, the function there, and what the caller keeps of the evaluation; null at the start. */
interface Trial<Value extends LineValue> extends LineValue {
  readonly step: number;
  readonly evaluation: Value | null;
}

/** Sufficient decrease and curvature constants. */
const DECREASE = 1e-4;
const CURVATURE = 0.9;
const EXPANSION = 4;
const BRACKETINGS = 20;
const ZOOMS = 40;
/** A trial stays this share of the bracket away from its ends. */
const MARGIN = 0.1;

type LineStep = Omit<Trial<LineValue>, 'evaluation'>;

/** The minimiser of the cubic through both points' values and slopes; NaN where there is none. */
function cubicMinimiser(a: LineStep, b: LineStep): number {
  const d1 = a.slope + b.slope - (3 * (a.value - b.value)) / (a.step - b.step);
  const root = Math.sqrt(d1 * d1 - a.slope * b.slope) * (b.step > a.step ? 1 : -1);
  return b.step - ((b.step - a.step) * (b.slope + root - d1)) / (b.slope - a.slope + 2 * root);
}

/** A trial within the bracket: the cubic's minimiser where it is not too close to an end, the middle otherwise. */
function trialStep(low: LineStep, high: LineStep): number {
  const left = Math.min(low.step, high.step);
  const width = Math.abs(high.step - low.step);
  const cubic = cubicMinimiser(low, high);
  if (!Number.isFinite(cubic)) return left + width / 2;
  return Math.min(Math.max(cubic, left + MARGIN * width), left + (1 - MARGIN) * width);
}

/**
 * Asks for the function at step lengths, and returns what was told of one that satisfies the strong Wolfe conditions for a
 * descent direction, or of the best step that decreased the function where none was found; null where nothing decreased
 * it. The function may be NaN or infinite at steps that are too long. Values closer than `slack` are not told apart: slopes,
 * which are more exact, decide there (Hager and Zhang 2005, approximate Wolfe conditions).
 */
export function* searchLine<Value extends LineValue>(
  start: LineValue,
  firstStep: number,
  slack = 0,
): Generator<number, Value | null, Value> {
  function* evaluate(step: number): Generator<number, Trial<Value>, Value> {
    const evaluation = yield step;
    return { step, evaluation, value: evaluation.value, slope: evaluation.slope };
  }
  const descends = (trial: Trial<Value>): boolean =>
    trial.value - slack <= start.value + DECREASE * trial.step * start.slope;
  const higher = (trial: Trial<Value>, than: Trial<Value>): boolean => trial.value - slack >= than.value;
  const flat = (trial: Trial<Value>): boolean => Math.abs(trial.slope) <= -CURVATURE * start.slope;

  function* zoom(low: Trial<Value>, high: Trial<Value>): Generator<number, Value | null, Value> {
    for (let i = 0; i < ZOOMS; i++) {
      const trial = yield* evaluate(trialStep(low, high));
      if (trial.step === low.step || trial.step === high.step) break;
      if (!descends(trial) || higher(trial, low)) high = trial;
      else {
        if (flat(trial)) return trial.evaluation;
        if (trial.slope * (high.step - low.step) >= 0) high = low;
        low = trial;
      }
    }
    return low.evaluation;
  }

  let before: Trial<Value> = { step: 0, evaluation: null, value: start.value, slope: start.slope };
  for (let i = 0, step = firstStep; i < BRACKETINGS; i++, step *= EXPANSION) {
    const trial = yield* evaluate(step);
    if (!descends(trial) || (i > 0 && higher(trial, before))) return yield* zoom(before, trial);
    if (flat(trial)) return trial.evaluation;
    if (trial.slope >= 0) return yield* zoom(trial, before);
    before = trial;
  }
  return before.evaluation;
}

/** Searches at once, with `at` for the function. */
export function strongWolfe<Value extends LineValue>(
  at: (step: number) => Value,
  start: LineValue,
  firstStep: number,
): Value | null {
  const search = searchLine<Value>(start, firstStep);
  let next = search.next();
  while (!next.done) next = search.next(at(next.value));
  return next.value;
}
