// Pasted text as a file: named by what it looks like, so that faults have a name to point to.
export function openAsText(text: string): { readonly name: string; readonly bytes: Uint8Array } {
  const name = /^\s*[{[]/.test(text) ? 'pasted.json' : 'pasted.csv';
  return { name, bytes: new TextEncoder().encode(text) };
}
