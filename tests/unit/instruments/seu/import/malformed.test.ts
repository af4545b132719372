// Every malformed file is refused with the faults that a person needs, and with nothing else.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { recognise } from '../../../../../src/instruments/seu/import/recognise.ts';
import { haveShared, sharedBytes } from '../../../formats/shared.ts';

const folder = new URL('../../../../fixtures/malformed/', import.meta.url);
const path = (name: string): string => fileURLToPath(new URL(name, folder));

/** File name → its fault lines without the name. */
const EXPECTED = JSON.parse(readFileSync(path('expected.json'), 'utf8')) as Readonly<
  Record<string, string[]>
>;

const complaint = (name: string, bytes: Uint8Array): string[] => {
  const result = recognise(name, bytes);
  return result.ok ? ['accepted'] : result.faults.map((fault) => faultLine(fault).slice(name.length));
};

describe('malformed files', () => {
  it('are all in the table, and are more than forty', () => {
    const files = readdirSync(path('.')).filter((name) => name !== 'expected.json');
    expect(files.sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(files.length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(EXPECTED))('%s', (name, expected) => {
    expect(complaint(name, new Uint8Array(readFileSync(path(name))))).toEqual(expected);
  });
});

const noRoles = (roles: readonly string[]): string[] =>
  roles.map(
    (role) => `:1: no column with the role ${role}; a column named ${role}, or a mapping that names one`,
  );

describe.skipIf(!haveShared)('real files that are not choices from menus', () => {
  it.each([
    [
      '09a_cmdstan_bern-1.csv',
      [': CmdStan draws: the output of a fit, not choices; Stan data JSON or a long CSV of choices'],
    ],
    ['15_semicolon_144_games_info.csv', noRoles(['problem', 'alternative', 'chosen'])],
    [
      '17_non_utf8_edsl.csv',
      [
        ...noRoles(['problem', 'alternative', 'chosen']),
        ':1: no feature column; at least one column of numbers',
      ],
    ],
    ['01_eprime_utf16le_bom_tab.txt', noRoles(['alternative', 'chosen'])],
    ['03_fairgame_semicolon_listcells.csv', noRoles(['problem', 'alternative', 'chosen'])],
    ['16_quoted_newlines_json_cells_na_spellings.csv', noRoles(['alternative'])],
  ])('%s', (name, expected) => {
    expect(complaint(name, sharedBytes(`messy/${name}`))).toEqual(expected);
  });

  it('10_json_with_NaN_seu.json is read in spite of its NaN, and lacks every key', () => {
    const name = '10_json_with_NaN_seu.json';
    const lines = complaint(name, sharedBytes(`messy/${name}`));
    expect(lines.map((line) => line.split(':')[1])).toEqual(['/K', '/D', '/R', '/w', '/M', '/I', '/y']);
  });
});
