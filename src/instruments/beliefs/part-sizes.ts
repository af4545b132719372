// How many rows of each part of a cell a plan asks for, as far as the cell can have them.
import { PLANE_STARTS } from '../../inference/beliefs/fit.ts';
import type { BeliefPart } from '../../inference/beliefs/parts.ts';
import { decisionOutputs, probabilityOutputs, reportOutputs } from '../../models/beliefs/predict.ts';
import { FEWEST_TESTS } from './limits.ts';
import type { BeliefAnalysis, BeliefPlan } from './plan.ts';
import type { PlannedBeliefs } from './planned.ts';

/** Whether a plan asks for one of these. */
export const asked = ({ settings }: BeliefPlan, ...analyses: readonly BeliefAnalysis[]): boolean =>
  analyses.some((analysis) => settings.analyses.includes(analysis));

/** Rows of each part of a cell that are computed; 0 where the plan does not ask, or the cell cannot. */
export function partSizes(
  plan: BeliefPlan,
  { fitted, whole, known, prefixes, prevalence }: PlannedBeliefs,
): Readonly<Record<Exclude<BeliefPart, 'shared'>, number>> {
  const { draws, folds, clips, kind } = plan.settings;
  const decisions = decisionOutputs(fitted).length;
  const stated = probabilityOutputs(fitted).length > 0;
  const both = decisions > 0 && reportOutputs(fitted).length > 0;
  const enough = whole.length >= FEWEST_TESTS;
  const rows = (wanted: boolean, count: number): number => (wanted ? count : 0);
  const outcome = asked(plan, 'outcome') && decisions > 0 && known.length >= FEWEST_TESTS && prevalence > 0;
  const variants = asked(plan, 'variants') && kind === 'linear';
  const judged = asked(plan, 'coherence') && fitted.outputs.length > 1;
  const scored = asked(plan, 'concordance') || (asked(plan, 'sufficiency') && stated);
  return {
    fit: 1,
    spline: rows(variants, 1),
    plane: rows(variants, PLANE_STARTS),
    clips: rows(variants && stated, clips.length),
    folds: rows(asked(plan, 'folds'), folds),
    refits: rows(asked(plan, 'refits') && kind === 'linear' && decisions > 0, draws.refits),
    coherence: rows(judged, folds),
    dependence: rows(judged, 1),
    resamples: rows(scored && enough, draws.cases),
    curves: rows(asked(plan, 'curves') && enough, decisions),
    outcome: rows(outcome, draws.outcome),
    outcome_null: rows(outcome, draws.outcomeNull),
    prefixes: rows(asked(plan, 'prefixes') && both && prefixes !== null, draws.prefixes),
    checks: rows(asked(plan, 'coherence') && enough, 1),
  };
}
