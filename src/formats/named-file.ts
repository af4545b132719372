// A file as it came in, before anyone knows what it holds.
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}
