// The canonical form against RFC 8785's own samples, and hashes against the published vectors of SHA-256.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/formats/canonical.ts';
import type { SeuContent } from '../../../src/formats/dataset.ts';
import { contentHash, datasetOf, sha256 } from '../../../src/formats/hash.ts';

const fromBits = (hex: string): number =>
  new DataView(Uint8Array.from(Buffer.from(hex, 'hex')).buffer).getFloat64(0);

describe('canonicalJson', () => {
  it('writes the sample of RFC 8785, section 3.2.2', () => {
    const sample = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  // Section 3.2.3 without its U+FB33, which normalisation to NFC takes apart.
  it('sorts keys by UTF-16 code units', () => {
    const keys = { '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, '\u0080': 5, '\u00f6': 6, '\uff01': 7 };
    const sorted = Object.keys(JSON.parse(canonicalJson(keys).replace('"1"', '"one"')) as object);
    expect(sorted).toEqual(['\r', 'one', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\uff01']);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of RFC 8785, appendix B, as %s', (bits, expected) => {
    expect(canonicalJson(fromBits(bits))).toBe(expected);
  });

  it('normalises strings and keys to NFC', () => {
    expect(canonicalJson({ 'e\u0301': 'e\u0301' })).toBe('{"\u00e9":"\u00e9"}');
    expect(() => canonicalJson({ 'e\u0301': 1, '\u00e9': 2 })).toThrow('two keys are equal');
  });

  it('refuses what JSON cannot say, and says where', () => {
    expect(() => canonicalJson({ a: [1, NaN] })).toThrow('/a/1: NaN; needed a finite number');
    expect(() => canonicalJson([-Infinity])).toThrow('/0: -Infinity');
    expect(() => canonicalJson({ a: undefined })).toThrow('/a: undefined has no canonical form');
    expect(() => canonicalJson([new Float64Array(1)])).toThrow('/0: object has no canonical form');
    expect(() => canonicalJson('\ud800')).toThrow('lone surrogate');
  });

  it('keeps values and forgets the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

describe('sha256', () => {
  it('agrees with FIPS 180-4', async () => {
    expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('hashes a view, not its whole buffer', async () => {
    const bytes = new TextEncoder().encode('xabcx').subarray(1, 4);
    expect(await sha256(bytes)).toBe(createHash('sha256').update('abc').digest('hex'));
  });
});

describe('datasetOf', () => {
  const content: SeuContent = {
    schema: 'seu',
    consequences: 2,
    features: [[-0], [1]],
    alternatives: null,
    uncertain: { menus: [[0, 1]], chosen: [1], problems: null, presentations: null },
    risky: null,
    deltaConcentration: null,
    truth: null,
  };
  const about = {
    name: 'small',
    condition: '',
    source: { file: 'small.json', address: null, licence: null, citation: null },
    history: [],
  };

  it('names content by the hash of its canonical form, which an independent hash confirms', async () => {
    const dataset = await datasetOf(content, about);
    const canonical =
      '{"alternatives":null,"consequences":2,"deltaConcentration":null,"features":[[0],[1]],"risky":null,' +
      '"schema":"seu","truth":null,"uncertain":{"chosen":[1],"menus":[[0,1]],"presentations":null,"problems":null}}';
    expect(dataset.hash).toBe(createHash('sha256').update(canonical).digest('hex'));
    expect((await datasetOf(content, { ...about, name: 'other' })).hash).toBe(dataset.hash);
    expect(await contentHash({ ...content, consequences: 3 })).not.toBe(dataset.hash);
  });
});
