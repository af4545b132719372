// Turns the bytes of a file into text, whatever encoding its author's programs wrote.

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
}

/** Decodes by byte order mark, else by the pattern of zero bytes, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decoded(bytes, marked, []);
  const guessed = utf16Pattern(bytes);
  if (guessed) return decoded(bytes, guessed, [`Read as ${guessed.toUpperCase()}: no byte order mark.`]);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', notes: [] };
  } catch {
    return decoded(bytes, 'windows-1252', ['Read as Windows-1252: the bytes are not valid UTF-8.']);
  }
}

/** True for text with characters that no text file holds: the file is an archive, a picture, an old spreadsheet. */
export function looksBinary(text: string): boolean {
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
}

const decoded = (
  bytes: Uint8Array,
  encoding: DecodedText['encoding'],
  notes: readonly string[],
): DecodedText => ({ text: new TextDecoder(encoding).decode(bytes), encoding, notes });

function byteOrderMark(bytes: Uint8Array): DecodedText['encoding'] | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** UTF-16 of mostly Latin text has a zero in nearly every second byte, always on the same side. */
function utf16Pattern(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length - (bytes.length % 2), 4096);
  if (length < 4) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2]++;
  const many = 0.4 * (length / 2);
  const few = 0.05 * (length / 2);
  if (zeros[1] > many && zeros[0] <= few) return 'utf-16le';
  return zeros[0] > many && zeros[1] <= few ? 'utf-16be' : null;
}
