import { describe, expect, it } from 'vitest';
import { binsFigure, fitsFigure } from '../../../src/charts/portability-detail.ts';
import { matrixFigure } from '../../../src/charts/portability-matrix.ts';
import { violinsFigure } from '../../../src/charts/portability-violins.ts';
import { cellDetail } from '../../../src/instruments/portability/views-cell.ts';
import { plan, tables, views } from '../instruments/portability/agents-run.ts';
import { drawAt, expectFigure, placeOf } from './every-figure.ts';

const violins = violinsFigure(views.violins, 79);

describe('violins by game and model', () => {
  it('is a figure at every width', () => expectFigure(violins));

  it('stands where its mean is, below one another in the order of the data', () => {
    const svg = drawAt(violins, 777);
    const [portable, frame] = ['cell-0', 'cell-1'].map((id) => placeOf(svg, id));
    expect(frame[0]).toBeGreaterThan(portable[0]);
    expect(frame[1]).toBeGreaterThan(portable[1]);
  });

  it('has full colour above the floor alone, and marks it', () => {
    const svg = drawAt(violins, 777);
    const opacity = (cell: string): number[] =>
      svg
        .querySelectorAll(`[data-mark="${cell}"]`)
        .flatMap((mark) => mark.querySelectorAll('path'))
        .map((path) => Number(path.styles.get('fill-opacity')));
    expect(opacity('cell-0')).toContain(0.16);
    expect(opacity('cell-0')).not.toContain(0.85);
    expect(opacity('cell-1')).toContain(0.85);
    expect(svg.written.match(/◆/g)).toHaveLength(1);
  });

  it('says that raw TV is not ranked across games', () => {
    expect(violins.caption).toMatch(/Raw TV is not comparable across games/);
  });
});

describe('the matrix', () => {
  it('is a figure at every width', () => views.matrices.map(matrixFigure).forEach(expectFigure));

  it('is hollow at the floor: nearly everywhere for the portable agent, hardly anywhere for the other', () => {
    const [portable, frame] = views.matrices.map(
      (view) => matrixFigure(view).rows.filter(({ above }) => above).length,
    );
    expect(portable).toBeLessThan(4);
    expect(frame).toBeGreaterThan(6);
  });
});

describe('one comparison', () => {
  const detail = cellDetail(plan, tables, 1, 0, 2);
  it('has figures of its fits and its bins at every width', () => {
    expectFigure(fitsFigure(detail));
    expectFigure(binsFigure(detail));
  });
});
