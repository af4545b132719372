// Opens files that were compressed by gzip, as tables are often published.
import type { Parsed } from './fault.ts';

/** True of bytes that begin as gzip does (RFC 1952). */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a file as they are, or what gzip made them from. */
export async function ungzipped(file: string, bytes: Uint8Array): Promise<Parsed<Uint8Array>> {
  if (!isGzip(bytes)) return { ok: true, value: bytes };
  const whole = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const opened = whole.pipeThrough(new DecompressionStream('gzip'));
  try {
    return { ok: true, value: new Uint8Array(await new Response(opened).arrayBuffer()) };
  } catch {
    const seen = 'gzip that is damaged or cut off';
    return { ok: false, faults: [{ file, row: null, column: null, seen, needed: 'the whole file' }] };
  }
}
