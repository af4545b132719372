// Work that is asked for often is done rarely, and never left undone.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Paced } from '../../../src/app/live/paced.ts';

describe('paced work', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('rests between two doings, and does once what was asked for many times', async () => {
    let done = 0;
    const paced = new Paced(() => Promise.resolve(void done++));
    for (let i = 0; i < 5; i++) paced.ask(false);
    await vi.advanceTimersByTimeAsync(699);
    expect(done).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toBe(2);
  });

  it('rests four times as long as the work took, but not for ever', async () => {
    let done = 0;
    const paced = new Paced(() => new Promise((resolve) => setTimeout(() => resolve(void done++), 10_000)));
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(10_000);
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(done).toBe(1);
    await vi.advanceTimersByTimeAsync(1 + 10_000);
    expect(done).toBe(2);
  });

  it('does not rest before what was urgent while it worked, and rests after that', async () => {
    let done = 0;
    const paced = new Paced(() => new Promise((resolve) => setTimeout(() => resolve(void done++), 10_000)));
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(5_000);
    paced.ask(true);
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(done).toBe(2);
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(24_999);
    expect(done).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(3);
  });

  it('ends the rest for what is urgent', async () => {
    let done = 0;
    const paced = new Paced(() => Promise.resolve(void done++));
    paced.ask(false);
    await vi.advanceTimersByTimeAsync(1);
    paced.ask(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(2);
  });
});
