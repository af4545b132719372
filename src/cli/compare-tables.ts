// The tables of luce compare: plain rows from the reports of a comparison, the same for JSON, CSV and text.
import { comparatorSampling } from '../instruments/seu/check/item-fit.ts';
import { randomStream } from '../math/random.ts';
import { agreementChecks } from '../instruments/seu/check/agreement.ts';
import { positionCheck, shownChoices } from '../instruments/seu/check/position.ts';
import { defaultParts, singleAlphaCheck } from '../instruments/seu/check/blocks.ts';
import { seuChoiceDraws } from '../instruments/seu/check/choice-draws.ts';
import { compareByFolds, compareModels, type Comparison } from '../instruments/seu/check/comparators.ts';
import { missingRow } from '../instruments/seu/check/missing.ts';
import { baseProblems } from '../instruments/seu/check/problems.ts';
import { samplerShift, shiftRows, slopeShifts } from '../instruments/seu/check/shifts.ts';
import { contractionRow } from '../instruments/seu/compare/contraction.ts';
import { cellResolutions } from '../instruments/seu/compare/detectable.ts';
import { allEffects, type EffectRow } from '../instruments/seu/compare/effects.ts';
import { SWEEP_PRIORS, sweepFindings, sweepRow, type SweepRow } from '../instruments/seu/compare/sweep.ts';
import { ANALYSIS_CHAIN } from '../instruments/seu/streams.ts';
import { alphaDraws, studyCondition, studyReport } from '../instruments/seu/study.ts';
import type { CellReport, FitReport, StudyReport } from '../instruments/seu/report.ts';
import type { PlannedComparison } from './compare-plan.ts';
import { foldsName, type ComparedFits, type Fits } from './compare-run.ts';

const known = ({ reports }: Fits): readonly { readonly report: FitReport; readonly index: number }[] =>
  reports.flatMap((report, index) => (report ? [{ report, index }] : []));

const contentOf = ({ plan, datasets }: Fits, index: number) =>
  datasets.get(plan.settings.conditions[index].dataset)!.content;

/** Conditions with a temperature as a study; none where they have no temperatures. */
function studyOf(fits: Fits): StudyReport | null {
  const { conditions } = fits.plan.settings;
  if (conditions.some(({ temperature }) => temperature === null)) return null;
  return studyReport(
    fits.plan,
    known(fits).map(({ report, index }) => {
      const { cell, temperature } = conditions[index];
      return studyCondition(report, contentOf(fits, index), cell ?? '', temperature ?? NaN);
    }),
  );
}

const cellsOf = (fits: Fits): readonly CellReport[] => studyOf(fits)?.cells ?? [];

function conditionRows(base: Fits) {
  return known(base).map(({ report, index }) => {
    const content = contentOf(base, index);
    const { hits, cases, rate, q5, q95 } = missingRow(report.label, content.uncertain);
    const missing = {
      missing: hits,
      presentations: cases,
      missing_rate: rate,
      missing_q5: q5,
      missing_q95: q95,
    };
    return { ...contractionRow(report, content), ...missing };
  });
}

function effectRows(base: Fits, levels: PlannedComparison['levels']): readonly EffectRow[] {
  const conditions = known(base).map(({ report, index }) => ({
    label: report.label,
    levels: levels[index],
    alpha: alphaDraws(report),
  }));
  return (['alpha', 'log alpha'] as const).flatMap((scale) => allEffects(conditions, scale));
}

/** By folds where they were asked for and all have draws, else by importance sampling. */
function comparedModels({ base, refits }: ComparedFits, report: FitReport, index: number): Comparison {
  const content = contentOf(base, index);
  const stream = { seed: base.plan.seed, condition: index };
  const folds = refits.get(foldsName(index));
  const sampling = comparatorSampling(base.plan.settings.sampler);
  const fitted = (folds?.held ?? []).flatMap((held, i) => {
    const fold = folds?.reports[i];
    return fold ? [{ held, draws: fold.draws }] : [];
  });
  return fitted.length > 0 && fitted.length === folds?.held?.length
    ? compareByFolds(report.model, content, fitted, stream, sampling)
    : compareModels(report.model, content, report.draws, stream, sampling);
}

function checksOf(fits: ComparedFits, report: FitReport, index: number) {
  const { base } = fits;
  const content = contentOf(base, index);
  const blocks = seuChoiceDraws(report.model, content, report.draws);
  const stream = (name: keyof typeof ANALYSIS_CHAIN) =>
    randomStream(base.plan.seed, index, ANALYSIS_CHAIN[name]);
  const single = singleAlphaCheck(defaultParts(blocks), stream('singleAlpha'));
  const compared = comparedModels(fits, report, index);
  return {
    label: report.label,
    problems: baseProblems(content.uncertain).note,
    agreement: agreementChecks(blocks[0], stream('agreement')),
    single_alpha: single,
    position: positionCheck(shownChoices(content.uncertain), stream('position')),
    comparators: compared.rows.map(({ model, elpd, se, flagged, difference }) => ({
      model,
      elpd,
      se,
      flagged,
      difference: difference?.difference ?? null,
      difference_se: difference?.se ?? null,
    })),
    left_out: compared.seu.problems,
    finding: compared.finding,
  };
}

const sweepRowsOf = ({ base, refits }: ComparedFits): readonly SweepRow[] =>
  SWEEP_PRIORS.flatMap((prior) => {
    const fits = prior === 'baseline' ? base : refits.get(prior);
    return fits ? cellsOf(fits).map((cell) => sweepRow(prior, cell)) : [];
  });

/** Shifts of a refit against the fits it repeats. */
function shiftsOf(base: Fits, refit: Fits) {
  const pairs = base.reports.flatMap((report, i) => {
    const other = refit.reports[i];
    return report && other ? [{ report, other }] : [];
  });
  return {
    shifts: pairs.flatMap(({ report, other }) => shiftRows(report, other)),
    sampler: pairs.map(({ report, other }) => samplerShift(report, other)),
    slopes: slopeShifts(cellsOf(base), cellsOf(refit)),
  };
}

export type ComparisonTables = ReturnType<typeof comparisonTables>;

/** Everything that a comparison says; parts that were not asked for are null. */
export function comparisonTables(fits: ComparedFits, { plan, words, levels }: PlannedComparison) {
  const { base, refits } = fits;
  const study = studyOf(base);
  const checked = words.has('checks') || words.has('folds');
  const rows = words.has('sweep') ? sweepRowsOf(fits) : null;
  const refit = (name: string) => {
    const found = refits.get(name);
    return found ? shiftsOf(base, found) : null;
  };
  return {
    title: plan.title,
    finding: study?.finding ?? '',
    caveats: study?.caveats ?? [],
    conditions: conditionRows(base),
    effects: effectRows(base, levels),
    resolution: cellResolutions(cellsOf(base), base.plan.seed),
    checks: checked ? known(base).map(({ report, index }) => checksOf(fits, report, index)) : null,
    sweep: rows && { rows, findings: sweepFindings(rows) },
    fixed_features: refit('fixed-features'),
    one_presentation: refit('one-presentation'),
    stricter: refit('stricter'),
    seconds: fits.seconds,
    cpu_seconds: fits.cpuSeconds,
  };
}
