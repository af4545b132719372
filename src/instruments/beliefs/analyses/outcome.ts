// What decisions say of the outcome beyond the inferred belief, beside its null (Figure 10).
import { selectCases } from '../../../models/beliefs/cell.ts';
import { beliefReader, summarisePosterior } from '../../../models/beliefs/posterior.ts';
import { answersTo, decisionOutputs } from '../../../models/beliefs/predict.ts';
import { outcomeSufficiency } from '../../../statistics/beliefs/outcome-sufficiency.ts';
import { quantile } from '../../../statistics/quantile.ts';
import type { FittedModel } from '../flags.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { OutcomeReport } from '../report-types/outcome.ts';
import type { PartColumns } from './joined.ts';
import { bounded, endsOf } from './rows.ts';

const known = (values: Float64Array | undefined): Float64Array =>
  (values ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function nullOf(observed: number, column: Float64Array | undefined): OutcomeReport['null'] {
  const values = known(column);
  if (values.length === 0 || Number.isNaN(observed)) return null;
  const hits = values.filter((value) => value >= observed).length;
  return {
    studies: values.length,
    mean: meanOf(values),
    upper: quantile(values, 0.95),
    p: (1 + hits) / (1 + values.length),
    values: Array.from(values),
  };
}

/** From the fit, with intervals and the null as far as their rows have landed. */
export function outcomeReport(
  own: PlannedBeliefs,
  fit: FittedModel,
  clip: number,
  draws: PartColumns | null,
  simulated: PartColumns | null,
): OutcomeReport {
  const test = selectCases(own.fitted, own.known);
  const reader = beliefReader(fit.model, fit.theta, { clip });
  const beliefs = summarisePosterior(fit.model, reader.posterior(test, [...test.outputs.keys()])).mean;
  const decisions = decisionOutputs(test);
  const found = outcomeSufficiency({
    beliefs,
    outcomes: test.outcomes,
    decisions: decisions.map((j) => answersTo(test, j)),
    prevalence: own.prevalence,
  });
  const named = (place: number): string => test.outputs[decisions[place]].prompt;
  const chosen = known(draws?.chosen);
  return {
    cases: test.cases.length,
    prevalence: own.prevalence,
    prompts: found.prompts.map(({ prompt, violation, bandwidths }) => ({
      prompt: named(prompt),
      violation,
      bandwidths,
    })),
    excluded: found.excluded.map(named),
    mean: bounded(found.mean, endsOf(draws?.chosen)),
    kept: bounded(found.mean, endsOf(draws?.kept)),
    resamplingBias: chosen.length > 0 ? meanOf(chosen) - found.mean : null,
    null: nullOf(found.mean, simulated?.mean),
  };
}
