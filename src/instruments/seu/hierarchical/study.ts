// The conditions of a study cell as cells of one regression of log α on temperature, beside their independent fits.
import { log } from '../../../math/elementary.ts';
import {
  HIERARCHICAL_PRESETS,
  type HierarchicalModel,
  type NormalPrior,
} from '../../../models/hierarchical/presets.ts';
import type { Plan } from '../../../jobs/run.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf, type Interval } from '../../../statistics/interval.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { probabilityNegative, slopeDraws } from '../../../statistics/regression.ts';
import type { Condition, FitSettings } from '../plan.ts';
import type { StudyCondition } from '../report.ts';
import { alphaDraws } from '../study.ts';
import type { HierarchicalFit, HierarchicalPlan } from './plan.ts';
import type { HierarchicalReport, PriorConflict } from './report.ts';

/** What a study may say of the priors of its regressions; h_m01's own where it says nothing. */
export interface RegressionPriors {
  readonly gamma0?: NormalPrior;
  readonly gammaSd?: number;
  readonly sigmaCellScale?: number;
}

/** A study with regressions over the conditions of its cells; `hierarchical` is absent where none are asked for. */
export type StudyPlan = Plan<FitSettings & { readonly hierarchical?: readonly HierarchicalFit[] }>;

/** h_m01 with the priors asked for, and β and δ as a condition's own fit has them. */
const regressionModel = (asked: RegressionPriors, { model }: Condition): HierarchicalModel => {
  const { h_m01 } = HIERARCHICAL_PRESETS;
  const { beta, deltaConcentration } = model.priors;
  return { ...h_m01, priors: { ...h_m01.priors, beta, deltaConcentration, ...asked } };
};

/** One cell of a study, its conditions in order of temperature; the predictor is temperature less its mean. */
export function regressionOf(
  cell: string,
  conditions: readonly Condition[],
  asked: RegressionPriors,
): HierarchicalFit {
  const placed = conditions
    .map((condition) => ({ ...condition, temperature: condition.temperature ?? NaN }))
    .sort((a, b) => a.temperature - b.temperature);
  const centre = mean(Float64Array.from(placed, ({ temperature }) => temperature));
  return {
    label: cell,
    model: regressionModel(asked, placed[0]),
    cells: placed.map(({ dataset, label, temperature }) => ({
      dataset,
      label,
      predictors: [temperature - centre],
      pool: null,
    })),
  };
}

/** The regressions of a study as a plan of their own, whose random numbers follow those of the conditions' fits. */
export const regressionPlan = ({ settings, ...plan }: StudyPlan): HierarchicalPlan => ({
  ...plan,
  settings: {
    fits: settings.hierarchical ?? [],
    sampler: settings.sampler,
    firstTask: settings.conditions.length,
  },
});

/** The fits of a study alone, for what is asked of them one by one or fitted anew. */
export function withoutRegressions(plan: StudyPlan): Plan<FitSettings> {
  const { conditions, sampler, study } = plan.settings;
  return { ...plan, settings: { conditions, sampler, study } };
}

export interface SlopeSummary extends Interval {
  readonly mean: number;
  readonly sd: number;
  readonly probabilityNegative: number;
}

/** Slope of log α on temperature in one cell, by the joint fit and by the conditions' own fits. */
export interface SlopeComparison {
  readonly cell: string;
  readonly model: HierarchicalModel;
  /** γ of the regression. */
  readonly joint: SlopeSummary;
  /** Least squares over the independent fits, draw by draw; null where fewer conditions have draws. */
  readonly independent: SlopeSummary | null;
  readonly sigmaCell: Interval;
  readonly prior: PriorConflict;
  /** Conditions that the study sets aside. Both slopes have them in, so that they are slopes of the same choices. */
  readonly setAside: readonly string[];
}

const summaryOf = (slopes: Float64Array): SlopeSummary => ({
  ...intervalOf(slopes),
  mean: mean(slopes),
  sd: sd(slopes),
  probabilityNegative: probabilityNegative(slopes),
});

function independentSlope(conditions: readonly StudyCondition[]): SlopeSummary {
  const draws = conditions.map(({ report }) => alphaDraws(report).map(log));
  const shortest = Math.min(...draws.map(({ length }) => length));
  return summaryOf(
    slopeDraws({
      temperatures: conditions.map(({ temperature }) => temperature),
      draws: draws.map((values) => values.subarray(0, shortest)),
    }),
  );
}

/** `conditions` are those of the whole study. */
export function slopeComparison(
  report: HierarchicalReport,
  conditions: readonly StudyCondition[],
): SlopeComparison {
  const own = conditions
    .filter(({ cell }) => cell === report.label)
    .sort((a, b) => a.temperature - b.temperature);
  const { draws } = report;
  const valuesOf = (variable: string): Float64Array => variableOf(draws, variableIndex(draws, variable));
  return {
    cell: report.label,
    model: report.model,
    joint: summaryOf(valuesOf('gamma[1]')),
    independent: own.length === report.cells.length ? independentSlope(own) : null,
    sigmaCell: intervalOf(valuesOf('sigma_cell')),
    prior: report.prior,
    setAside: own.filter(({ setAside }) => setAside !== null).map(({ label }) => label),
  };
}
