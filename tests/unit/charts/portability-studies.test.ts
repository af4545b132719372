import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nashFigure } from '../../../src/charts/portability-nash.ts';
import { regretFigures, ridgeFigure } from '../../../src/charts/portability-ridge.ts';
import { robustnessFigure } from '../../../src/charts/portability-robustness.ts';
import { motifFigure } from '../../../src/charts/portability-texts-motifs.ts';
import { similarityFigure } from '../../../src/charts/portability-texts-similarity.ts';
import { coverageFigure, textCells } from '../../../src/charts/portability-texts.ts';
import { GUESSED, startImport } from '../../../src/instruments/portability/import/import.ts';
import {
  DEFAULT_MECHANISM,
  mechanismTasks,
  type MechanismPlan,
} from '../../../src/instruments/portability/mechanism/plan.ts';
import { mechanismReport } from '../../../src/instruments/portability/mechanism/report.ts';
import {
  robustnessTasks,
  type RobustnessPlan,
} from '../../../src/instruments/portability/robustness/plan.ts';
import { robustnessReport } from '../../../src/instruments/portability/robustness/report.ts';
import { tables as agents } from '../instruments/portability/agents-run.ts';
import { workedTasks } from '../instruments/portability/worked.ts';
import { drawAt, expectFigure, placeOf, textsOf } from './every-figure.ts';

const GAMES = ['normal_form', 'lottery'];

function fixtureTable(game: string) {
  const importer = startImport(GUESSED);
  importer.add(
    `${game}.csv`,
    readFileSync(new URL(`../../fixtures/portability/${game}.csv`, import.meta.url)),
  );
  const read = importer.finish();
  if (!read.ok) throw new Error('the fixture is not read');
  return read.value.games[0].table;
}

const common = { instrument: 'portability', title: '', seed: 1, engine: 'cpu' } as const;
const why: MechanismPlan = {
  ...common,
  analysis: 'mechanism',
  datasets: GAMES,
  settings: { ...DEFAULT_MECHANISM, splits: 4, permutations: 19, echoes: ['tax', 'bonus'] },
};
const fixtures = new Map(GAMES.map((game) => [game, fixtureTable(game)]));
const { cells } = mechanismReport(why, fixtures, await workedTasks(mechanismTasks(why, fixtures)));

const study: RobustnessPlan = {
  ...common,
  analysis: 'robustness',
  datasets: ['t'],
  settings: {
    predictors: ['ols', 'poly3_powers', 'choice'],
    sources: [1, 2],
    bins: [5, 20],
    splits: 6,
    permutations: 39,
    slowPermutations: 3,
    levels: 4,
  },
};
const { variants } = robustnessReport(study, agents, await workedTasks(robustnessTasks(study, agents)));

describe('figures of mechanisms', () => {
  it('are figures at every width', () => {
    const texts = textCells(cells);
    const figures = [
      ridgeFigure(cells),
      nashFigure(cells),
      ...regretFigures(cells),
      coverageFigure(texts),
      similarityFigure(texts),
      motifFigure(texts),
    ];
    expect(figures).toHaveLength(6);
    for (const figure of figures) expectFigure(figure!);
  });

  it('show what framings add where it is, filled above the floor alone', () => {
    const figure = ridgeFigure(cells)!;
    const svg = drawAt(figure, 900);
    const shown = cells.flatMap(({ index, ridge }) =>
      ridge ? [{ delta: ridge.delta.mean, x: placeOf(svg, `cell-${index}`)[0] }] : [],
    );
    const across = [...shown].sort((a, b) => a.delta - b.delta).map(({ x }) => x);
    expect(across).toEqual([...across].sort((a, b) => a - b));
    expect(textsOf(svg)).toContain('R² payoffs');
  });

  it('are none where there is nothing to show', () => {
    const bare = cells.map((cell) => ({ ...cell, ridge: null, nash: null, regret: null, texts: null }));
    const none = textCells(bare);
    expect([ridgeFigure(bare), nashFigure(bare), coverageFigure(none), similarityFigure(none)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([regretFigures(bare), motifFigure(none)]).toEqual([[], null]);
  });

  it('price lotteries alone, and say by what', () => {
    const [figure, ...others] = regretFigures(cells);
    expect(others).toEqual([]);
    expect(figure.title).toMatch(/Lottery choice$/);
    expect(figure.caption).toMatch(/^Payoff is action \* \(pA/);
  });
});

describe('figures of robustness', () => {
  const at = (predictor: string | null, bins: number | null, sources: number | null) =>
    variants.filter(
      (variant) =>
        (predictor === null || variant.predictor === predictor) &&
        (bins === null || variant.bins === bins || variant.bins === null) &&
        (sources === null || variant.sources === sources),
    );

  it('are figures at every width, a panel a cell', () => {
    const byPredictor = robustnessFigure(at(null, 20, 2), 'predictor', 'At B = 20 and |S| = 2.');
    const byBins = robustnessFigure(at('ols', null, 2), 'bins', 'Least squares, |S| = 2.');
    const bySources = robustnessFigure(at('ols', 20, null), 'sources', 'Least squares, B = 20.');
    for (const figure of [byPredictor, byBins, bySources]) expectFigure(figure);
    expect(byPredictor.marks).toHaveLength(2 * 3);
    expect(byBins.marks).toHaveLength(2 * 2);
    const svg = drawAt(byBins, 777);
    const [left, right] = byBins.rows.map((_, i) => placeOf(svg, byBins.marks[i].id));
    expect(right[1]).toBeGreaterThan(left[1]);
  });

  it('read each distance against its own floor', () => {
    const figure = robustnessFigure(at(null, 20, 2), 'predictor', 'At B = 20.');
    expect(figure.description).toMatch(/above its floor of/);
    expect(figure.rows[0]).toHaveProperty('perm_q95', expect.any(Number));
  });

  it('draw a cell without a distance', () => {
    const none = at('ols', 20, null).map((variant) => ({
      ...variant,
      tv_mean: null,
      tv_q5: null,
      tv_q95: null,
    }));
    expectFigure(robustnessFigure(none, 'sources', 'Least squares.'));
  });
});
