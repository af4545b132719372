import { describe, expect, it } from 'vitest';
import { choiceCsv } from '../../../src/formats/choice-csv.ts';
import { tableHash } from '../../../src/formats/table-hash.ts';
import { agentTable } from '../../../src/instruments/portability/agents.ts';
import { startImport } from '../../../src/instruments/portability/import/import.ts';

describe('a table of choices', () => {
  it.each(['beauty', 'normal_form'])('of %s is what its CSV is read as', async (game) => {
    const made = agentTable({
      game,
      agents: ['mild', 'shift'],
      regimes: ['cot', 'noncot'],
      environments: 12,
      instances: 11,
      draws: 2,
      shared: false,
      seed: 9,
    });
    const texts = { rows: Uint32Array.of(1, 5), texts: ['I keep, all\nof "it"', 'A'] };
    const action = made.action.map((value, row) => (row === 7 ? NaN : value));
    const model = { ...made.model, names: ['mild, they say', 'shift'] };
    const table = { ...made, action, texts, model };
    const importer = startImport();
    importer.add('f.csv', new TextEncoder().encode(choiceCsv(table)));
    const read = importer.finish();
    expect(read.ok && read.value.games.map(({ table: found }) => found.labels)).toEqual([table.labels]);
    if (read.ok) expect(await tableHash(read.value.games[0].table)).toBe(await tableHash(table));
  });
});
