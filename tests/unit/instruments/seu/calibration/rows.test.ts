import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type Chunk } from '../../../../../src/engine/types.ts';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { writeTableCsv, type TableRow } from '../../../../../src/formats/table-csv.ts';
import { blockKey } from '../../../../../src/instruments/seu/calibration/keys.ts';
import {
  joinRows,
  rowsOfChunks,
  type ReplicateRows,
} from '../../../../../src/instruments/seu/calibration/rows.ts';
import { readStats, withFacts } from '../../../../../src/instruments/seu/calibration/table-read.ts';
import { factRows, STATS_COLUMNS, statsRows } from '../../../../../src/instruments/seu/calibration/table.ts';
import { mockRows, slice } from './mock.ts';

const rows = mockRows({ replicates: 23, maxRank: 19, failed: [104], first: 100 });
const stats = (table: ReplicateRows): string => writeTableCsv(statsRows(table), STATS_COLUMNS);
const facts = (table: ReplicateRows): string => writeTableCsv(factRows(table));

/** The table with another rank in row `index`, 0 being the first below the header. */
function withRank(index: number, rank: string): string {
  const table = statsRows(rows).map((row, i) => (i === index ? { ...row, rank } : row));
  return writeTableCsv(table, STATS_COLUMNS);
}

/** Chunks of the blocks that begin where told, each cut in two. */
function chunksOf(cuts: readonly number[]): readonly Chunk[] {
  const ends = [...cuts.slice(1), rows.replicates.length];
  return cuts.flatMap((start, i) => {
    const middle = Math.ceil((start + ends[i]) / 2);
    return [
      [start, middle],
      [middle, ends[i]],
    ]
      .filter(([from, to]) => to > from)
      .map(([from, to]): Chunk => {
        const part = slice(rows, from, to);
        return {
          taskKey: blockKey(0, rows.replicates[start]),
          first: from - start,
          count: to - from,
          columns: { ...part.summaries, ...part.facts },
          gradients: 0,
          warmupGradients: 0,
        };
      });
  });
}

describe('rows of chunks', () => {
  it('are the same from any blocks in any order', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 22 }), { maxLength: 5 });
    fc.assert(
      fc.property(cuts, fc.infiniteStream(fc.nat()), (inner, keys) => {
        const chunks = chunksOf([0, ...inner.sort((a, b) => a - b)]);
        const order = chunks.map((chunk) => ({ chunk, key: keys.next().value ?? 0 }));
        const shuffled = order.sort((a, b) => a.key - b.key).map(({ chunk }) => chunk);
        expect(rowsOfChunks(shuffled, 0, rows.quantities, rows.maxRank)).toEqual(rows);
      }),
      { numRuns: 30, seed: 4 },
    );
  });

  it('leave out other arms and the tuning', () => {
    const other = { ...chunksOf([0])[0], taskKey: blockKey(1, 0) };
    const tuning = { ...other, taskKey: 'a00/tune' };
    expect(rowsOfChunks([other, tuning], 0, rows.quantities, 19).replicates).toEqual([]);
  });
});

describe('joined rows', () => {
  it('are the whole', () => {
    const parts = [slice(rows, 9, 23), slice(rows, 0, 4), slice(rows, 4, 9)];
    expect(joinRows(parts)).toEqual(rows);
  });

  it('refuse a replicate that comes twice, other quantities and other ranks', () => {
    expect(() => joinRows([slice(rows, 0, 5), slice(rows, 4, 9)])).toThrow(/replicate 104 comes twice/);
    const others = mockRows({ replicates: 2, maxRank: 19, quantities: ['alpha'] });
    expect(() => joinRows([rows, others])).toThrow(/quantities alpha; needed/);
    expect(() => joinRows([rows, mockRows({ replicates: 2, maxRank: 9 })])).toThrow(
      /ranks 0 … 9; needed 0 … 19/,
    );
  });
});

describe('tables', () => {
  it('have the columns of the R package SBC, replicates from 1, and empty cells of a failed fit', () => {
    const lines = stats(rows).split('\r\n');
    expect(lines[0]).toBe(
      'sim_id,variable,simulated_value,rank,z_score,mean,median,sd,q5,q95,rhat,ess_bulk,ess_tail,max_rank',
    );
    expect(lines[1].startsWith('101,alpha,')).toBe(true);
    const failed = lines.find((line) => line.startsWith('105,alpha'))!;
    expect(failed).toMatch(/^105,alpha,[\d.e-]+,{11}19$/);
    expect(lines[2].split(/,(?=\D)/)[1]).toContain('"beta[1');
  });

  it('read back to the bit', () => {
    const read = readStats(stats(rows), 'sbc_stats.csv');
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const whole = withFacts(read.value, facts(rows), 'replicates.csv');
    expect(whole).toEqual({ ok: true, value: rows });
    for (const name of REPLICATE_SUMMARIES) expect(read.value.summaries[name]).toEqual(rows.summaries[name]);
    expect([...read.value.facts.failed]).toEqual([...rows.facts.failed]);
    expect(REPLICATE_FACTS.filter((name) => read.value.facts[name].every(Number.isNaN))).toEqual([
      'gradients',
      'divergences',
      'acceptance',
    ]);
  });

  it('are read by replicate, whatever the order of their rows, with infinite figures as R spells them', () => {
    const parts = [slice(rows, 9, 23), slice(rows, 0, 9)].flatMap(statsRows);
    const read = readStats(writeTableCsv(parts, STATS_COLUMNS), 'f.csv');
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(read.value.replicates).toEqual(rows.replicates);
    expect(read.value.summaries.rank).toEqual(rows.summaries.rank);
    const infinite = statsRows(rows).map((row, i): TableRow => ({
      ...row,
      q5: i === 0 ? -Infinity : row.q5,
    }));
    const low = readStats(writeTableCsv(infinite, STATS_COLUMNS), 'f.csv');
    expect(low.ok && low.value.summaries.q5[0]).toBe(-Infinity);
  });

  it('of facts have every replicate once', () => {
    const read = (text: string): string => {
      const parsed = withFacts(rows, text, 'r.csv');
      return parsed.ok ? '' : parsed.faults.map(faultLine).join('\n');
    };
    expect(read(facts(rows))).toBe('');
    expect(read(facts(rows).replace('\r\n102,', '\r\n101,'))).toBe(
      'r.csv:3:sim_id: 101 a second time; every replicate once',
    );
    expect(read(facts(rows).replace('\r\n102,', '\r\n1.5,'))).toMatch(/^r.csv:3:sim_id: 1.5; a whole number/);
    expect(read(facts(slice(rows, 1, 23)))).toBe('r.csv:sim_id: no 101; a row for every replicate');
  });

  it.each([
    ['sim_id,variable\r\n1,alpha\r\n', /max_rank: no such column/],
    [stats(rows).replace(',19\r\n', ',18\r\n'), /2:max_rank: 18|max_rank: 19; needed the same/],
    [stats(rows).replace('alpha', 'omega'), /needed every replicate with 7 quantities/],
    [stats(rows).replace('101,alpha', 'x,alpha'), /2:sim_id: "x"; needed a number/],
    [stats(rows).replaceAll(/^101,/gm, '0,'), /^2:sim_id: 0; needed a whole number from 1/],
    [stats(rows).replaceAll(/^101,/gm, ','), /^2:sim_id: no number; needed a whole number from 1/],
    [stats(rows).replaceAll(/^103,/gm, '102,'), /^16:sim_id: 102 a second time; needed every replicate once/],
    [withRank(2, '20'), /^4:rank: 20; needed a whole number 0 … 19, or no rank of any/],
    [withRank(2, '-1'), /^4:rank: -1; needed/],
    [withRank(8, '3.5'), /^10:rank: 3.5; needed/],
    [withRank(8, 'Inf'), /^10:rank: Infinity; needed/],
    [withRank(0, ''), /^2:rank: no number; needed/],
    [withRank(9, 'NA'), /^11:rank: no number; needed/],
    // The first rank of a replicate that has no other.
    [withRank(7 * 4, '5'), /^31:rank: no number; needed/],
    [stats(rows).replaceAll(/,19\r\n/g, ',Inf\r\n'), /^2:max_rank: Infinity; needed the same whole number/],
    [stats(rows).replaceAll(/,19\r\n/g, ',0\r\n'), /^2:max_rank: 0; needed the same whole number/],
    // Blank rows count: the row is that of the file, not of the table.
    [withRank(2, '20').replace('101,"beta', '\r\n\r\n101,"beta'), /^6:rank: 20; needed/],
    [
      stats(rows).split('\r\n').slice(0, -3).join('\r\n').replace('\r\n', '\r\n\r\n'),
      /^161:variable: the end/,
    ],
  ])('refuse what is no table of ranks: %#', (text, fault) => {
    const read = readStats(text, 'f.csv');
    if (read.ok) throw new Error('was read');
    const lines = read.faults.map(
      ({ row, column, seen, needed }) => `${row}:${column}: ${seen}; needed ${needed}`,
    );
    expect(lines.join('\n')).toMatch(fault);
  });
});
