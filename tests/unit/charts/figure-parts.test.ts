// The parts of figures that need no page: layout, ticks, picking, tables and file formats.
import { scaleLinear } from 'd3-scale';
import { describe, expect, it } from 'vitest';
import { fewTicks, logTicks, niceDomain, tickLabels } from '../../../src/charts/axes.ts';
import { countColumn, flagColumn, numberColumn, probabilityColumn } from '../../../src/charts/columns.ts';
import { conditionColumns } from '../../../src/charts/conditions.ts';
import { csvText } from '../../../src/charts/csv.ts';
import type { Mark } from '../../../src/charts/figure.ts';
import { choiceProbabilities } from '../../../src/charts/home.ts';
import { columnCount, layPanels } from '../../../src/charts/panels.ts';
import { createPicker, stepMark } from '../../../src/charts/pick.ts';
import { crc32, withText } from '../../../src/charts/png-text.ts';
import { shareScale } from '../../../src/charts/share-scale.ts';
import { shorten, textWidth } from '../../../src/charts/svg.ts';

describe('small multiples', () => {
  it('have two columns at least and one per 138 px', () => {
    expect(columnCount(200, 12)).toBe(2);
    expect(columnCount(360, 12)).toBe(2);
    expect(columnCount(552, 12)).toBe(4);
    expect(columnCount(1344, 12)).toBe(9);
    expect(columnCount(1344, 3)).toBe(3);
    expect(columnCount(360, 1)).toBe(1);
  });
  it('fill the width, row by row', () => {
    const layout = { left: 40, right: 4, head: 20, height: 100, foot: 30, gap: 16 };
    const { panels, height } = layPanels(3, 360, layout);
    expect(panels.map(({ x, y, width }) => [x, y, width])).toEqual([
      [40, 20, 150],
      [206, 20, 150],
      [40, 170, 150],
    ]);
    expect(panels.map(({ lowest }) => lowest)).toEqual([false, true, true]);
    expect(height).toBe(300);
  });
});

describe('ticks', () => {
  it('are written with the decimals their step needs', () => {
    const label = tickLabels([0, 0.5, 1, 1.5]);
    expect([0, 0.5, 1, 1.5].map(label)).toEqual(['0', '0.5', '1', '1.5']);
    expect([-50, 0, 1000].map(tickLabels([-50, 0, 1000]))).toEqual(['\u221250', '0', '1\u202f000']);
    expect([0.1, 0.15, 0.2, 0.30000000000000004].map(tickLabels([0.1, 0.15, 0.2]))).toEqual([
      '0.1',
      '0.15',
      '0.2',
      '0.3',
    ]);
  });
  it('are round on a logarithmic axis', () => {
    expect(logTicks(8, 260)).toEqual([10, 20, 50, 100, 200]);
    expect(logTicks(0.02, 0.09).length).toBeGreaterThanOrEqual(3);
    expect(logTicks(1, 1e6)).toEqual([1, 10, 100, 1000, 1e4, 1e5, 1e6]);
  });
  it('widen a domain to whole steps and stay few', () => {
    expect(niceDomain(-53, 31, 6)).toEqual([-60, 40]);
    expect(niceDomain(5, 5, 4)).toEqual([5, 5]);
    expect(fewTicks(scaleLinear([-303, -262], [0, 100]))).toEqual([-300, -280]);
    expect(fewTicks(scaleLinear([147, 172], [0, 100]))).toEqual([150, 160, 170]);
  });
});

describe('picking', () => {
  const points = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 30, y: 0 },
  ];
  it('takes the nearest mark within 24 px', () => {
    const pick = createPicker(points);
    expect(pick(10, 0)?.id).toBe('a');
    expect(pick(20, 5)?.id).toBe('b');
    expect(pick(54, 0)?.id).toBe('b');
    expect(pick(54.1, 0)).toBeNull();
    expect(createPicker([])(0, 0)).toBeNull();
  });
  it('walks along series and across them', () => {
    const mark = (id: string, series: number): Mark => ({ id, series, name: id, lines: [] });
    const marks = [mark('a1', 0), mark('a2', 0), mark('a3', 0), mark('b1', 4), mark('b2', 4)];
    expect(stepMark(marks, null, 'ArrowRight')?.id).toBe('a1');
    expect(stepMark(marks, 'a1', 'ArrowRight')?.id).toBe('a2');
    expect(stepMark(marks, 'a3', 'ArrowRight')?.id).toBe('a3');
    expect(stepMark(marks, 'a3', 'ArrowDown')?.id).toBe('b2');
    expect(stepMark(marks, 'b1', 'ArrowUp')?.id).toBe('a1');
    expect(stepMark(marks, 'a2', 'Home')?.id).toBe('a1');
    expect(stepMark(marks, 'b1', 'End')?.id).toBe('b2');
    expect(stepMark(marks, 'a1', 'Enter')).toBeNull();
    expect(stepMark([], null, 'ArrowRight')).toBeNull();
  });
});

describe('tables', () => {
  it('read well', () => {
    expect(countColumn('n').format(3812)).toBe('3\u202f812');
    expect(numberColumn('x').format(0.123456)).toBe('0.123');
    expect(numberColumn('x').format(null)).toBe('NA');
    expect(probabilityColumn('p', 'p', 2).format(0.034)).toBe('.03');
    expect(flagColumn('divergent').format(true)).toBe('divergent');
    expect(new Set(conditionColumns.map(({ key }) => key)).size).toBe(conditionColumns.length);
  });
  it('leave as CSV with every digit', () => {
    const columns = [countColumn('n'), numberColumn('x', 'α')];
    const rows = [
      { n: 1000, x: -0.1234567890123 },
      { n: 2, x: null },
      { n: NaN, x: 'a "b", c' },
    ];
    expect(csvText({ columns, rows })).toBe('n,x\r\n1000,-0.1234567890123\r\n2,\r\nNaN,"a ""b"", c"\r\n');
  });
});

describe('PNG text', () => {
  it('has the checksum of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });
  it('goes between the header and the rest', () => {
    const png = Uint8Array.from({ length: 40 }, (_, i) => i);
    const file = withText(png, { Title: 'α' });
    // Keyword 5 bytes, five zeros, two bytes of UTF-8.
    expect(file.length).toBe(40 + 12 + 12);
    expect([...file.subarray(0, 33)]).toEqual([...png.subarray(0, 33)]);
    expect([...file.subarray(33, 37)]).toEqual([0, 0, 0, 12]);
    expect(new TextDecoder().decode(file.subarray(37, 46))).toBe('iTXtTitle');
    expect([...file.subarray(-7)]).toEqual([33, 34, 35, 36, 37, 38, 39]);
  });
});

describe('words on the picture', () => {
  it('give way where there is no room', () => {
    expect(shorten('insurance', 200, 12)).toBe('insurance');
    const short = shorten('a very long name of a task', 80, 12);
    expect(short).toBe('a very…ask');
    expect(textWidth(short, 12)).toBeLessThanOrEqual(80);
    expect(shorten('insurance', 4, 12)).toBe('');
  });
});

describe('names of prompts', () => {
  it('are whole in a third of a narrow window, and cut only where their letters need more', () => {
    expect(shorten('probability quintile', 358 / 3, 12)).toBe('probability quintile');
    expect(shorten('MMMMMMMMMM', 358 / 3, 12)).toContain('…');
  });

  // Chromium's getComputedTextLength at 12 px in DejaVu Sans, the widest fallback.
  it.each([
    ['probability quintile', 112.8, 130],
    ['threshold r19', 80.5, 91.8],
    ['GPT-4o × insurance', 118.4, 131.2],
    ['12.345', 42, 46.3],
  ])('%s has a bound that no font of the page exceeds, nor by much', (text, plain, strong) => {
    expect(textWidth(text, 12)).toBeGreaterThan(plain);
    expect(textWidth(text, 12, true)).toBeGreaterThan(strong);
    expect(textWidth(text, 12)).toBeLessThan(1.2 * plain);
  });
});

describe('a scale of shares', () => {
  it('is stretched towards both ends alike, and keeps the order', () => {
    const scale = shareScale([0, 300]);
    expect([0, 1].map(scale)).toEqual([0, 300]);
    for (const share of [0.003, 0.01, 0.05, 0.2, 0.4, 0.5]) {
      expect(scale(share) + scale(1 - share)).toBeCloseTo(300, 9);
      expect(Math.abs(scale(share) - (600 / Math.PI) * Math.asin(Math.sqrt(share)))).toBeLessThan(0.6);
    }
    expect(scale(0.02) - scale(0.01)).toBeGreaterThan(2.5 * 3);
  });
});

describe('the rays', () => {
  it('are as wide as Luce’s rule says', () => {
    expect(choiceProbabilities([0.2, 0.9], 0)).toEqual([0.5, 0.5]);
    const [best, , worst] = choiceProbabilities([1, 0.5, 0], 2 * Math.log(3));
    expect(best / worst).toBeCloseTo(9, 12);
    expect(best).toBeCloseTo(9 / 13, 12);
    expect(choiceProbabilities([1, 0], 1e6)).toEqual([1, 0]);
  });
});
