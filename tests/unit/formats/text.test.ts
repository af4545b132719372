// Decoding of every encoding that data files come in.
import { describe, expect, it } from 'vitest';
import { decodeText, looksBinary } from '../../../src/formats/text.ts';

const utf16 = (text: string, little: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), little);
  return new Uint8Array(view.buffer);
};
const table = 'problem,alternative\nP1,é\n';

describe('decodeText', () => {
  it.each([
    ['utf-8', new TextEncoder().encode(table), 'utf-8', 0],
    ['utf-8 with a mark', new TextEncoder().encode('\ufeff' + table), 'utf-8', 0],
    ['utf-16le with a mark', utf16('\ufeff' + table, true), 'utf-16le', 0],
    ['utf-16be with a mark', utf16('\ufeff' + table, false), 'utf-16be', 0],
    ['utf-16le without a mark', utf16(table, true), 'utf-16le', 1],
    ['utf-16be without a mark', utf16(table, false), 'utf-16be', 1],
    ['windows-1252', Uint8Array.from(Buffer.from(table, 'latin1')), 'windows-1252', 1],
  ] as const)('reads %s', (_, bytes, encoding, notes) => {
    const decoded = decodeText(bytes);
    expect(decoded.text).toBe(table);
    expect(decoded.encoding).toBe(encoding);
    expect(decoded.notes).toHaveLength(notes);
  });

  it('reads an empty file as empty', () => {
    expect(decodeText(new Uint8Array()).text).toBe('');
  });
});

describe('looksBinary', () => {
  it('tells archives from text', () => {
    expect(looksBinary('PK\u0003\u0004rest')).toBe(true);
    expect(looksBinary(table)).toBe(false);
  });
});
