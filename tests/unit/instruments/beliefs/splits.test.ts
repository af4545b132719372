import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../src/formats/fault.ts';
import { retentionOf } from '../../../../src/instruments/beliefs/retention.ts';
import { PARTS, readSplits, seededSplits, splitRows } from '../../../../src/instruments/beliefs/splits.ts';
import { completeCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefFixture, partRows, smallCell } from '../../../support/beliefs.ts';

const cell = smallCell();
const cellOf = (agent: string, domain: string, cases: readonly string[]): BeliefCell => ({
  agent,
  domain,
  cases,
  outputs: [{ prompt: 'p', family: 'probability' }],
  responses: Float64Array.from(cases, () => 0.5),
  outcomes: Float64Array.from(cases, () => NaN),
});
const many = Array.from({ length: 500 }, (_, i) => `c${i}`);

describe('seeded splits', () => {
  const splits = seededSplits([cellOf('a', 'd', many), cellOf('b', 'd', many.slice(0, 100))], 3);

  it('part all cases of a domain 64 / 16 / 20, whoever answered', () => {
    expect(PARTS.map((part) => splits.d[part].length)).toEqual([320, 80, 100]);
    expect(new Set(PARTS.flatMap((part) => splits.d[part]))).toEqual(new Set(many));
  });

  it('depend on the seed and the domain alone', () => {
    expect(seededSplits([cellOf('b', 'd', [...many].reverse())], 3)).toEqual(splits);
    expect(seededSplits([cellOf('b', 'd', many)], 4)).not.toEqual(splits);
    const two = seededSplits([cellOf('b', 'e', many), cellOf('b', 'd', many)], 3);
    expect(two.d).toEqual(splits.d);
    expect(two.e).not.toEqual(splits.d);
  });
});

describe('given splits', () => {
  it('are read as written, and give the complete cases of a cell by part', () => {
    const read = readSplits(JSON.stringify(beliefFixture('splits.json')), 's.json', [cell]);
    if (!read.ok) throw new Error('not read');
    const complete = completeCases(cell);
    const rows = splitRows(cell, read.value.ckd, complete);
    for (const part of PARTS) expect(rows[part]).toEqual(partRows(cell, complete, part));
    expect(PARTS.reduce((sum, part) => sum + rows[part].length, 0)).toBe(114);
  });

  it('with domains missing, cases twice or other shapes are faults', () => {
    const faults = (value: unknown): string[] => {
      const read = readSplits(JSON.stringify(value), 's.json', [cell]);
      return read.ok ? [] : read.faults.map(faultLine);
    };
    expect(faults({ wolf: { train: ['a', 'b'], validation: ['a'], test: [] } })).toEqual([
      's.json:/ckd: no such domain; train, validation and test cases of every domain of the data',
      's.json:/wolf: case a twice; each case once, in one part',
    ]);
    expect(faults({ ckd: { train: ['a'] } })).toHaveLength(2);
  });
});

describe('retention', () => {
  it('counts complete cases and what the others lack', () => {
    const { cases, complete, share, missing } = retentionOf(cell);
    expect([cases, complete, share]).toEqual([120, 114, 0.95]);
    const lacking = cell.responses.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
    expect(missing.reduce((sum, { answers }) => sum + answers, 0)).toBe(lacking);
    expect(missing.every(({ answers }) => answers > 0)).toBe(true);
  });
});
