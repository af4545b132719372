// Item 3: the twenty published conditions against the mean of the committed fit and the published refit.
import type { EngineKind } from '../../src/engine/types.ts';
import type { StudySettings } from '../../src/instruments/seu/plan.ts';
import type { CellReport, FitReport, StudyReport } from '../../src/instruments/seu/report.ts';
import { studyCondition, studyReport } from '../../src/instruments/seu/study.ts';
import { hasRealData, readSubject, realPath } from './data.ts';
import { fitAll, orUnavailable, settingsOf, type Fitted, type Subject } from './fits.ts';
import { PUBLISHED_CELLS, publishedCondition, publishedSlope, type PublishedCell } from './published.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const DRAWS = 16_000;
const CHAINS = 16;
const SEED = 42;
/** In published posterior sds of α. */
const MEDIAN_BOUND = 0.12;
const TAIL_BOUND = 0.25;
const PPC_BOUND = 0.06;
const SLOPE_BOUND = 2;
const PROBABILITY_BOUND = 0.03;

const STUDY: StudySettings = {
  cells: PUBLISHED_CELLS.map(({ id, agent, task }) => ({
    id,
    agent,
    task,
    merge: id === 'gpt4o-insurance' ? [[0.3, 0.7]] : [],
  })),
  compare: [['gpt4o-insurance', 'claude-insurance']],
};

const subjectsOf = ({ id, model, temperatures }: PublishedCell): Promise<readonly Subject[]> =>
  Promise.all(
    temperatures.map(async (temperature) => ({
      ...(await readSubject(realPath(id, temperature), model, `${id} T=${temperature}`)),
      cell: id,
      temperature,
    })),
  );

const fit = (subjects: readonly Subject[], engine: EngineKind, scale: Scale, study?: StudySettings) => {
  const sampler = settingsOf('hmc', scale(DRAWS, CHAINS));
  return fitAll(subjects, { sampler, seed: SEED, engine, detail: 'study', study });
};

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

function within(tally: Tally, label: string, value: number, bound: number, detail: string): void {
  tally.check(label, `${signed(value)}  ${detail}`, `within ±${bound}`, Math.abs(value) <= bound);
}

function checkCondition(tally: Tally, label: string, report: FitReport, subject: Subject): void {
  const published = publishedCondition(subject.cell ?? '', subject.temperature ?? NaN);
  const alpha = report.summary.find(({ variable }) => variable === 'alpha')!;
  const beside = (value: number, reference: number): string =>
    `${value.toFixed(2)} beside ${reference.toFixed(2)}`;
  const compare = (name: string, value: number, reference: number, bound: number): void =>
    within(tally, `${label} ${name}`, (value - reference) / published.sd, bound, beside(value, reference));
  compare('median alpha, in sd', alpha.median, published.median, MEDIAN_BOUND);
  compare('5 % point, in sd', alpha.q5, published.q5, TAIL_BOUND);
  compare('95 % point, in sd', alpha.q95, published.q95, TAIL_BOUND);
  for (const { statistic, p } of report.ppc) {
    const reference = published.ppc[statistic];
    within(tally, `${label} PPC ${statistic}`, p - reference, PPC_BOUND, beside(p, reference));
  }
  const { divergences, gradients } = report.sampler;
  tally.note(
    `${label}: ${divergences} divergences, R-hat ${alpha.rhat?.toFixed(4)}, bulk ESS ${alpha.ess_bulk?.toFixed(0)}, ` +
      `${((1000 * (alpha.ess_bulk ?? NaN)) / gradients).toFixed(1)} per 1,000 gradients`,
  );
}

function checkConditions(
  tally: Tally,
  subjects: readonly Subject[],
  fitted: Fitted,
  engine: EngineKind,
): void {
  subjects.forEach((subject, i) =>
    checkCondition(tally, `${engine} ${subject.label}`, fitted.reports[i], subject),
  );
  tally.note(
    `${subjects.length} conditions on the ${engine} engine: ${fitted.executed.seconds.toFixed(1)} s`,
  );
}

function checkSlope(tally: Tally, { cell, slope, probabilityNegative }: CellReport): void {
  const published = publishedSlope(cell);
  within(
    tally,
    `${cell} median slope`,
    slope.median - published.median,
    SLOPE_BOUND,
    `${slope.median.toFixed(2)} beside ${published.median.toFixed(2)}`,
  );
  within(
    tally,
    `${cell} P(slope < 0)`,
    probabilityNegative - published.negative,
    PROBABILITY_BOUND,
    `${probabilityNegative.toFixed(3)} beside ${published.negative.toFixed(3)}`,
  );
}

function noteComparisons(tally: Tally, { cells, cross }: StudyReport): void {
  const first = cells.find(({ cell }) => cell === 'gpt4o-insurance');
  const merged = first?.merged[0];
  if (first && merged)
    tally.note(
      `gpt4o-insurance P(monotone) ${first.probabilityMonotone.toFixed(3)} beside .125; ` +
        `${merged.temperatures.join(' and ')} merged ${merged.probability.toFixed(3)} beside .38`,
    );
  for (const { first: a, second: b, full, common, ceiling } of cross)
    tally.note(
      `P(slope of ${a} < slope of ${b}) ${full.toFixed(3)} beside .817; up to T = ${ceiling} ${common.toFixed(3)} beside .816`,
    );
}

async function checkCpu(tally: Tally, subjects: readonly Subject[], scale: Scale): Promise<void> {
  const fitted = await fit(subjects, 'cpu', scale, STUDY);
  checkConditions(tally, subjects, fitted, 'cpu');
  const conditions = fitted.reports.map((report, i) => {
    const { dataset, cell, temperature } = subjects[i];
    return studyCondition(report, dataset.content, cell ?? '', temperature ?? NaN);
  });
  const study = studyReport(fitted.plan, conditions);
  study.cells.forEach((cell) => checkSlope(tally, cell));
  noteComparisons(tally, study);
}

async function checkGpu(tally: Tally, subjects: readonly Subject[], scale: Scale): Promise<void> {
  const fitted = await orUnavailable(fit(subjects, 'gpu', scale));
  if (typeof fitted === 'string') return tally.skip('two conditions on the GPU engine', fitted);
  checkConditions(tally, subjects, fitted, 'gpu');
}

export async function realData(tally: Tally, scale: Scale): Promise<void> {
  if (!hasRealData()) return tally.skip('all conditions', '../shared/data/seu is not here');
  tally.note(
    `hmc, ${CHAINS} chains; beside the mean of the committed fit and the refit at target acceptance .99`,
  );
  tally.note('(median, 5 % and 95 % points, sd; PPC p-values: the committed fit alone has them)');
  const subjects = (await Promise.all(PUBLISHED_CELLS.map(subjectsOf))).flat();
  await checkCpu(tally, subjects, scale);
  const pair = subjects.filter(
    ({ cell, temperature }) =>
      temperature === 0 && (cell === 'gpt4o-insurance' || cell === 'claude-ellsberg'),
  );
  await checkGpu(tally, pair, scale);
}
