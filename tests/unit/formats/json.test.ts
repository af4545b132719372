// The tolerant JSON reader: equal to the built-in one on JSON, and exact about where a file is broken.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../src/formats/fault.ts';
import { jsonPointer, parseJson } from '../../../src/formats/json.ts';

const read = (text: string): unknown => {
  const parsed = parseJson(text, 'a.json');
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
};
const complaint = (text: string): string[] => {
  const parsed = parseJson(text, 'a.json');
  return parsed.ok ? [] : parsed.faults.map(faultLine);
};

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('refuses whatever JSON.parse refuses, but for numbers that are not finite', { timeout: 60_000 }, () => {
    const soup = fc.stringMatching(/^[[\]{}:,"0-9.eE+\-a-z\\ \n]{0,12}$/);
    fc.assert(
      fc.property(soup, (text) => {
        fc.pre(!/nan|inf/i.test(text));
        expect(complaint(text).length === 0).toBe(accepts(text));
      }),
      { seed: 3, numRuns: 3000 },
    );
  });

  it('reads the spellings of numbers that are not finite', () => {
    expect(read('[NaN, nan, +NaN, Inf, inf, +inf, Infinity, -Inf, -inf, -Infinity]')).toEqual([
      ...[NaN, NaN, NaN],
      ...[Infinity, Infinity, Infinity, Infinity],
      ...[-Infinity, -Infinity, -Infinity],
    ]);
    expect(complaint('[Infinit]')).toEqual(['a.json:1:2: "Infinit]"; a JSON value']);
  });

  it.each([
    ['', 'a.json:1:1: the file ends; a JSON value'],
    ['{"a": 1', 'a.json:1:8: the file ends; "," or "}"'],
    ['{"a": 1}\n x', 'a.json:2:2: "x"; the end of the file'],
    ['[1,\n 2,]', 'a.json:2:4: "]"; a JSON value'],
    ['[1 2]', 'a.json:1:4: "2]"; "," or "]"'],
    ['{a: 1}', 'a.json:1:2: "a: 1}"; a key in double quotes'],
    ['{"a" 1}', 'a.json:1:6: "1}"; ":"'],
    ['["x\ny"]', 'a.json:1:4: ""; a closing quote, and control characters escaped'],
    ['["x', 'a.json:1:4: the file ends; a closing quote, and control characters escaped'],
    ['["\\q"]', 'a.json:1:2: "\\"\\\\q\\"]"; a string whose escapes are those of JSON'],
    ['[01]', 'a.json:1:3: "1]"; "," or "]"'],
    ['{"I": [1], "I": [2]}', 'a.json:/I: the key appears twice; each key once'],
  ])('says where %j is broken', (text, expected) => {
    expect(complaint(text)).toEqual([expected]);
  });

  it('lists every repeated key before a breach of syntax', () => {
    expect(complaint('{"a":1,"a":2,"b":{"c":1,"c":2},')).toEqual([
      'a.json:/a: the key appears twice; each key once',
      'a.json:/b/c: the key appears twice; each key once',
      'a.json:1:32: the file ends; a key in double quotes',
    ]);
  });

  it('keeps __proto__ an ordinary key', () => {
    expect(Object.keys(read('{"__proto__": {"polluted": true}}') as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('follows neither depth nor length into a crash', { timeout: 60_000 }, () => {
    expect(complaint('['.repeat(1e6))).toEqual([
      'a.json:1:101: "[[[[[[[[[[[["; at most 100 levels of nesting',
    ]);
    expect((read(`"${'x'.repeat(5e6)}"`) as string).length).toBe(5e6);
    const rows = read(`[${Array(2e5).fill('[0.123456789012345,-1.5e-7]').join(',\n')}]`);
    expect(rows).toHaveLength(2e5);
  });
});

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonPointer', () => {
  it('escapes as RFC 6901', () => {
    expect(jsonPointer(['a/b', 'm~n', 3])).toBe('/a~1b/m~0n/3');
  });
});
