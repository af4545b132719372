// Tables written as CSV read back as they were.
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { writeTableCsv } from '../../../src/formats/table-csv.ts';

describe('writeTableCsv', () => {
  it('quotes what needs it, ends lines with CRLF, and writes numbers so that they read back', () => {
    const rows = [
      { variable: 'psi[1,2]', mean: 1 / 3, rhat: null, constant: false },
      { variable: 'say "hi"', mean: -5e-324, rhat: NaN, constant: true },
    ];
    const text = writeTableCsv(rows);
    expect(text).toBe(
      'variable,mean,rhat,constant\r\n"psi[1,2]",0.3333333333333333,,false\r\n"say ""hi""",-5e-324,NaN,true\r\n',
    );
    expect(Papa.parse<string[]>(text.trim()).data[1][0]).toBe('psi[1,2]');
    expect(Number(Papa.parse<string[]>(text.trim()).data[1][1])).toBe(1 / 3);
  });

  it('takes an order of columns, and no rows at all', () => {
    expect(writeTableCsv([{ a: 1, b: Infinity }], ['b', 'a'])).toBe('b,a\r\nInf,1\r\n');
    expect(writeTableCsv<{ a: number }>([], ['a'])).toBe('a\r\n');
  });

  it('takes rows of an interface, columns by name', () => {
    interface Row {
      readonly name: string;
      readonly value: number | null;
    }
    const rows: readonly Row[] = [{ name: ' padded', value: null }];
    expect(writeTableCsv(rows, ['value', 'name'])).toBe('value,name\r\n," padded"\r\n');
  });
});
