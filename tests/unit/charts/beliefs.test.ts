import { beforeAll, describe, expect, it } from 'vitest';
import { cellTable } from '../../../src/app/beliefs/cell-table.ts';
import { resultsOf, RESULT_STEPS, type ResultStep } from '../../../src/app/beliefs/results.ts';
import { stepWords } from '../../../src/app/beliefs/step-words.ts';
import type { Figure } from '../../../src/charts/figure.ts';
import { curvesFigure } from '../../../src/charts/beliefs-curves.ts';
import { cellsFigure } from '../../../src/charts/beliefs-cells.ts';
import { iccFigure } from '../../../src/charts/beliefs-icc.ts';
import { thresholdFigure } from '../../../src/charts/beliefs-thresholds.ts';
import { transferFigure } from '../../../src/charts/beliefs-transfer.ts';
import { treesFigure } from '../../../src/charts/beliefs-trees.ts';
import { variantsFigure } from '../../../src/charts/beliefs-variants.ts';
import type { ResponseTable } from '../../../src/formats/response-table.ts';
import { beliefAgentTable } from '../../../src/instruments/beliefs/agents.ts';
import { beliefCells } from '../../../src/instruments/beliefs/import/cells.ts';
import { BELIEF_ANALYSES } from '../../../src/instruments/beliefs/plan.ts';
import type { BeliefCellReport, BeliefReport } from '../../../src/instruments/beliefs/report-types.ts';
import { beliefReport } from '../../../src/instruments/beliefs/report.ts';
import { seededSplits } from '../../../src/instruments/beliefs/splits.ts';
import { beliefTasks } from '../../../src/instruments/beliefs/tasks.ts';
import { framingShifts } from '../../../src/instruments/beliefs/threshold-words.ts';
import {
  beliefFinding,
  beliefNotes,
  concordanceWords,
  sufficiencyWords,
} from '../../../src/instruments/beliefs/words.ts';
import { beliefPlan, runTasks, tableOf, TESTS } from '../../support/belief-study.ts';
import { drawAt, expectFigure, placeOf, textsOf } from './every-figure.ts';

/** Two domains, and the first cases of one again under three prefixes. */
function branchedTable(): ResponseTable {
  const cells = beliefCells(
    beliefAgentTable({ agents: ['framing-biased'], domains: ['ckd', 'werewolf'], cases: 80, seed: 3 }),
  );
  const [first] = cells;
  const few = {
    ...first,
    cases: first.cases.slice(0, 24).map((_, i) => first.cases[Math.floor(i / 3)]),
    responses: first.responses.slice(0, 24 * first.outputs.length),
    outcomes: first.outcomes.slice(0, 24).map((_, i) => first.outcomes[Math.floor(i / 3)]),
  };
  return tableOf([...cells.map((cell) => ({ cell })), { cell: few, prefix: (i) => `p${i % 3}` }]);
}

const table = branchedTable();
const plan = beliefPlan({
  analyses: BELIEF_ANALYSES,
  splits: seededSplits(beliefCells(table), 1),
  draws: { cases: 40, targets: 100, curves: 20, outcome: 8, outcomeNull: 12, prefixes: 10, ...TESTS },
  folds: 2,
  clips: [1e-4, 1e-2],
});
let report: BeliefReport;
let cell: BeliefCellReport;
beforeAll(async () => {
  const tables = new Map([['table', table]]);
  // All of one cell and the fit of the other; fits in two dimensions take seconds.
  const tasks = beliefTasks(plan, tables).filter(
    ({ key, part }) => part === 'fit' || (part !== 'plane' && key.startsWith('b000')),
  );
  report = beliefReport(plan, tables, (await runTasks(tasks)).chunks);
  [cell] = report.cells;
}, 600_000);

const figuresOf = (step: ResultStep): readonly Figure[] => resultsOf(step, cell).figures;

describe('figures of beliefs', () => {
  it('are drawn whole at every width, with marks, words and rows that hold', () => {
    const ids = RESULT_STEPS.flatMap((step) => figuresOf(step).map(({ id }) => id));
    expect(ids).toEqual([
      'beliefs-prior',
      'beliefs-verdict',
      'beliefs-concordance',
      'beliefs-residuals',
      'beliefs-reliability',
      'beliefs-variants',
      'beliefs-thresholds',
      'beliefs-curves',
      'beliefs-transfer-logScore',
      'beliefs-transfer-r2',
      'beliefs-transfer-auroc',
      'beliefs-sufficiency',
      'beliefs-outcome',
      'beliefs-prefixes',
    ]);
    for (const step of RESULT_STEPS) for (const figure of figuresOf(step)) expectFigure(figure);
  });

  it('have intervals over refits beside those at the optimum, in grey, with words on both', () => {
    const { thresholds, refits, prompts } = cell;
    const [figure] = figuresOf('thresholds');
    const k = thresholds!.findIndex(({ nominal, caution }) => nominal !== null && caution === null);
    const { prompt, implied } = thresholds![k];
    const { median, lower, upper } = refits!.thresholds[k];
    expect(figure.rows[k]).toMatchObject({ implied, refit_median: median, refit_lower: lower });
    expect(figure.caption).toContain('Grey: medians and 95\u202f% intervals over 3 refits');
    expect(figure.description).toMatch(/over refits \.\d\d \[\.\d\d, \.\d\d\]/);
    const { lines } = figure.marks.find(({ id }) => id === prompt)!;
    expect(lines.find((line) => line.startsWith('over refits'))).toContain('[');
    const alone = thresholdFigure('a', prompts, thresholds!);
    expect(alone.rows[k]).not.toHaveProperty('refit_lower');
    const linesIn = (svg: ReturnType<typeof drawAt>): number => svg.querySelectorAll('line').length;
    const bars = refits!.thresholds.filter((row) => row.nominal !== null && row.caution === null).length;
    expect(linesIn(drawAt(figure, 640)) - linesIn(drawAt(alone, 640))).toBeGreaterThanOrEqual(bars);
    expect(upper).toBeGreaterThanOrEqual(median!);
    const { notes, tables } = resultsOf('thresholds', cell);
    expect(notes[0]).toMatch(/^Over 3 refits, each to \d+ training cases/);
    expect(notes[1]).toContain('differ in what they hold fixed');
    expect(tables.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Thresholds and slopes over 3 refits',
        expect.stringMatching(/^Thresholds of one framing less those of another, in logits, over 3 refits/),
      ]),
    );
    expect(resultsOf('thresholds', { ...cell, refits: null }).notes).toEqual([]);
  });

  it('draw every answer below or above its choice curve, and say that few of them flatten it', () => {
    const curves = cell.curves!;
    const [{ cases }] = curves;
    expect(cases.length).toBeLessThan(50);
    const figure = curvesFigure('a', curves);
    expect(figure.caption).toMatch(
      new RegExp(`With ${cases.length} answers the kernel is wide \\(up to \\.\\d\\d of belief\\)`),
    );
    const bare = curves.map((curve) => ({ ...curve, cases: [] }));
    const lines = (own: typeof curves): number =>
      drawAt(curvesFigure('a', own), 640).querySelectorAll('line').length;
    expect(lines(curves) - lines(bare)).toBe(curves.length * cases.length);
    const many = curves.map((curve) => ({ ...curve, cases: [...cases, ...cases, ...cases, ...cases] }));
    expect(curvesFigure('a', many).caption).not.toContain('kernel is wide');
  });

  it('plot and list one density of the prior', () => {
    const [figure] = figuresOf('fit');
    const { prior } = cell.fit!;
    const { z, density } = prior[40];
    expect(figure.rows[40]).toEqual({ z, density: density * z * (1 - z) });
  });

  it('of a study have verdicts, R² and intervals in one line a cell, dashes where there is none', () => {
    const { columns, rows } = cellTable(report.cells);
    const { verdict } = cell.coherence!;
    const { macroConcordance, pooledR2 } = cell.concordance!.reportsToDecisions;
    expect(rows[0]).toMatchObject({
      verdict,
      decisions_lower: macroConcordance.lower,
      decisions_r2: pooledR2.value,
      decisions_r2_upper: pooledR2.upper,
    });
    const none = columns.find(({ key }) => key === 'verdict')!;
    expect([none.format(verdict), none.format(rows[1].verdict)]).toEqual([verdict, '–']);
  });

  it('show repeated reports by prefix, and what they share', () => {
    const trees = Array.from({ length: 14 }, (_, i) => ({
      case: `c${i}`,
      prefixes: [
        [0.1, 0.2, 0.2],
        [0.6, 0.7, 0.9],
      ].map((values) => values.map((value) => value + i / 200)),
      icc: i === 1 ? null : 0.8,
    }));
    const estimators = [
      { name: 'caseIccClipped', value: 0.81, permuted: 0.06 },
      { name: 'pooledIcc', value: 0.7, permuted: 0.01 },
    ];
    const caseIcc = { value: 0.8, lower: 0.7, upper: 0.86 };
    const icc = iccFigure('a', { trees, cases: 14, constantCases: 1, caseIcc, estimators });
    expectFigure(icc);
    expect(icc.description).toContain('.80 [.70, .86], mean over 13 cases');
    const named = ['mean over cases', 'cases, clipped at 0', 'pooled, ICC(1)'];
    expect(icc.rows.map(({ name }) => name)).toEqual(named);
    expect(textsOf(drawAt(icc, 640))).toEqual(expect.arrayContaining(named));
    const tree = treesFigure('a', trees);
    expectFigure(tree);
    expect(tree.marks).toHaveLength(24);
    expect(tree.rows).toHaveLength(84);
    const svg = drawAt(tree, 640);
    expect(placeOf(svg, 'c0 2')[1]).toBeLessThan(placeOf(svg, 'c0 1')[1]);
  });

  it('set cells beside one another, those that have a score', () => {
    const other = { ...cell, index: 4, domain: 'forecasting' };
    const figure = cellsFigure([...report.cells, other])!;
    expectFigure(figure);
    expect(figure.rows.map(({ domain }) => domain)).toEqual(['ckd', 'werewolf', 'forecasting']);
    expect(cellsFigure([{ ...cell, concordance: null }])).toBeNull();
  });

  it('show two dimensions beside one as soon as they are in', () => {
    const [spline] = cell.variants!;
    expectFigure(variantsFigure('a', [spline, { ...spline, kind: 'two_d' }]));
  });

  it('put a threshold above the dashed line where the agent waits for more than it is told', () => {
    const thresholds = [0.05, 0.2].flatMap((nominal) => [
      {
        ...cell.thresholds![1],
        prompt: `as_told_${nominal}`,
        framing: 'threshold',
        nominal,
        implied: nominal,
        caution: null,
      },
      {
        ...cell.thresholds![1],
        prompt: `late_${nominal}`,
        framing: 'bet',
        nominal,
        implied: 0.5,
        caution: null,
      },
    ]);
    const figure = thresholdFigure('a', cell.prompts, thresholds);
    const svg = drawAt(figure, 640);
    const [, told] = placeOf(svg, 'as_told_0.2');
    const [, late] = placeOf(svg, 'late_0.2');
    expect(late).toBeLessThan(told);
    expect(figure.description).toContain('of 4 instructed decisions, 2 are taken from a higher belief on');
    expect(textsOf(svg)).toContain('as instructed');
  });

  it('have bars over cases for pairs within a case, and words with them', () => {
    const { scores, withinDifference } = cell.prefixes!.comparison!;
    const [figure] = figuresOf('instances');
    const within = scores.filter(({ pairs }) => pairs === 'within');
    const [same] = within;
    expect(same.caseLower).toBeLessThanOrEqual(same.mean!);
    expect(same.caseUpper).toBeGreaterThanOrEqual(same.mean!);
    expect(scores.filter(({ pairs }) => pairs === 'pooled').map(({ caseLower }) => caseLower)).toEqual([
      null,
      null,
    ]);
    expect(figure.rows[3]).toMatchObject({ caseLower: within[1].caseLower, lower: within[1].lower });
    expect(resultsOf('instances', cell).finding).toMatch(
      /^Within a case, evidence of the same prefix orders answers at \.\d\d \[.*\], of another at \.\d\d \[.*\], a difference of .* \(95\u202f%, over drawn cases\); \.5 is chance\.$/,
    );
    expect(withinDifference.lower).toBeLessThanOrEqual(withinDifference.value!);
  });

  it('name thresholds that must not be read, and those without an interval, below, on hover and in the table', () => {
    const thresholds = cell.thresholds!.map((row) => ({
      ...{ ...row, caution: null, lower: 0.1, upper: 0.3, implied: 0.2 },
      ...(row.prompt === 'bet_r4' ? { caution: 'the slope is near 0' } : {}),
      ...(row.prompt === 'cost_r9' ? { lower: null, upper: null } : {}),
    }));
    const { caption, marks, rows } = thresholdFigure('a', cell.prompts, thresholds);
    expect(caption).toContain(' Hollow, and not to be read: bet r4 (the slope is near 0).');
    expect(caption).toMatch(/Without an interval, since .*: cost r9\.$/);
    const linesOf = (prompt: string) => marks.find(({ id }) => id === prompt)!.lines.join('; ');
    expect(linesOf('bet_r4')).toContain('means nothing: the slope is near 0');
    expect(linesOf('cost_r9')).toContain('no interval: ');
    const cautions = rows.flatMap(({ prompt, caution }) => (caution === null ? [] : [[prompt, caution]]));
    expect(cautions).toEqual([
      ['bet_r4', 'the slope is near 0'],
      ['cost_r9', expect.stringMatching(/^no interval/)],
    ]);
  });

  it('say under AUROC that it cannot fail, and show the count beside it', () => {
    const figure = transferFigure('a', cell.transfer!, 'auroc');
    expect(figure.caption).toContain('cannot fall');
    expect(textsOf(drawAt(figure, 640))).toContain('count of accepted decisions');
    for (const { evidence, auroc, countAuroc } of cell.transfer!)
      if (evidence === 'decisions') expect(auroc).toBeCloseTo(countAuroc!, 12);
  });
});

describe('words of a study', () => {
  it('find that this agent waits for more than it is told, most under bets', () => {
    const shifts = framingShifts(cell.thresholds!);
    expect(shifts.map(({ framing }) => framing)).toEqual(['threshold', 'bet', 'cost']);
    const [threshold, bet, cost] = shifts.map(({ shift }) => shift);
    expect(bet).toBeGreaterThan(cost!);
    expect(cost).toBeGreaterThan(threshold!);
    expect(resultsOf('thresholds', cell).finding).toContain('under bet it waits for more than it is told');
  });

  it('say what one probability keeps, over which draws, and what more than all is', () => {
    const of = (value: number): string => {
      const ratioByCases = { value, lower: value - 0.1, upper: value + 0.1 };
      const sufficiency = { ...cell.sufficiency!, defined: true, ratioByCases };
      return sufficiencyWords({ ...cell, sufficiency, outcome: null });
    };
    const kept = 'of what all other answers say beyond chance (95\u202f%, over drawn cases).';
    expect(of(0.86)).toBe(`One stated probability keeps 86\u202f% [76, 96] ${kept}`);
    expect(of(1.12)).toBe(
      `One stated probability keeps 112\u202f% [102, 122] ${kept} Above 100\u202f% all other answers order an answer less ` +
        'well than it does alone: nothing more can be kept.',
    );
  });

  it('span the cells of a study, and say of each what cannot be estimated', () => {
    expect(beliefFinding(report)).toMatch(
      /^Verdicts: 1 \w.*\. Over 2 cells, one belief orders held-out answers best for framing-biased, \w+ \(\.\d\d/,
    );
    expect(beliefFinding({ ...report, cells: [cell] })).toMatch(/^framing-biased in ckd: \w/);
    const alone = { ...cell, coherence: null };
    expect(beliefFinding({ ...report, cells: [alone] })).toBe(
      `${concordanceWords(cell)} ${resultsOf('thresholds', cell).finding}`,
    );
    expect(beliefFinding({ ...report, cells: [{ ...cell, fit: null }] })).toBe('No cell could be fitted.');
    const limited = {
      ...report,
      cells: [{ ...cell, limits: ['No prompt asks for a probability.'] }, report.cells[1]],
    };
    expect(beliefNotes(limited)[0]).toBe('framing-biased, ckd: No prompt asks for a probability.');
    for (const step of RESULT_STEPS) expect(resultsOf(step, cell).finding).toMatch(/\.$/);
  });

  it('are short on the rail, step by step', () => {
    const retention = report.cells.map((each) => each.retention);
    const words = stepWords({ chosen: 1, retention, run: null, cell: { fitted: cell, drawn: null } });
    expect(words.data).toEqual({ state: 'fine', word: '1 table' });
    expect(words.thresholds.state).toBe('look');
    expect(words.thresholds.word).toMatch(/^(?:bet|[23] of 3) shifted$/);
    expect(words.instances).toMatchObject({
      state: 'fine',
      word: expect.stringMatching(/^\.\d+ against \.\d+$/),
    });
    const short = Object.values(words).map(({ word }) => word.length);
    expect(Math.max(...short)).toBeLessThan(20);
    expect(words.generalisation).toEqual({ state: 'fine', word: '4 transfers' });
    expect(words.report).toEqual({ state: 'idle', word: 'not run' });
    const none = stepWords({ chosen: 0, retention: [], run: null, cell: null });
    expect(Object.values(none).map(({ state }) => state)).toEqual(new Array(9).fill('idle'));
  });
});
