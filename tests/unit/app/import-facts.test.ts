// What the page says of choices at import, against numbers counted by hand.
import { describe, expect, it } from 'vitest';
import { chanceBaseline, contentFacts, menusOfTable } from '../../../src/app/import/facts.ts';
import { recognise } from '../../../src/instruments/seu/import/recognise.ts';

const csv = `problem,pres,claim,picked,severity
p1,1,A,1,0.5
p1,1,B,0,1.5
p1,2,A,0,0.5
p1,2,B,1,1.5
p2,1,A,0,0.5
p2,1,B,0,1.5
p2,1,C,1,2.5
`;

describe('facts of a long table', () => {
  const result = recognise('claims.csv', new TextEncoder().encode(csv), {
    mapping: { pres: 'presentation' },
  });
  if (!result.ok || !result.table || !result.mapping) throw new Error('the table was refused');
  const facts = Object.fromEntries(
    contentFacts(result.contents[0].content).map(({ label, value }) => [label, value]),
  );

  it('counts menus by size, alternatives, features and what is missing', () => {
    expect(facts.Menus).toBe('3 (2 of 2, 1 of 3)');
    expect(facts.Alternatives).toBe('R = 3, all seen');
    expect(facts.Features).toBe('D = 1');
    expect(facts.Presentations).toBe('2 a problem, 1 missing');
  });

  it('has the mean of 1 / N as its chance baseline', () => {
    expect(
      chanceBaseline([
        [0, 1],
        [0, 1],
        [0, 1, 2],
      ]),
    ).toBeCloseTo((0.5 + 0.5 + 1 / 3) / 3, 12);
    expect(facts['Chance baseline']).toBe('.444');
  });

  it('counts menus by problem and presentation', () => {
    expect(menusOfTable(result.table!, result.mapping!)).toBe(3);
  });
});
