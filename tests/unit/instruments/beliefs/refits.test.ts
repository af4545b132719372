// Refits to drawn cases: their intervals against fits made here, and rows that depend on nothing but their index.
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import { beliefsStepper } from '../../../../src/engine/cpu/beliefs-stepper.ts';
import type { BeliefTask } from '../../../../src/engine/types.ts';
import { drawnRows } from '../../../../src/inference/beliefs/drawn-rows.ts';
import { fitBeliefs } from '../../../../src/inference/beliefs/fit.ts';
import { differencesFromRefits } from '../../../../src/instruments/beliefs/coherence/framing-shifts.ts';
import { limitsOf } from '../../../../src/instruments/beliefs/limits.ts';
import type { BeliefSettings } from '../../../../src/instruments/beliefs/plan.ts';
import { INTERVAL_WORDS, refitWords } from '../../../../src/instruments/beliefs/refit-words.ts';
import { beliefsJson } from '../../../../src/instruments/beliefs/report-json.ts';
import { beliefsTables } from '../../../../src/instruments/beliefs/report-tables.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';
import type { RefitsReport } from '../../../../src/instruments/beliefs/report-types/thresholds.ts';
import { beliefTasks } from '../../../../src/instruments/beliefs/tasks.ts';
import { selectOutputs, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import type { BeliefModel } from '../../../../src/models/beliefs/model.ts';
import { beliefPlan, study, tableOf, TESTS, type Studied } from '../../../support/belief-study.ts';
import { smallCell } from '../../../support/beliefs.ts';

const CLIP = 1e-4;
const FITTING = { kind: 'linear', estimator: 'map', clip: CLIP } as const;

/** Few prompts, so that a fit takes milliseconds; one decision is taken by nearly nobody. */
const PROMPTS = ['probability', 'decision_no_threshold', 'threshold_r9', 'threshold_r2', 'bet_r9', 'bet_r2'];
const cell = selectOutputs(smallCell(), ({ prompt }) => PROMPTS.includes(prompt));
const table = tableOf([{ cell }]);
const tables = new Map([['table', table]]);
const REFITS = 13;
const planOf = (settings: Partial<BeliefSettings> = {}) => {
  const base = beliefPlan();
  const draws = { ...base.settings.draws, ...TESTS, refits: REFITS };
  return beliefPlan({ analyses: ['refits'], draws, ...settings });
};
const plan = planOf();
const refitTasks = (): BeliefTask[] => beliefTasks(plan, tables).filter(({ part }) => part === 'refits');

/** R's quantile of type 7, written down again. */
function quantile7(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * p;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (at - Math.floor(at)) * (above - below);
}

interface Line {
  readonly prompt: string;
  readonly alpha: number;
  readonly beta: number;
}

function linesOf({ scores, outputs }: BeliefModel, theta: Float64Array): Line[] {
  return scores
    .filter(({ output }) => outputs[output].family === 'decision')
    .map(({ output, cutpoint, slopes }) => ({
      prompt: outputs[output].prompt,
      alpha: theta[cutpoint],
      beta: theta[slopes[0]],
    }));
}

/** α and β of every decision, fitted here to the cases that each row draws. */
function ownRefits(train: readonly number[], count: number): Line[][] {
  return Array.from({ length: count }, (_, index) => {
    const rows = { train: drawnRows(train, { seed: plan.seed, task: 0 }, index), validation: [] };
    const { model, theta } = fitBeliefs(cell, rows, FITTING);
    return linesOf(model, theta);
  });
}

describe('refits of a cell', () => {
  let studied: Studied;
  let report: BeliefCellReport;
  let refits: RefitsReport;
  let own: Line[][];
  beforeAll(async () => {
    studied = await study(plan, table);
    [report] = studied.report.cells;
    refits = report.refits!;
    own = ownRefits(refitTasks()[0].rows.train, REFITS);
  }, 60_000);

  it('have percentile intervals of thresholds and slopes over all of them', () => {
    expect([refits.refits, refits.landed, refits.estimator]).toEqual([REFITS, REFITS, 'map']);
    expect(refits.cases).toBe(report.cases.train);
    refits.thresholds.forEach((row, k) => {
      const thresholds = own.map((lines) => 1 / (1 + Math.exp(lines[k].alpha / lines[k].beta)));
      const slopes = own.map((lines) => lines[k].beta);
      expect(row.prompt).toBe(own[0][k].prompt);
      expect(row.implied).toBe(report.thresholds![k].implied);
      expect(row.lower).toBeCloseTo(quantile7(thresholds, 0.025), 10);
      expect(row.median).toBeCloseTo(quantile7(thresholds, 0.5), 10);
      expect(row.upper).toBeCloseTo(quantile7(thresholds, 0.975), 10);
      expect(row.slope.lower).toBeCloseTo(quantile7(slopes, 0.025), 10);
      expect(row.slope.upper).toBeCloseTo(quantile7(slopes, 0.975), 10);
      expect(row.weak).toBe(slopes.filter((slope) => slope < 0.1).length);
      expect(row.weakShare).toBe(row.weak / REFITS);
    });
  });

  it('have the difference of mean threshold logits between framings, drawn together', () => {
    const [{ first, second, thresholds, difference, ends }] = refits.differences;
    expect([first, second, thresholds]).toEqual(['threshold', 'bet', [0.1, 1 / 3]]);
    const logit = (lines: readonly Line[], prompt: string): number => {
      const { alpha, beta } = lines.find((line) => line.prompt === prompt)!;
      return -alpha / beta;
    };
    const differenceOf = (lines: readonly Line[]): number =>
      (logit(lines, 'threshold_r9') -
        logit(lines, 'bet_r9') +
        logit(lines, 'threshold_r2') -
        logit(lines, 'bet_r2')) /
      2;
    expect(difference).toBeCloseTo(differenceOf(report.thresholds!), 10);
    expect(ends[0]).toBeCloseTo(quantile7(own.map(differenceOf), 0.025), 10);
    expect(ends[1]).toBeCloseTo(quantile7(own.map(differenceOf), 0.975), 10);
  });

  it('depend on their index alone, and go on after a stop as if there had been none', async () => {
    const [first, second] = refitTasks();
    expect([first.count, second.first, second.count]).toEqual([10, 10, 3]);
    const theta = studied.chunks
      .filter(({ taskKey }) => taskKey.includes('/refits/'))
      .flatMap(({ columns }) => Array.from(columns.theta));
    const dimension = theta.length / REFITS;
    const alone = beliefsStepper({ ...first, first: 11, count: 1 }, null);
    while (!alone.done) alone.step();
    expect(Array.from(alone.report().chunk!.columns.theta)).toEqual(
      theta.slice(11 * dimension, 12 * dimension),
    );
    const stopped = { taskKey: second.key, engine: 'cpu', iteration: 1, state: {} } as const;
    const lane = cpuLane();
    await lane.prepare([second], [stopped]);
    const rest: number[] = [];
    for (let open = true; open;) {
      const [{ chunk, done }] = await lane.advance(20_000);
      rest.push(...Array.from(chunk?.columns.theta ?? []));
      open = !done;
    }
    expect(rest).toEqual(theta.slice(11 * dimension));
  });

  it('are in the tables, in the JSON and in words', () => {
    const files = beliefsTables(studied.report);
    const [header, line] = files['refits.csv'].split('\r\n');
    expect(header).toBe(
      'model,domain,refits,prompt,framing,nominal,implied,median,lower,upper,weak,weak_share,slope,slope_lower,slope_upper,caution',
    );
    expect(line).toContain(`,${REFITS},decision_no_threshold,none,,`);
    expect(files['refit_differences.csv']).toContain(`${REFITS},threshold,bet,`);
    const { cells } = beliefsJson(plan, studied.report, new Map(), 0) as {
      cells: readonly { refits: { thresholds: readonly { weak_share: number }[] } }[];
    };
    expect(cells[0].refits.thresholds[0].weak_share).toBe(refits.thresholds[0].weakShare);
    expect(refitWords(refits)).toMatch(
      new RegExp(`^Over ${REFITS} refits, each to ${refits.cases} training cases drawn with replacement, `),
    );
    expect(refitWords({ ...refits, landed: 4 })).toMatch(/^Over 4 of 13 refits/);
    const [one] = refits.thresholds;
    const weak = { ...one, prompt: 'bet_r4', nominal: 0.2, weak: 2, weakShare: 0.02 };
    expect(refitWords({ ...refits, thresholds: [weak] })).toContain('bet_r4 (2.0\u202f%) of refits');
    expect(INTERVAL_WORDS).toContain('hold fixed');
  });
});

it('has no bound where slopes of refits are 0, and leaves out those with no threshold at all', () => {
  const decision = (framing: string) => ({
    ...{ prompt: framing, framing, nominal: 0.2, implied: 0.5, alpha: 0, beta: 1 },
  });
  const refits = [Float64Array.of(1, 2, Infinity, Infinity), Float64Array.of(0, 0, 0, Infinity)];
  const [{ ends, difference }] = differencesFromRefits(
    [decision('bet'), decision('cost')],
    refits,
    () => true,
  );
  expect(difference).toBe(0);
  expect(ends[0]).toBeCloseTo(quantile7([1, 2, 1e300], 0.025), 12);
  expect(ends[1]).toBe(Infinity);
});

describe('a plan with refits', () => {
  it('has none under other models, and says why', async () => {
    const spline = planOf({ kind: 'spline' });
    expect(beliefTasks(spline, tables).map(({ part }) => part)).toEqual(['fit']);
    const [{ limits, refits }] = (await study(spline, table)).report.cells;
    expect(refits).toBeNull();
    expect(limits.join()).toContain('No refits to drawn cases');
    expect(limits.join()).toContain('a spline model has none');
  });

  it('has none without a decision, or where none are asked for', () => {
    const reports = selectOutputs(cell, ({ family }) => family !== 'decision');
    const parts = (own: BeliefCell, settings: Partial<BeliefSettings>) =>
      beliefTasks(planOf(settings), new Map([['table', tableOf([{ cell: own }])]])).map(({ part }) => part);
    expect(parts(reports, {})).toEqual(['fit']);
    expect(parts(cell, { analyses: [] })).toEqual(['fit']);
    expect(parts(cell, {})).toEqual(['fit', 'refits', 'refits']);
  });

  it('goes to the maximum of the likelihood where the main fit stops early', () => {
    const settings = { estimator: 'adam' } as const;
    const [task] = beliefTasks(planOf(settings), tables).filter(({ part }) => part === 'refits');
    const own = { ...task, count: 1 };
    const stepper = beliefsStepper(own, null);
    while (!stepper.done) stepper.step();
    const { theta, best_epoch } = stepper.report().chunk!.columns;
    expect(best_epoch[0]).toBeNaN();
    const said = limitsOf(cell, cell, task.rows, planOf(settings).settings).join();
    expect(said).toContain('refits to drawn cases go to the maximum of the likelihood');
    expect(limitsOf(cell, cell, task.rows, plan.settings).join()).not.toContain('refits');
    const rows = { train: drawnRows(task.rows.train, task.stream, 0), validation: [] };
    expect(Array.from(theta)).toEqual(
      Array.from(fitBeliefs(cell, rows, { ...FITTING, estimator: 'mle' }).theta),
    );
  });
});
