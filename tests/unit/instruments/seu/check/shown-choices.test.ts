import { describe, expect, it } from 'vitest';
import { shownChoices } from '../../../../../src/instruments/seu/check/position.ts';

describe('choices with a place of display', () => {
  const block = {
    menus: [
      [0, 1],
      [0, 1],
      [1, 2, 3],
    ],
    chosen: [0, 1, 2],
    problems: ['p', 'p', 'q'],
    presentations: null,
  };

  it('leave out those whose place is not known', () => {
    expect(shownChoices({ ...block, positions: [1, null, 0] })).toEqual([
      { problem: '0', size: 2, position: 1 },
      { problem: '1', size: 3, position: 0 },
    ]);
  });

  it('are none where the source has no places', () => {
    expect(shownChoices(block)).toEqual([]);
  });
});
