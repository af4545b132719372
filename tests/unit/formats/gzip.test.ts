import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ungzipped } from '../../../src/formats/gzip.ts';

const text = new TextEncoder().encode('case,prompt,response\n'.repeat(1000));

describe('files that gzip made', () => {
  it('are opened, others left as they are', async () => {
    expect(await ungzipped('a.csv.gz', gzipSync(text))).toEqual({ ok: true, value: text });
    for (const bytes of [text, new Uint8Array()])
      expect(await ungzipped('a.csv', bytes)).toEqual({ ok: true, value: bytes });
  });

  it('are refused by name where they are cut off', async () => {
    const cut = await ungzipped('a.csv.gz', gzipSync(text).subarray(0, 40));
    expect(cut).toMatchObject({
      ok: false,
      faults: [{ file: 'a.csv.gz', seen: 'gzip that is damaged or cut off' }],
    });
  });
});
