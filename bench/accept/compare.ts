// Published comparisons of the twenty conditions: contraction, prior sweep, and the resolution of one cell.
import { contractionRow } from '../../src/instruments/seu/compare/contraction.ts';
import { resolutionOf } from '../../src/instruments/seu/compare/detectable.ts';
import {
  SWEEP_PRIORS,
  sweepFindings,
  sweepRow,
  sweptPrior,
  type SweepPrior,
  type SweepRow,
} from '../../src/instruments/seu/compare/sweep.ts';
import type { StudySettings } from '../../src/instruments/seu/plan.ts';
import type { CellReport } from '../../src/instruments/seu/report.ts';
import { alphaDraws, studyCondition, studyReport } from '../../src/instruments/seu/study.ts';
import { randomStream } from '../../src/math/random.ts';
import { hasRealData, readFixture, readSubject, realPath } from './data.ts';
import { fitAll, settingsOf, type Fitted, type Subject } from './fits.ts';
import { PUBLISHED_CELLS, publishedCondition } from './published.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const DRAWS = 4_000;
const CHAINS = 16;
const SEED = 20260701;
const RESAMPLES = 200_000;
/** What the published sweep's draws are worth: it kept 2,000 a fit. */
const REFERENCE_ESS = 900;
const SLOPE_BOUND = 2.5;
const STANDARD_ERRORS = 4;
const GAUSSIAN_BOUND = 0.08;
const EMPIRICAL_BOUND = 0.12;
/** A published contraction rests on 4,000 draws of one fit. */
const CONTRACTION_BOUND = 0.06;

interface Reference {
  readonly prior_sensitivity: {
    readonly data: {
      readonly cells: Readonly<
        Record<
          string,
          {
            readonly priors: Readonly<
              Record<
                SweepPrior,
                {
                  readonly slope_median: number;
                  readonly slope_sd: number;
                  readonly p_slope_negative: number;
                }
              >
            >;
          }
        >
      >;
    };
  };
  readonly mde: {
    readonly data: { readonly mde: Readonly<Record<string, Readonly<Record<string, number>>>> };
  };
}

const STUDY: StudySettings = {
  cells: PUBLISHED_CELLS.map(({ id, agent, task }) => ({ id, agent, task, merge: [] })),
  compare: [],
};

const publishedKey = (cell: string): string => cell.replaceAll('-', '_');

async function subjectsOf(): Promise<readonly Subject[]> {
  const planned = PUBLISHED_CELLS.flatMap(({ id, model, temperatures }) =>
    temperatures.map((temperature) => ({ id, model, temperature })),
  );
  return Promise.all(
    planned.map(async ({ id, model, temperature }) => ({
      ...(await readSubject(realPath(id, temperature), model, `${id} T=${temperature}`)),
      cell: id,
      temperature,
    })),
  );
}

function underPrior(subject: Subject, prior: SweepPrior): Subject {
  const { model } = subject;
  const alpha = sweptPrior(model.priors.alpha, prior);
  return { ...subject, model: { ...model, priors: { ...model.priors, alpha } } };
}

const cellsOf = (subjects: readonly Subject[], { plan, reports }: Fitted): readonly CellReport[] =>
  studyReport(
    plan,
    reports.map((report, i) => {
      const { dataset, cell, temperature } = subjects[i];
      return studyCondition(report, dataset.content, cell ?? '', temperature ?? NaN);
    }),
  ).cells;

function checkSweep(tally: Tally, row: SweepRow): void {
  const { cells } = readFixture<Reference>('paper_reference.json').prior_sensitivity.data;
  const published = cells[publishedKey(row.cell)].priors[row.prior];
  const theirs = published.slope_sd / Math.sqrt(REFERENCE_ESS);
  const ours = row.mcse_median ?? Infinity;
  const bound = Math.max(SLOPE_BOUND, STANDARD_ERRORS * Math.sqrt(ours * ours + theirs * theirs));
  const difference = row.slope_median - published.slope_median;
  tally.check(
    `${row.cell}, prior ${row.prior}: median slope`,
    `${difference.toFixed(2)}  ${row.slope_median.toFixed(2)} beside ${published.slope_median.toFixed(2)}, ` +
      `P ${row.p_slope_negative.toFixed(3)} beside ${published.p_slope_negative.toFixed(3)}`,
    `within ±${bound.toFixed(2)}`,
    Math.abs(difference) <= bound,
  );
}

function noteFindings(tally: Tally, rows: readonly SweepRow[]): void {
  for (const { cell, sign_stable, reading_stable, p_range } of sweepFindings(rows))
    tally.note(
      `${cell}: sign ${sign_stable ? 'the same' : 'differs'}, reading ${reading_stable ? 'the same' : 'differs'} ` +
        `under all priors; P(slope < 0) ${p_range.map((p) => p.toFixed(3)).join(' to ')}`,
    );
}

function checkResolution(tally: Tally, cell: CellReport): void {
  const published = readFixture<Reference>('paper_reference.json').mde.data.mde;
  const random = randomStream(SEED, 0, 0);
  random.seek(0, 0);
  const temperatures = cell.conditions.map(({ temperature }) => temperature);
  const draws = cell.conditions.map(({ report }) => alphaDraws(report));
  const { rows, slope } = resolutionOf(cell.cell, { temperatures, draws }, random, RESAMPLES);
  tally.note(`${cell.cell}: sd of the slope ${slope.sd.toFixed(2)} beside 22.09`);
  for (const { level, gaussian, empirical, proportional } of rows) {
    const theirs = published[`criterion_${level}`];
    const compare = (method: string, value: number, reference: number, bound: number): void =>
      tally.check(
        `${cell.cell}, minimum detectable slope at ${level}, method ${method}`,
        `${value.toFixed(2)} beside ${reference.toFixed(2)}`,
        `within ${100 * bound} %`,
        Math.abs(value / reference - 1) <= bound,
      );
    compare('A', gaussian, theirs.A_analytic_gaussian, GAUSSIAN_BOUND);
    compare('B', empirical, theirs.B_empirical_quantile, EMPIRICAL_BOUND);
    compare('C', proportional, theirs.C_constant_cv_montecarlo, GAUSSIAN_BOUND);
  }
}

function checkContraction(tally: Tally, subjects: readonly Subject[], { reports }: Fitted): void {
  reports.forEach((report, i) => {
    const { dataset, cell, temperature, label } = subjects[i];
    const row = contractionRow(report, dataset.content);
    const published = publishedCondition(cell ?? '', temperature ?? NaN);
    const theirs = Math.log(published.q95 / published.q5) / (2 * 1.6448536269514722);
    const difference = row.sd_ratio_log_alpha - theirs / row.prior_sd_log_alpha;
    tally.check(
      `${label}: posterior over prior sd of log α`,
      `${row.sd_ratio_log_alpha.toFixed(3)} (published interval: ${(theirs / row.prior_sd_log_alpha).toFixed(3)}), ` +
        `η-gap ${row.eta_gap_median.toFixed(3)}`,
      `within ±${CONTRACTION_BOUND}`,
      Math.abs(difference) <= CONTRACTION_BOUND,
    );
  });
}

async function checkPrior(
  tally: Tally,
  subjects: readonly Subject[],
  prior: SweepPrior,
  scale: Scale,
): Promise<readonly SweepRow[]> {
  const swept = subjects.map((subject) => underPrior(subject, prior));
  const sampler = settingsOf('hmc', scale(DRAWS, CHAINS));
  const fitted = await fitAll(swept, { sampler, seed: SEED, engine: 'cpu', detail: 'study', study: STUDY });
  const cells = cellsOf(swept, fitted);
  const rows = cells.map((cell) => sweepRow(prior, cell));
  rows.forEach((row) => checkSweep(tally, row));
  if (prior === 'baseline') {
    checkContraction(tally, swept, fitted);
    cells.filter(({ cell }) => cell === 'claude-insurance').forEach((cell) => checkResolution(tally, cell));
  }
  return rows;
}

/** Prior sweep, contraction and minimum detectable slopes beside the published ones. */
export async function comparisons(tally: Tally, scale: Scale): Promise<void> {
  if (!hasRealData()) return tally.skip('comparisons', '../shared/data/seu is not here');
  const subjects = await subjectsOf();
  const rows: SweepRow[] = [];
  for (const prior of SWEEP_PRIORS) rows.push(...(await checkPrior(tally, subjects, prior, scale)));
  noteFindings(tally, rows);
}
