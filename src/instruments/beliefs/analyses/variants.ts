// Richer models beside the linear one, target by target (Figure 7), and the linear one at other clips.
import { beliefModel } from '../../../models/beliefs/model.ts';
import { decisionThresholds } from '../../../models/beliefs/thresholds.ts';
import type { BeliefSettings } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { ScoreRows, VariantReport } from '../report-types/scores.ts';
import type { ClipRow } from '../report-types/thresholds.ts';
import { logLikelihoods, partEstimator } from './fit.ts';
import { singleScores, testOf } from './held-out.ts';
import type { Landed, PartColumns } from './joined.ts';
import { defined } from './rows.ts';

const startOf = ({ train, validation }: PartColumns): VariantReport['starts'][number] => ({
  train: train[0],
  validation: defined(validation[0]),
});

/** The best validated start, or the highest likelihood where nothing validates; the first of equals. */
function bestStart(starts: readonly PartColumns[]): PartColumns {
  const rank = ({ validation, train }: PartColumns): number => defined(validation[0]) ?? train[0];
  return starts.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

function variantReport(
  own: PlannedBeliefs,
  settings: BeliefSettings,
  linear: ScoreRows,
  kind: VariantReport['kind'],
  starts: readonly PartColumns[],
): VariantReport | null {
  if (starts.length === 0) return null;
  const best = bestStart(starts);
  const score = singleScores(testOf(own), best, null);
  if (score === null) return null;
  const pick = ({ targets }: ScoreRows, k: number) => ({
    concordance: targets[k].concordance,
    r2: targets[k].r2,
  });
  return {
    kind,
    estimator: partEstimator(kind === 'spline' ? 'spline' : 'plane', settings),
    logLikelihood: logLikelihoods(best),
    score,
    targets: score.targets.map(({ prompt, family, framing, threshold }, k) => ({
      prompt,
      family,
      framing,
      threshold,
      linear: pick(linear, k),
      variant: pick(score, k),
    })),
    starts: starts.map(startOf),
  };
}

/** The variants that have landed; null where none has. */
export function variantReports(
  own: PlannedBeliefs,
  settings: BeliefSettings,
  linear: ScoreRows | null,
  landed: Landed,
): VariantReport[] | null {
  if (linear === null) return null;
  const startsOf = (part: 'spline' | 'plane') => landed.rows(part).filter((row) => row !== undefined);
  const reports = [
    variantReport(own, settings, linear, 'spline', startsOf('spline')),
    variantReport(own, settings, linear, 'two_d', startsOf('plane')),
  ].filter((report) => report !== null);
  return reports.length > 0 ? reports : null;
}

/** Precision and thresholds at every clip that has landed; null where none has. */
export function clipRows(own: PlannedBeliefs, { clips }: BeliefSettings, landed: Landed): ClipRow[] | null {
  const model = beliefModel('linear', own.fitted.outputs);
  const rows = landed.rows('clips').flatMap((columns, at) =>
    columns === undefined
      ? []
      : [
          {
            clip: clips[at],
            phi: model.reports.map(({ phi }) => columns.theta[phi]),
            thresholds: decisionThresholds(model, columns.theta).map(({ prompt, implied }) => ({
              prompt,
              implied,
            })),
          },
        ],
  );
  return rows.length > 0 ? rows : null;
}
