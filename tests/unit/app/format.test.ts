// Sizes and times in words.
import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatWhen } from '../../../src/app/format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [84e6, '84 MB'],
    [2e9, '2.0 GB'],
    [3e15, '3000 TB'],
  ])('%d bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('formatDuration', () => {
  it.each([
    [0.2, '1 s'],
    [23, '23 s'],
    [89, '89 s'],
    [240, '4 min'],
    [3599, '1 h'],
    [4200, '1 h 10 min'],
    [7200, '2 h'],
    [7300, '2 h'],
  ])('%d s reads %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('formatWhen', () => {
  const now = new Date(2026, 8, 16, 12, 0).getTime();
  it.each([
    [new Date(2026, 8, 16, 11, 59, 30), 'now'],
    [new Date(2026, 8, 16, 11, 2), '11:02'],
    [new Date(2026, 8, 15, 23, 59), 'yesterday'],
    [new Date(2026, 8, 14, 1, 0), 'Monday'],
    [new Date(2026, 7, 3), '3 August'],
  ])('%s', (time, text) => expect(formatWhen(time.getTime(), now)).toBe(text));
});
