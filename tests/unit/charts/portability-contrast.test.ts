import { describe, expect, it } from 'vitest';
import { bestFigure, contrastFigure } from '../../../src/charts/portability-contrast-figures.ts';
import { agentTable } from '../../../src/instruments/portability/agents.ts';
import { portabilityContrasts } from '../../../src/instruments/portability/contrasts.ts';
import { distinctContrasts } from '../../../src/instruments/portability/contrasts-words.ts';
import { DEFAULT_PORTABILITY, type PortabilityPlan } from '../../../src/instruments/portability/plan.ts';
import { drawAt, expectFigure, placeOf, textsOf } from './every-figure.ts';

const agents = (game: string, regimes: readonly string[]) =>
  agentTable({
    game,
    agents: ['shift', 'frame'],
    regimes,
    environments: 5,
    instances: 30,
    draws: 2,
    shared: false,
    seed: 6,
  });

function rowsOf(regimes: readonly string[], bootstrap: number) {
  const tables = new Map(['dictator', 'public_goods'].map((game) => [game, agents(game, regimes)]));
  const plan: PortabilityPlan = {
    instrument: 'portability',
    analysis: 'portability',
    title: '',
    datasets: [...tables.keys()],
    settings: { ...DEFAULT_PORTABILITY, bins: 5, bootstrap },
    seed: 1,
    engine: 'cpu',
  };
  return distinctContrasts(portabilityContrasts(plan, tables).rows);
}

const rows = rowsOf(['noncot', 'cot'], 6);
const figure = contrastFigure(rows);

describe('contrasts of two regimes', () => {
  it('are a figure at every width, with an excess and without one', () => {
    expectFigure(figure);
    expectFigure(contrastFigure(rowsOf(['noncot', 'a regime with a very long name'], 0)));
  });

  it('stand where their difference is, below one another, blocks under their heads', () => {
    const svg = drawAt(figure, 777);
    const places = rows.map((_, i) => placeOf(svg, `contrast-${i}`));
    places.slice(1).forEach(([, y], i) => expect(y).toBeGreaterThan(places[i][1]));
    const order = [...rows.keys()].sort((i, j) => rows[i].delta - rows[j].delta);
    order.slice(1).forEach((i, k) => expect(places[i][0]).toBeGreaterThanOrEqual(places[order[k]][0]));
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['By model', 'By game', 'By model and game', 'pooled']),
    );
  });

  it('carry their numbers in words', () => {
    expect(figure.rows).toHaveLength(9);
    expect(figure.description).toMatch(/^cot against noncot, pooled: ΔTV /);
    expect(figure.marks[0].lines[0]).toMatch(/^TV \.\d\d under noncot, \.\d\d under cot$/);
  });
});

it('is a figure of models with one regime against the best of the others', () => {
  const lone = rowsOf(['only'], 3);
  expect(lone.map(({ scope }) => scope)).toEqual(new Array(4).fill('best'));
  expectFigure(bestFigure(lone));
});
