// Hands a file made in the page to the browser.

export function download(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Letters, digits, dots and dashes of a title: safe in every file system. */
export const fileNameOf = (title: string): string =>
  title.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'luce';
