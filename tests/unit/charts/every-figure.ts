// What is true of every figure at every width, for the tests of calibration charts.
import { expect } from 'vitest';
import type { Figure } from '../../../src/charts/figure.ts';
import { textWidth } from '../../../src/charts/svg.ts';
import { drawn, openPage, type DrawnElement } from './page.ts';

openPage();

export const WIDTHS = [360, 552, 777, 1344, 1920] as const;

export const drawAt = (figure: Figure, width: number): DrawnElement => drawn(figure.draw(width));

export const marksOf = (svg: DrawnElement): readonly DrawnElement[] => svg.querySelectorAll('[data-mark]');

/** Where a mark stands; throws where it is not drawn. */
export function placeOf(svg: DrawnElement, id: string): readonly [number, number] {
  const mark = marksOf(svg).find(({ dataset }) => dataset.mark === id);
  if (mark === undefined) throw new Error(`mark ${id} is not drawn`);
  return [Number(mark.dataset.x), Number(mark.dataset.y)];
}

export const textsOf = (svg: DrawnElement): readonly string[] =>
  svg.querySelectorAll('text').map((text) => text.textContent);

function leaves(svg: DrawnElement, text: DrawnElement): boolean {
  const [x, size] = [Number(text.getAttribute('x')), parseFloat(text.styles.get('font-size') ?? '12')];
  const width = textWidth(text.textContent, size, text.styles.get('font-weight') === 'var(--weight-strong)');
  const shift = { start: 0, middle: 0.5, end: 1 }[text.getAttribute('text-anchor') ?? 'start'] ?? 0;
  const left = x - shift * width;
  return left < -1 || left + width > Number(svg.getAttribute('width')) + 1;
}

/** Labels of d3-axis are placed by their group. */
const isTick = ({ parentNode }: DrawnElement): boolean => parentNode?.getAttribute('class') === 'tick';

function expectDrawing(figure: Figure, width: number): void {
  const svg = drawAt(figure, width);
  const [wide, high] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const marks = marksOf(svg).map(({ dataset }) => dataset);
  const ids = marks.map(({ mark }) => mark);
  const off = marks.filter(
    ({ x, y }) => !(Number(x) >= 0 && Number(x) <= wide && Number(y) >= 0 && Number(y) <= high),
  );
  const outside = svg.querySelectorAll('text').filter((text) => !isTick(text) && leaves(svg, text));
  const colourless = svg
    .querySelectorAll('text')
    .filter((text) => text.textContent !== '' && !text.styles.has('fill'));
  expect(colourless.map(({ textContent }) => textContent)).toEqual([]);
  expect(wide).toBe(width);
  expect(svg.written).not.toMatch(/NaN|undefined|Infinity/);
  expect(ids.sort()).toEqual(figure.marks.map(({ id }) => id).sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(off).toEqual([]);
  expect(outside.map(({ textContent }) => textContent)).toEqual([]);
}

/** Marks are drawn once and inside, words fit, every number is one, the table has what its heads promise. */
export function expectFigure(figure: Figure): void {
  for (const width of WIDTHS) expectDrawing(figure, width);
  expect(figure.title).not.toBe('');
  expect(figure.subtitle).toMatch(/\.$/);
  expect(figure.description).toMatch(/\d.*\.$/s);
  expect(`${figure.description}${JSON.stringify(figure.marks)}`).not.toMatch(/NaN|undefined|Infinity/);
  expect(figure.marks.length).toBeGreaterThan(0);
  const heads = figure.columns.map(({ key }) => key);
  expect(figure.rows.filter((row) => heads.some((key) => !(key in row)))).toEqual([]);
  expect(figure.columns.map(({ key, format }) => format(figure.rows[0][key])).join()).not.toMatch(
    /NaN|undefined/,
  );
}
