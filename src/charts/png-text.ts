// Writes a picture's title and origin into the PNG file itself, as international text chunks (PNG, section 11.3.4.5).

const SIGNATURE = 8;
/** Length, type, 13 bytes and checksum of the header chunk, which must come first. */
const HEADER = 25;

/** CRC-32 of ISO 3309, as PNG and zip use it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function textChunk(keyword: string, text: string): Uint8Array {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(content.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length - 4);
  chunk.set(content, 4);
  view.setUint32(content.length + 4, crc32(content));
  return chunk;
}

/** The file with one text chunk per entry after its header; keywords are 1–79 Latin letters and spaces. */
export function withText(
  png: Uint8Array,
  entries: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const chunks = Object.entries(entries).map(([keyword, text]) => textChunk(keyword, text));
  const start = SIGNATURE + HEADER;
  const size = chunks.reduce((sum, { length }) => sum + length, png.length);
  const file = new Uint8Array(size);
  file.set(png.subarray(0, start));
  let place = start;
  for (const chunk of chunks) {
    file.set(chunk, place);
    place += chunk.length;
  }
  file.set(png.subarray(start), place);
  return file;
}
