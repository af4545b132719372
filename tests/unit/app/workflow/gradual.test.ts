import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placed } from '../../../../src/app/workflow/gradual.ts';

const word = (text: string): string => text;

it('keeps every key once on the way, and ends with the new list', () => {
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      const list = after.reduce<readonly string[]>((so, key, place) => {
        const next = placed(so, place, key, word);
        expect(new Set(next).size).toBe(next.length);
        expect(next.slice(0, place + 1)).toEqual(after.slice(0, place + 1));
        return next;
      }, before);
      expect(list.slice(0, after.length)).toEqual(after);
    }),
    { seed: 1 },
  );
});
