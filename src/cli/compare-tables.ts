// The tables of luce compare: plain rows from the reports of a comparison, the same for JSON, CSV and text.
import { comparatorSampling } from '../instruments/seu/check/item-fit.ts';
import { conditionChecks } from '../instruments/seu/check/checks.ts';
import { compareWith } from '../instruments/seu/check/compare-models.ts';
import { checkFindings } from '../instruments/seu/check/findings.ts';
import { missingRow, missingRows } from '../instruments/seu/check/missing.ts';
import { samplerShift, shiftRows, slopeShifts } from '../instruments/seu/check/shifts.ts';
import { contractionRow } from '../instruments/seu/compare/contraction.ts';
import { cellResolutions } from '../instruments/seu/compare/detectable.ts';
import { allEffects, type EffectRow } from '../instruments/seu/compare/effects.ts';
import { SWEEP_PRIORS, sweepFindings, sweepRow, type SweepRow } from '../instruments/seu/compare/sweep.ts';
import { alphaDraws, studyCondition, studyReport } from '../instruments/seu/study.ts';
import type { CellReport, FitReport, StudyReport } from '../instruments/seu/report.ts';
import type { PlannedComparison } from './compare-plan.ts';
import { contentOf, knownFits, type Fits } from './compare-fits.ts';
import type { ComparedFits } from './compare-run.ts';

/** Conditions with a temperature as a study; none where they have no temperatures. */
function studyOf(fits: Fits): StudyReport | null {
  const { conditions } = fits.plan.settings;
  if (conditions.some(({ temperature }) => temperature === null)) return null;
  return studyReport(
    fits.plan,
    knownFits(fits).map(({ report, index }) => {
      const { cell, temperature } = conditions[index];
      return studyCondition(report, contentOf(fits, index), cell ?? '', temperature ?? NaN);
    }),
  );
}

const cellsOf = (fits: Fits): readonly CellReport[] => studyOf(fits)?.cells ?? [];

function conditionRows(base: Fits) {
  return knownFits(base).map(({ report, index }) => {
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
  const conditions = knownFits(base).map(({ report, index }) => ({
    label: report.label,
    levels: levels[index],
    alpha: alphaDraws(report),
  }));
  return (['alpha', 'log alpha'] as const).flatMap((scale) => allEffects(conditions, scale));
}

function checksOf({ base, refits }: ComparedFits, report: FitReport, index: number) {
  const content = contentOf(base, index);
  const stream = { seed: base.plan.seed, condition: index };
  const fits = refits.get(index) ?? [];
  const checks = conditionChecks(report, content, stream, fits);
  const sampling = comparatorSampling(base.plan.settings.sampler);
  const compared = compareWith(report.model, content, report.draws, fits, stream, sampling);
  const { method, problems } = checks.left_out;
  return {
    ...checks,
    findings: checkFindings(checks, missingRow(report.label, content.uncertain)),
    comparators: compared.rows.map(({ model, elpd, se, flagged, difference }) => ({
      model,
      elpd,
      se,
      flagged,
      difference: difference?.difference ?? null,
      difference_se: difference?.se ?? null,
    })),
    left_out: problems,
    left_out_method: method,
    left_out_refits: fits.length,
    finding: compared.finding,
  };
}

const sweepRowsOf = ({ base, repeated }: ComparedFits): readonly SweepRow[] =>
  SWEEP_PRIORS.flatMap((prior) => {
    const fits = prior === 'baseline' ? base : repeated.get(prior);
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
  const { base, repeated, predictive } = fits;
  const study = studyOf(base);
  const checked = (['checks', 'exact', 'folds'] as const).some((word) => words.has(word));
  const rows = words.has('sweep') ? sweepRowsOf(fits) : null;
  const refit = (name: string) => {
    const found = repeated.get(name);
    return found ? shiftsOf(base, found) : null;
  };
  return {
    title: plan.title,
    finding: study?.finding ?? '',
    caveats: study?.caveats ?? [],
    conditions: conditionRows(base),
    effects: effectRows(base, levels),
    resolution: cellResolutions(cellsOf(base), base.plan.seed),
    checks: checked ? knownFits(base).map(({ report, index }) => checksOf(fits, report, index)) : null,
    missing: base.plan.settings.conditions.flatMap(({ label }, index) =>
      missingRows(label, contentOf(base, index).uncertain),
    ),
    predictive: words.has('calibrated') ? [...predictive.values()] : null,
    sweep: rows && { rows, findings: sweepFindings(rows) },
    fixed_features: refit('fixed-features'),
    one_presentation: refit('one-presentation'),
    stricter: refit('stricter'),
    seconds: fits.seconds,
    cpu_seconds: fits.cpuSeconds,
  };
}
