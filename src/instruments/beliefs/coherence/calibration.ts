// Whether stated probabilities and the inferred belief are right about the outcome: reliability and Brier score of both.
import { randomStream } from '../../../math/random.ts';
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import { answersTo, probabilityOutputs } from '../../../models/beliefs/predict.ts';
import { calibrationOf, type Calibration } from '../../../statistics/beliefs/brier.ts';

export interface CalibrationReport {
  /** By prompt that asks for a probability. */
  readonly stated: readonly (Calibration & { readonly prompt: string })[];
  /** Of ẑ; null where fewer than two cases have outcome and belief. */
  readonly belief: Calibration | null;
  readonly limits: readonly string[];
}

export interface CalibrationSettings {
  readonly seed?: number;
  readonly bins?: number;
  readonly draws?: number;
}

/** With fewer cases nothing is said of calibration. */
const FEWEST_CASES = 2;

function known(
  probabilities: Float64Array,
  outcomes: Float64Array,
  { seed = 0, bins, draws }: CalibrationSettings,
): Calibration | null {
  const rows = [...outcomes.keys()].filter(
    (i) => !Number.isNaN(outcomes[i]) && !Number.isNaN(probabilities[i]),
  );
  if (rows.length < FEWEST_CASES) return null;
  const forecasts = {
    probabilities: Float64Array.from(rows, (i) => probabilities[i]),
    outcomes: Float64Array.from(rows, (i) => outcomes[i]),
  };
  return calibrationOf(forecasts, randomStream(seed, 0, 0), bins, draws);
}

/** `beliefs` are ẑ of the cell's cases, by fits that never saw them or knowingly not; NaN where there is none. */
export function calibrationReport(
  cell: BeliefCell,
  beliefs: Float64Array,
  settings: CalibrationSettings = {},
): CalibrationReport {
  const prompts = probabilityOutputs(cell);
  const stated = prompts.flatMap((j) => {
    const found = known(answersTo(cell, j), cell.outcomes, settings);
    return found === null ? [] : [{ prompt: cell.outputs[j].prompt, ...found }];
  });
  const outcomes = cell.outcomes.some((y) => !Number.isNaN(y));
  return {
    stated,
    belief: known(beliefs, cell.outcomes, settings),
    limits: [
      outcomes ? '' : 'No calibration: no outcome is known.',
      outcomes && prompts.length === 0 ? 'No prompt asks for a probability: only the belief is judged.' : '',
    ].filter((sentence) => sentence !== ''),
  };
}
