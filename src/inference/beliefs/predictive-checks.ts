// Whether the answers look like those that the fitted observation model gives (posterior predictive checks).
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { answersTo } from '../../models/beliefs/predict.ts';
import {
  ANSWER_CHECKS,
  predictiveChecks,
  REPORT_CHECKS,
  type PredictiveCheck,
} from '../../statistics/beliefs/predictive.ts';
import { simulatedCell, type FittedModel } from './one-latent.ts';

export interface OutputChecks {
  readonly prompt: string;
  readonly checks: readonly PredictiveCheck[];
}

const answered = (cell: BeliefCell, j: number): Float64Array =>
  answersTo(cell, j).filter((answer) => !Number.isNaN(answer));

/**
 * Checks of every output that was answered, against replicates of the cell with missing answers where it has them. Pass
 * one draw of the parameters a replicate for posterior predictive p, or one estimate again and again. Reports of the
 * model are never rounded: an agent that rounds fails that check, whatever its belief.
 */
export function outputChecks(
  cell: BeliefCell,
  fitOf: (replicate: number) => FittedModel,
  replicates: number,
  seed: number,
): OutputChecks[] {
  const random = randomStream(seed, 0, 1);
  const studies = Array.from({ length: replicates }, (_, r) => {
    random.seek(r, SITE.replicate);
    return simulatedCell(fitOf(r), cell, random);
  });
  return cell.outputs.flatMap(({ prompt, family }, j) => {
    const own = answered(cell, j);
    if (own.length === 0) return [];
    const names = family === 'probability' ? REPORT_CHECKS : ANSWER_CHECKS;
    return [
      {
        prompt,
        checks: predictiveChecks(
          names,
          own,
          studies.map((study) => answered(study, j)),
        ),
      },
    ];
  });
}
