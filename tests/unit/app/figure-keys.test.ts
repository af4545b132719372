// Keys of a focused figure.
import { describe, expect, it } from 'vitest';
import { figureKey, figureKeys } from '../../../src/app/components/figure-keys.ts';

describe('figureKey', () => {
  it('exports only after E', () => {
    expect(figureKey('s', false)).toBeNull();
    expect(figureKey('S', true)).toEqual({ act: 'export', kind: 'svg' });
    expect(figureKey('p', true)).toEqual({ act: 'export', kind: 'png' });
    expect(figureKey('c', true)).toEqual({ act: 'export', kind: 'csv' });
  });

  it.each([
    ['t', { act: 'table' }],
    ['e', { act: 'wait' }],
    ['Enter', { act: 'open' }],
    ['Escape', { act: 'leave' }],
    ['ArrowUp', { act: 'step', key: 'ArrowUp' }],
    ['End', { act: 'step', key: 'End' }],
    ['Tab', null],
    ['g', null],
  ])('%s', (key, meaning) => expect(figureKey(key, false)).toEqual(meaning));
});

describe('figureKeys', () => {
  it('lists Enter only where a mark opens something', () => {
    const labels = (opens: boolean) => figureKeys(opens).map(({ label }) => label);
    expect(labels(true)).toContain('Open the mark');
    expect(labels(false)).toEqual(labels(true).filter((label) => label !== 'Open the mark'));
  });
});
