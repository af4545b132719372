import { describe, expect, it } from 'vitest';
import { menuBlock, type MenuBlock } from '../../../../src/models/seu/data.ts';
import { ALL_MENUS, joinData, subsetOf } from '../../../../src/models/seu/subset.ts';
import { dataOf, readFixture, type StanData } from '../../../support/seu.ts';

const data = dataOf(readFixture<{ data: StanData }>('logdensity_m_1_small_K3.json').data);

const listed = ({ starts, items, chosen }: MenuBlock): (readonly [number, readonly number[]])[] =>
  Array.from(chosen, (choice, m) => [choice, [...items.subarray(starts[m], starts[m + 1])]] as const);

describe('a subset of menus', () => {
  it('keeps the menus named, in the order named, with their choices', () => {
    const { uncertain, risky } = subsetOf(data, { uncertain: [3, 0], risky: [2] });
    const all = listed(data.uncertain);
    expect(listed(uncertain)).toEqual([all[3], all[0]]);
    expect(listed(risky!.menus)).toEqual([listed(data.risky!.menus)[2]]);
    expect(risky!.probabilities).toBe(data.risky!.probabilities);
  });

  it('is all of the data where nothing is named, and none where none is', () => {
    expect(subsetOf(data, ALL_MENUS)).toEqual(data);
    expect(subsetOf(data, { uncertain: [], risky: [] }).uncertain).toEqual(menuBlock([], []));
  });

  it('joins the choices of two data sets over the same alternatives', () => {
    const first = subsetOf(data, { uncertain: [1], risky: [0] });
    const second = subsetOf(data, { uncertain: [0, 2], risky: [] });
    const joined = joinData(first, second);
    expect(listed(joined.uncertain)).toEqual([...listed(first.uncertain), ...listed(second.uncertain)]);
    expect(listed(joined.risky!.menus)).toEqual(listed(first.risky!.menus));
  });
});
