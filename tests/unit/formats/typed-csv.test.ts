import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTable } from '../../../src/formats/delimited.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { previewTable, readTyped } from '../../../src/formats/typed-csv.ts';
import type { ColumnKind, NameWriter, NumberWriter, TextWriter } from '../../../src/formats/typed-writers.ts';

const read = (text: string, kinds: Record<string, ColumnKind>) => {
  const preview = previewTable(text, 'a.csv');
  if (!preview.ok) throw new Error(preview.faults.map(faultLine).join('\n'));
  return readTyped(text, 'a.csv', preview.value, new Map(Object.entries(kinds)));
};

function readOk(text: string, kinds: Record<string, ColumnKind>) {
  const table = read(text, kinds);
  if (!table.ok) throw new Error(table.faults.map(faultLine).join('\n'));
  return table.value;
}

function names(text: string, column: string): string[] {
  const table = readOk(text, { [column]: 'names' });
  const result = (table.columns.get(column) as NameWriter).result(table.rows);
  return Array.from(result.codes, (code) => result.names[code]);
}

describe('names', () => {
  it.each([
    ['commas, line feeds', 'a,b\nx,1\ny,2\n'],
    ['semicolons, carriage returns and line feeds', 'a;b\r\nx;1\r\ny;2'],
    ['tabs, carriage returns alone', 'a\tb\rx\t1\ry\t2\r'],
    ['bars and blank rows', '\na|b\n\nx|1\n|\ny|2\n\n'],
    ['quotes and spaces', '"a","b"\n "x",1\n"y" ,2\n'.replace(' "x"', '"x"')],
    ['blank cells beyond the last column', 'a,b\nx,1,,\ny,2,\n'],
  ])('%s', (_, text) => {
    expect(names(text, 'a')).toEqual(['x', 'y']);
    expect(names(text, 'b')).toEqual(['1', '2']);
  });

  it('keep line breaks, marks and doubled quotes inside quotes', () => {
    expect(names('a,b\n"one, ""two""\nthree",1\nx,2\n', 'a')).toEqual(['one, "two"\nthree', 'x']);
  });
});

describe('numbers', () => {
  it('are those that JavaScript reads, to the last bit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        (values) => {
          const plain = values.map((value) => Number(value.toFixed(4)));
          const table = readOk(`v,w\n${plain.map((value) => `${value},0`).join('\n')}\n`, { v: 'numbers' });
          const { values: found, odd } = (table.columns.get('v') as NumberWriter).result(table.rows);
          const texts = new Map(odd.map(({ row, text }) => [row, text]));
          plain.forEach((value, i) => expect(texts.has(i) ? Number(texts.get(i)) : found[i]).toBe(value + 0));
        },
      ),
      { seed: 1, numRuns: 50 },
    );
  });

  it('say which cells are none, with their rows; blank ones are NaN alone', () => {
    const table = readOk('v,w\n1.50,a\n1e3,b\n,c\n-2,d\n', { v: 'numbers' });
    const { values, odd, points } = (table.columns.get('v') as NumberWriter).result(table.rows);
    expect([...values]).toEqual([1.5, NaN, NaN, -2]);
    expect(odd).toEqual([{ row: 1, text: '1e3' }]);
    expect(points).toBe(true);
  });
});

describe('texts', () => {
  it('are kept where there are any', () => {
    const table = readOk('t,w\n,1\n"I give\r\n[40], ""all in""",2\n,3\nx,4\n', { t: 'texts' });
    const { rows, texts } = (table.columns.get('t') as TextWriter).result(table.rows);
    expect([...rows]).toEqual([1, 3]);
    expect(texts).toEqual(['I give\n[40], "all in"', 'x']);
  });
});

describe('rows of the file', () => {
  it('count blank rows above', () => {
    const table = readOk('\na,b\n1,2\n\n,\n3,4\n5,6\n', { a: 'names' });
    expect(table.rows).toBe(3);
    expect([0, 1, 2].map((row) => table.fileRow(row))).toEqual([3, 6, 7]);
  });
});

describe('faults', () => {
  const lines = (text: string, kinds: Record<string, ColumnKind> = { a: 'names' }): string[] => {
    const table = read(text, kinds);
    return table.ok ? [] : table.faults.map(faultLine);
  };

  it('name ragged rows', () => {
    expect(lines('a,b\n1,2\n3\n4,5,6\n')).toEqual([
      'a.csv:3: 1 cell; 2, as the header',
      'a.csv:4: 3 cells; 2, as the header',
    ]);
  });

  it('name quotes that do not close, as the general reader does', () => {
    const text = 'a,b\n1,2\n"3,4\n5,6\n';
    const general = parseTable(text, 'a.csv');
    expect(lines(text)).toEqual(general.ok ? null : general.faults.map(faultLine));
    expect(lines(text)).toHaveLength(1);
  });

  it.each([
    ['', 'an empty file'],
    ['a,b\n', 'a header without rows'],
    ['a,,b\n1,2,3\n', 'a column without a name'],
    ['a,a\n1,2\n', 'a name that an earlier column has'],
    ['PK\u0003\u0004', 'not text'],
  ])('of %j', (text, seen) => {
    const preview = previewTable(text, 'a.csv');
    expect(preview.ok ? null : preview.faults[0].seen).toBe(seen);
  });
});

describe('odd files', () => {
  it('with quotation marks as text between tabs are read by the general reader', () => {
    expect(names('a\tb\n"Yes" he said\t1\n5" pipe\t2\n', 'a')).toEqual(['"Yes" he said', '5" pipe']);
  });
});
