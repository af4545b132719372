// A floating panel stays in the window, beside what opened it.
import { describe, expect, it } from 'vitest';
import { placeBeside } from '../../../src/app/components/place.ts';

const view = { width: 400, height: 300 };
const anchor = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 20 });
const panel = { width: 200, height: 100 };

describe('placeBeside', () => {
  it('starts or ends with its anchor, below it', () => {
    expect(placeBeside(anchor(50, 20), panel, view, 'start')).toEqual({ left: 50, top: 46 });
    expect(placeBeside(anchor(300, 20), panel, view, 'end')).toEqual({ left: 140, top: 46 });
  });

  it('goes above where there is no room below, and never leaves the window sideways', () => {
    expect(placeBeside(anchor(350, 250), panel, view, 'start')).toEqual({ left: 192, top: 144 });
    expect(placeBeside(anchor(0, 20), panel, view, 'end').left).toBe(8);
  });
});
