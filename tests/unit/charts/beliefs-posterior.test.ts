// Full Bayes of a cell as its page shows it: figures, tables, notes, and words on the rail.
import { beforeAll, describe, expect, it } from 'vitest';
import { posteriorCellTable } from '../../../src/app/beliefs/posterior-cell-table.ts';
import { posteriorResultsOf } from '../../../src/app/beliefs/posterior-results.ts';
import { RESULT_STEPS, type ResultStep } from '../../../src/app/beliefs/results.ts';
import { stepWords } from '../../../src/app/beliefs/step-words.ts';
import { posteriorThresholdFigure } from '../../../src/charts/beliefs-thresholds.ts';
import type { ThresholdRow } from '../../../src/instruments/beliefs/report-types/thresholds.ts';
import type { PosteriorCell } from '../../../src/workers/beliefs-posterior.ts';
import { drawn } from '../../support/belief-posterior.ts';
import { drawAt, expectFigure, placeOf } from './every-figure.ts';

let cell: PosteriorCell;
beforeAll(async () => {
  const { report } = await drawn();
  cell = { ...report, traced: 'phi', beside: null };
}, 60_000);

const converged = (): PosteriorCell => ({ ...cell, estimates: { ...cell.estimates!, diagnostics: [] } });
const resultsOf = (step: ResultStep, own = cell) => posteriorResultsOf(step, own)!;

describe('full Bayes on its page', () => {
  it('has figures that are drawn whole at every width, with marks, words and rows that hold', () => {
    const figures = RESULT_STEPS.flatMap((step) => resultsOf(step).figures);
    expect(figures.map(({ id }) => id)).toEqual([
      ...[
        'beliefs-slopes',
        'trace-phi',
        'energy',
        'beliefs-posterior-scores',
        'beliefs-posterior-thresholds',
      ],
    ]);
    figures.forEach(expectFigure);
  });

  it('says wherever numbers are that they have not converged, and nothing where they have', () => {
    for (const step of RESULT_STEPS) {
      const { figures, caution } = resultsOf(step);
      expect(caution?.startsWith('Not converged') ?? false, step).toBe(figures.length > 0);
      expect(resultsOf(step, converged()).caution, step).toBeNull();
    }
  });

  it('has the thresholds, differences and scores that the report has', () => {
    const { thresholds, differences, scores } = cell.estimates!;
    const shown = resultsOf('thresholds');
    expect(shown.figures[0].rows.map(({ implied, lower, upper }) => [implied, lower, upper])).toEqual(
      thresholds.map(({ median, q5, q95 }) => [median, q5, q95]),
    );
    expect(shown.tables[0].rows[0]).toMatchObject({ median: differences[0].median, thresholds: 2 });
    const [first] = resultsOf('coherence').figures[0].rows;
    expect(first.mean).toBe(scores!.reports_to_decisions.concordance.mean);
    expect(posteriorCellTable([cell]).rows[0]).toMatchObject({ decisions: first.mean, train: 44 });
  });

  it('sets the optimum beside the draws in grey where there is one, and asks for one where there is none', () => {
    expect(resultsOf('thresholds').notes.join()).toContain('No MAP fit of this cell');
    const beside = cell.estimates!.thresholds.map(({ prompt, framing, nominal, rate }): ThresholdRow => ({
      ...{ prompt, framing, nominal, rate, implied: 0.9, lower: 0.85, upper: 0.95 },
      ...{ alpha: 0, beta: 1, caution: null },
    }));
    const both = resultsOf('thresholds', { ...cell, beside: { run: 'r', title: 't', thresholds: beside } });
    expect(both.notes.join()).not.toContain('No MAP fit');
    expectFigure(both.figures[0]);
    expect(both.figures[0].rows[0]).toMatchObject({ map: 0.9, map_lower: 0.85, map_upper: 0.95 });
    expect(both.figures[0].marks[0].lines).toContain('MAP .900 [.85, .95]');
    const alone = drawAt(resultsOf('thresholds').figures[0], 640);
    const [, high] = placeOf(drawAt(both.figures[0], 640), 'bet_high');
    const [, before] = placeOf(alone, 'bet_high');
    expect(high).toBeGreaterThan(before);
  });

  it('draws thresholds without meaning hollow', () => {
    const rows = cell.estimates!.thresholds.map((row, k) => ({
      ...{ ...row, beta: 1, caution: k === 0 ? 'the slope may be near 0' : null },
    }));
    const figure = posteriorThresholdFigure('a', cell.prompts, rows);
    expectFigure(figure);
    expect(figure.caption).toContain('Hollow');
    expect(figure.marks[0].lines).toContain('means nothing: the slope may be near 0');
  });
});

describe('words on the rail', () => {
  const words = (own: PosteriorCell) =>
    stepWords({
      ...{ chosen: 1, retention: [own.retention], cell: { fitted: null, drawn: own } },
      run: { state: 'fine', word: 'Done', control: null } as Parameters<typeof stepWords>[0]['run'],
    });

  it('are of the draws, and point to a fit for the rest', () => {
    const told = words(cell);
    expect(told.fit.word).toMatch(/to look at|not converged/);
    expect(words(converged()).fit).toEqual({ state: 'fine', word: 'converged' });
    expect(told.coherence).toMatchObject({ word: 'not converged', state: expect.not.stringMatching('fine') });
    const sure = words(converged());
    expect(sure.coherence.word).toMatch(/^\.\d\d \[\.\d\d, \.\d\d\]|^1\.00/);
    expect(sure.thresholds.word).toMatch(/^\d of 4 shifted$/);
    expect(told.sufficiency).toEqual({ state: 'idle', word: 'with MAP' });
  });

  it('wait for the first draws', () => {
    expect(posteriorResultsOf('fit', { ...cell, estimates: null })).toBeNull();
    expect(words({ ...cell, estimates: null }).thresholds).toEqual({ state: 'idle', word: 'not run' });
  });
});
