// Delimited text in every dress that real files wear, and the faults of those that cannot be read.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { booleanOf, decimalMarkOf, isNothing, numberOf } from '../../../src/formats/cells.ts';
import type { Table } from '../../../src/formats/delimited.ts';
import { parseTable } from '../../../src/formats/delimited.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { DELIMITERS, sniffDelimiter } from '../../../src/formats/sniff.ts';
import { decodeText } from '../../../src/formats/text.ts';
import { haveShared, sharedBytes } from './shared.ts';

const table = (text: string): Table => {
  const parsed = parseTable(text, 'a.csv');
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
};
const complaint = (text: string): string[] => {
  const parsed = parseTable(text, 'a.csv');
  return parsed.ok ? [] : parsed.faults.map(faultLine);
};

describe('sniffDelimiter', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ["a;b\n['x', 'y'];2\n['x', 'y', 'z'];3\n", ';'],
    ['a\tb\n1, 2, 3\t4\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['a,b\n"1;2",3\n"1;2;3",4\n', ','],
    ['a;b;c\n1;2\n3;4;5\n', ';'],
    ['single\n1\n', ','],
  ])('of %j is %j', (text, expected) => {
    expect(sniffDelimiter(text)).toBe(expected);
  });
});

describe('parseTable', () => {
  it('reads quotes, doubled quotes, quoted delimiters and line breaks, and numbers rows as a spreadsheet does', () => {
    const { rows, rowNumbers, columns } = table('a,b\r\n"x, ""y""","1\r\n2"\r\n\r\n3,4\r\n');
    expect(columns).toEqual(['a', 'b']);
    expect(rows).toEqual([
      ['x, "y"', '1\n2'],
      ['3', '4'],
    ]);
    expect(rowNumbers).toEqual([2, 4]);
  });

  it('takes quotation marks for text in a tab-separated file where they do not pair up', () => {
    const { rows, notes } = table('a\tb\n"x" says\t2\nxml="1"\t3\n');
    expect(rows).toEqual([
      ['"x" says', '2'],
      ['xml="1"', '3'],
    ]);
    expect(notes).toEqual(['Quotation marks were read as text: they do not pair up as CSV quoting.']);
  });

  it('drops blank columns at the end and blank cells beyond the last column', () => {
    expect(table('a,b,\n1,2,\n3,4,\n').columns).toEqual(['a', 'b']);
    expect(table('a,b\n1,2,,\n').rows).toEqual([['1', '2']]);
  });

  it.each([
    ['', ['a.csv: an empty file; a header and rows']],
    ['a,b\n', ['a.csv:1: a header without rows; at least one row below it']],
    ['a,b\n1\n2,3\n4,5,6\n', ['a.csv:2: 1 cell; 2, as the header', 'a.csv:4: 3 cells; 2, as the header']],
    ['a,,b\n1,2,3\n', ['a.csv:1:2: a column without a name; a name in the header']],
    ['a,b,a\n1,2,3\n', ['a.csv:1:a: the name of columns 1 and 3; a name for each column']],
    [
      'a,b\n1,"2\n3,4\n',
      [
        'a.csv:2: a quotation mark that is never closed; quotation marks around whole cells, doubled inside them',
      ],
    ],
    [
      'a,b\n1,2\n"x" y,4\n',
      [
        'a.csv:3: text after a closing quotation mark; quotation marks around whole cells, doubled inside them',
      ],
    ],
  ])('refuses %j', (text, expected) => {
    expect(complaint(text)).toEqual(expected);
  });

  it('reads back what Papa Parse writes, with any delimiter', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    const cell = fc.stringMatching(/^[ -~\n]{0,8}$/);
    const tables = fc.uniqueArray(name, { minLength: 2, maxLength: 5 }).chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), {
          minLength: 1,
        }),
        delimiter: fc.constantFrom(...DELIMITERS),
      }),
    );
    fc.assert(
      fc.property(tables, ({ columns, rows, delimiter }) => {
        const filled = rows.map((row) => ['k', ...row]);
        const text = Papa.unparse([['key', ...columns], ...filled], { delimiter });
        const parsed = parseTable(text, 'a.csv', delimiter);
        expect(parsed.ok && parsed.value.rows).toEqual(filled);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('reads ten megabytes in seconds', { timeout: 60_000 }, () => {
    const wide = `${'0.123456789,'.repeat(31)}0.5\n`;
    const text = `${Array.from({ length: 32 }, (_, i) => `f${i}`).join(',')}\n${wide.repeat(27_000)}`;
    expect(text.length).toBeGreaterThan(1e7);
    expect(table(text).rows).toHaveLength(27_000);
  });
});

describe('cells', () => {
  it.each([
    ['1', 1],
    [' -1.5e-3 ', -0.0015],
    ['.5', 0.5],
    ['\u22122', -2],
    ['1,5', NaN],
    ['1e999', Infinity],
    ['', NaN],
    ['NaN', NaN],
    ['0x10', NaN],
    ['1 000', NaN],
  ])('numberOf(%j) is %d', (cell, expected) => {
    expect(numberOf(cell)).toBe(expected);
  });

  it('reads a decimal comma where told to', () => {
    expect([numberOf('-1,5e2', ','), numberOf(',5', ','), numberOf('1.5', ',')]).toEqual([-150, 0.5, 1.5]);
    expect(numberOf('1,234,567', ',')).toBeNaN();
  });

  it('decides the decimal mark of a column', () => {
    expect(decimalMarkOf(['1', '2.5'])).toBe('.');
    expect(decimalMarkOf(['1,5', '2', '1,234'])).toBe(',');
    expect(decimalMarkOf(['0,234'])).toBe(',');
    expect(decimalMarkOf(['1,234', '12,500'])).toBe('undecided');
    expect(decimalMarkOf(['1,5', '1.5'])).toBe('mixed');
  });

  it('knows yes, no and nothing', () => {
    expect(['1', 'TRUE', 'yes', 'X', 'T', '1.0'].map(booleanOf)).toEqual(Array(6).fill(true));
    expect(['0', 'False', 'NO', 'n', 'f', '0.0'].map(booleanOf)).toEqual(Array(6).fill(false));
    expect(['', '2', 'maybe', 'NA'].map(booleanOf)).toEqual(Array(4).fill(null));
    expect(['', 'NA', 'n/a', 'NaN', '-Inf', 'null'].every(isNothing)).toBe(true);
    expect(isNothing('0')).toBe(false);
  });
});

describe.skipIf(!haveShared)('the messy files', () => {
  const messy = (name: string): Table => table(decodeText(sharedBytes(`messy/${name}`)).text);

  it('an E-Prime export: UTF-16, tabs, quotes that are text', () => {
    const { columns, rows } = messy('01_eprime_utf16le_bom_tab.txt');
    expect([rows.length, columns.length]).toEqual([25, 53]);
    expect(rows[0][columns.indexOf('Clock.Information')]).toMatch(/^<\?xml version="1.0"\?>\\n<Clock/);
    expect(rows[0][columns.indexOf('g1')]).toBe('Gamble_C.bmp');
  });

  it('semicolons with lists in cells', () => {
    const { columns, rows, delimiter } = messy('03_fairgame_semicolon_listcells.csv');
    expect([delimiter, columns.length, rows.length]).toEqual([';', 23, 67]);
    expect(rows[0][columns.indexOf('agent1_strategies')].split(', ')).toHaveLength(10);
  });

  it('semicolons and whole numbers', () => {
    const { columns, rows } = messy('15_semicolon_144_games_info.csv');
    expect([rows.length, columns.length]).toEqual([144, 13]);
  });

  it('quoted line breaks and JSON in cells', () => {
    const { columns, rows } = messy('16_quoted_newlines_json_cells_na_spellings.csv');
    expect([rows.length, columns.length]).toEqual([50, 6]);
  });

  it('Windows-1252', () => {
    const { rows } = messy('17_non_utf8_edsl.csv');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(['Respondent é1', '1 Calle Ñu, Apt X', '555-0001']);
  });
});
