// The verdict on a cell from its folds and tests, and what is seen of its coherence beside it.
import type { HeldOutScores } from '../../../inference/beliefs/held-out-scores.ts';
import type { DependentPair } from '../../../inference/beliefs/one-latent.ts';
import type { OutputChecks } from '../../../inference/beliefs/predictive-checks.ts';
import { selectCases, type BeliefCell } from '../../../models/beliefs/cell.ts';
import { outputPairs } from '../../../models/beliefs/residuals.ts';
import { ANSWER_CHECKS, REPORT_CHECKS } from '../../../statistics/beliefs/predictive.ts';
import { calibrationReport, type CalibrationReport } from '../coherence/calibration.ts';
import { coherenceReport, type CoherenceReport } from '../coherence/verdict.ts';
import type { BeliefPlan } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import { foldsOf } from '../folds.ts';
import { joinFolds } from './folds.ts';
import type { Landed, PartColumns } from './joined.ts';

/** Tested cases of the folds, each by fits that never saw it. */
export interface CrossScored {
  readonly cell: BeliefCell;
  readonly scores: HeldOutScores;
  /** ẑ of the cases. */
  readonly beliefs: Float64Array;
}

/** Null until every fold has landed: a verdict on some of them would be another one. */
export function crossScored(
  plan: BeliefPlan,
  own: PlannedBeliefs,
  cells: readonly PlannedBeliefs[],
  landed: Landed,
): CrossScored | null {
  const found = landed.rows('coherence');
  if (found.length === 0) return null;
  const tested = foldsOf(plan, cells, own, 'coherence').filter(
    ({ train, test }) => train.length > 0 && test.length > 0,
  );
  const present = found.filter((columns) => columns !== undefined);
  if (present.length < tested.length) return null;
  const outputs = own.fitted.outputs.length;
  const joined = (name: string, width: number): Float64Array =>
    joinFolds(
      present.map((columns, fold) => ({ cases: tested[fold].test.length, column: columns[name] })),
      width,
    );
  return {
    cell: selectCases(
      own.fitted,
      tested.flatMap(({ test }) => test),
    ),
    scores: {
      latent: joined('latent', outputs),
      none: joined('none', outputs),
      saturated: joined('saturated', outputs),
    },
    beliefs: joined('belief', 1),
  };
}

function dependentPairs({ outputs }: BeliefCell, columns: PartColumns): DependentPair[] {
  return outputPairs(outputs.length).map(({ first, second }, k) => {
    const [a, b] = [outputs[first], outputs[second]];
    const shared = a.family === 'decision' && b.family === 'decision' && a.framing === b.framing;
    return {
      first: a.prompt,
      second: b.prompt,
      framing: shared ? a.framing : null,
      q3: columns.q3[k],
      expected: columns.q3_expected[k],
      p: columns.q3_p[k],
      score: columns.score[k],
    };
  });
}

/** Null until folds and tests have landed. */
export function verdictOf(
  { settings }: BeliefPlan,
  { fitted, kept }: PlannedBeliefs,
  scored: CrossScored | null,
  tests: PartColumns | null,
): CoherenceReport | null {
  if (scored === null || tests === null) return null;
  const { draws, coherence } = settings;
  const oneLatent = {
    p: tests.one_latent_p[0],
    pairs: dependentPairs(fitted, tests),
    cases: kept.length,
    simulations: draws.oneLatent,
  };
  const noLatent = {
    p: tests.no_latent_p[0],
    statistic: tests.no_latent_statistic[0],
    permutations: draws.noLatent,
  };
  return coherenceReport(scored.cell, scored.scores, { oneLatent, noLatent }, coherence);
}

/** Reliability of stated probabilities and of cross-fitted beliefs; null until every fold has landed. */
export const calibrationOf = ({ seed }: BeliefPlan, scored: CrossScored | null): CalibrationReport | null =>
  scored && calibrationReport(scored.cell, scored.beliefs, { seed });

/** Predictive checks of every output of the test cases; null where they have not landed. */
export function checksOf({ fitted }: PlannedBeliefs, columns: PartColumns | null): OutputChecks[] | null {
  if (columns === null) return null;
  return fitted.outputs.map(({ prompt, family }, j) => {
    const names = family === 'probability' ? REPORT_CHECKS : ANSWER_CHECKS;
    const checks = names.map((name, k) => {
      const at = j * REPORT_CHECKS.length + k;
      const { observed, mean, lower, upper, p } = columns;
      return {
        name,
        observed: observed[at],
        mean: mean[at],
        ends: [lower[at], upper[at]] as const,
        p: p[at],
      };
    });
    return { prompt, checks: checks.filter(({ observed }) => !Number.isNaN(observed)) };
  });
}
