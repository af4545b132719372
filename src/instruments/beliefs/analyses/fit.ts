// The fit of a cell as its row tells it: parameters, how the search ended, facts of its outputs, thresholds.
import { FIT_STOPS } from '../../../inference/beliefs/fit.ts';
import { estimatorOf, type FittedPart } from '../../../inference/beliefs/parts.ts';
import { exp } from '../../../math/elementary.ts';
import { logit, sigmoid } from '../../../math/logistic.ts';
import { beliefModel, type BeliefKind } from '../../../models/beliefs/model.ts';
import { fillLogPrior } from '../../../models/beliefs/prior-mass.ts';
import { thetaBlocks } from '../../../models/beliefs/theta.ts';
import { decisionThresholds } from '../../../models/beliefs/thresholds.ts';
import { differencesFromErrors, type FramingDifference } from '../coherence/framing-shifts.ts';
import { fitDiagnostics } from '../diagnostics.ts';
import { outputFacts, type FittedModel, type OutputFacts } from '../flags.ts';
import type { BeliefSettings } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { FitReport } from '../report-types.ts';
import type { ThresholdRow } from '../report-types/thresholds.ts';
import type { Part } from '../splits.ts';
import type { PartColumns } from './joined.ts';
import { defined } from './rows.ts';

/** The model of a fitted part at its parameters. */
export const fittedModel = (
  { fitted }: PlannedBeliefs,
  kind: BeliefKind,
  { theta }: PartColumns,
): FittedModel => ({ model: beliefModel(kind, fitted.outputs), theta });

export const logLikelihoods = ({ train, validation, test }: PartColumns): Record<Part, number | null> => ({
  train: defined(train[0]),
  validation: defined(validation[0]),
  test: defined(test[0]),
});

/** The estimator that a part's fits go by. */
export const partEstimator = (part: FittedPart, { estimator }: BeliefSettings) =>
  estimatorOf(part, { estimator });

/** Density of the belief at the first axis's nodes. */
function priorCurve({ model, theta }: FittedModel): FitReport['prior'] {
  const { grid } = model;
  const logMass = new Float64Array(grid.nodes);
  fillLogPrior(grid, theta, logMass);
  return Array.from({ length: grid.first }, (_, q) => {
    let [mass, weight] = [0, 0];
    for (let s = q * grid.second; s < (q + 1) * grid.second; s++) {
      mass += exp(logMass[s]);
      weight += exp(grid.logWeights[s]);
    }
    return { z: grid.z[q * grid.second], density: mass / weight };
  });
}

export function factsOf(own: PlannedBeliefs, fit: FittedModel, columns: PartColumns): OutputFacts[] {
  return outputFacts(
    fit,
    own.fitted,
    own.rows.train,
    Array.from(columns.separated, (flag) => flag === 1),
  );
}

export function fitReport(own: PlannedBeliefs, settings: BeliefSettings, columns: PartColumns): FitReport {
  const fit = fittedModel(own, settings.kind, columns);
  const facts = factsOf(own, fit, columns);
  const [gap] = columns.gap;
  const gradientNorm = columns.gradient_norm[0];
  return {
    kind: settings.kind,
    estimator: settings.estimator,
    iterations: columns.iterations[0],
    bestEpoch: defined(columns.best_epoch[0]),
    stop: FIT_STOPS[columns.stop[0]],
    gradientNorm,
    remaining: defined(columns.remaining[0]),
    gap,
    theta: thetaBlocks(fit.model.layout, fit.theta),
    logLikelihood: logLikelihoods(columns),
    outputs: facts,
    diagnostics: fitDiagnostics({ ...fit, estimator: settings.estimator, gradientNorm }, facts, gap),
    prior: priorCurve(fit),
  };
}

function cautionOf({ constant, weak }: OutputFacts): string | null {
  if (constant) return 'the decision never varies';
  return weak ? 'the slope is near 0' : null;
}

/** Standard errors that a central 95 % interval reaches. */
const NORMAL_95 = 1.959963984540054;

/** logit⁻¹ of −α/β moved by `errors` standard errors; null where the error is not known. */
function moved(implied: number, error: number, errors: number): number | null {
  return Number.isFinite(error) ? sigmoid(logit(implied) + errors * error) : null;
}

/** Thresholds of a linear model, with what may spoil them. */
export function thresholdRows(own: PlannedBeliefs, columns: PartColumns): ThresholdRow[] {
  const fit = fittedModel(own, 'linear', columns);
  const facts = factsOf(own, fit, columns);
  return decisionThresholds(fit.model, fit.theta).map((threshold, k) => {
    const fact = facts.find(({ prompt }) => prompt === threshold.prompt)!;
    const [, accepted] = fact.counts;
    const answers = fact.counts.reduce((sum, count) => sum + count, 0);
    const error = columns.threshold_error[k];
    return {
      ...threshold,
      lower: moved(threshold.implied, error, -NORMAL_95),
      upper: moved(threshold.implied, error, NORMAL_95),
      rate: accepted / answers,
      caution: cautionOf(fact),
    };
  });
}

/** Differences of thresholds between framings, of decisions whose thresholds mean something. */
export function framingShifts(own: PlannedBeliefs, columns: PartColumns): FramingDifference[] {
  const fit = fittedModel(own, 'linear', columns);
  const facts = factsOf(own, fit, columns);
  const thresholds = decisionThresholds(fit.model, fit.theta);
  const usable = (place: number): boolean =>
    cautionOf(facts.find(({ prompt }) => prompt === thresholds[place].prompt)!) === null;
  return differencesFromErrors(thresholds, columns.threshold_error, usable);
}
