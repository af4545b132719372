// Hands a file to the browser's downloads.

/** Saves `content` under `name`; the address of the file is let go once the download has begun. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Letters, digits, dots and dashes of a title: safe in every file system. */
export const fileNameOf = (title: string): string =>
  title.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'luce';
