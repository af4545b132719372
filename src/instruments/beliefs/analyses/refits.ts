// Thresholds and slopes over fits to training cases drawn with replacement: intervals without a curvature or a prior's draws.
import { sigmoid } from '../../../math/logistic.ts';
import { beliefModel } from '../../../models/beliefs/model.ts';
import { median } from '../../../statistics/quantile.ts';
import { differencesFromRefits } from '../coherence/framing-shifts.ts';
import { WEAK_SLOPE } from '../flags.ts';
import type { BeliefSettings } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { RefitsReport, RefitThreshold, ThresholdRow } from '../report-types/thresholds.ts';
import { partEstimator } from './fit.ts';
import type { PartColumns } from './joined.ts';
import { bounded, defined, endsOf } from './rows.ts';

/** One decision over refits. */
interface Refitted {
  /** −α/β: NaN where both are 0. */
  readonly logits: Float64Array;
  readonly slopes: Float64Array;
}

/** Every decision in the order of the model's, from parameters of all refits end to end. */
function refittedDecisions({ fitted }: PlannedBeliefs, { theta }: PartColumns): Refitted[] {
  const { scores, outputs, layout } = beliefModel('linear', fitted.outputs);
  const { dimension } = layout;
  const valuesOf = (place: number): Float64Array =>
    Float64Array.from({ length: theta.length / dimension }, (_, b) => theta[b * dimension + place]);
  return scores
    .filter(({ output }) => outputs[output].family === 'decision')
    .map(({ cutpoint, slopes: [slope] }) => {
      const slopes = valuesOf(slope);
      return { slopes, logits: valuesOf(cutpoint).map((alpha, b) => -alpha / slopes[b]) };
    });
}

function refitThreshold(row: ThresholdRow, { logits, slopes }: Refitted): RefitThreshold {
  const { prompt, framing, nominal, implied, beta, caution } = row;
  const thresholds = logits.filter((logit) => !Number.isNaN(logit)).map(sigmoid);
  const { lower, upper } = bounded(implied, endsOf(thresholds));
  const weak = slopes.filter((slope) => slope < WEAK_SLOPE).length;
  return {
    ...{ prompt, framing, nominal, implied, caution },
    ...{ median: defined(median(thresholds)), lower, upper },
    slope: bounded(beta, endsOf(slopes)),
    ...{ weak, weakShare: weak / slopes.length },
  };
}

/** The refits that have landed, beside the thresholds of the main fit; null where none has. */
export function refitsReport(
  own: PlannedBeliefs,
  settings: BeliefSettings,
  thresholds: readonly ThresholdRow[],
  columns: PartColumns | null,
): RefitsReport | null {
  if (columns === null) return null;
  const refitted = refittedDecisions(own, columns);
  return {
    refits: settings.draws.refits,
    landed: columns.train.length,
    estimator: partEstimator('refits', settings),
    cases: own.rows.train.length,
    thresholds: thresholds.map((row, k) => refitThreshold(row, refitted[k])),
    differences: differencesFromRefits(
      thresholds,
      refitted.map(({ logits }) => logits),
      (place) => thresholds[place].caution === null,
    ),
  };
}
