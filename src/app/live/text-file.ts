// Pasted text as a file: named by what it looks like, so that faults have a name to point to.
import type { NamedFile } from '../../formats/named-file.ts';

export function openAsText(text: string): NamedFile {
  const name = /^\s*[{[]/.test(text) ? 'pasted.json' : 'pasted.csv';
  return { name, bytes: new TextEncoder().encode(text) };
}
