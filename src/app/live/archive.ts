// Everything kept here as one file, and back: a bundle for each run, Stan data for each dataset.
import type { Dataset } from '../../formats/dataset.ts';
import { writeStanData } from '../../formats/stan-data.ts';
import { fileNameOf } from '../download.ts';

const RUNS = 'runs/';
const DATA = 'data/';
const BUNDLE = '.luce.zip';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bundles are archives already, so they are stored as they are. */
export async function packArchive(
  bundles: readonly NamedBytes[],
  datasets: readonly Dataset[],
): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  return zipSync({
    ...Object.fromEntries(
      bundles.map(({ name, bytes }, place) => [
        `${RUNS}${place + 1}-${fileNameOf(name)}${BUNDLE}`,
        [bytes, { level: 0 }] as [Uint8Array, { level: 0 }],
      ]),
    ),
    ...Object.fromEntries(
      datasets.map(({ name, hash, content }) => [
        `${DATA}${fileNameOf(name.replace(/\.json$/, ''))}-${hash.slice(0, 8)}.json`,
        strToU8(writeStanData(content)),
      ]),
    ),
  });
}

/** The bundles and data files in an archive made by `packArchive`; null for any other archive. */
export async function unpackArchive(
  bytes: Uint8Array,
): Promise<{ readonly bundles: readonly NamedBytes[]; readonly data: readonly NamedBytes[] } | null> {
  const { unzipSync } = await import('fflate');
  const inner = ({ name }: { name: string }): boolean =>
    (name.startsWith(RUNS) && name.endsWith(BUNDLE)) || (name.startsWith(DATA) && name.endsWith('.json'));
  try {
    const parts = Object.entries(unzipSync(bytes, { filter: inner }));
    const under = (folder: string): readonly NamedBytes[] =>
      parts
        .filter(([name]) => name.startsWith(folder))
        .map(([name, content]) => ({ name: name.slice(folder.length), bytes: content }));
    return parts.length === 0 ? null : { bundles: under(RUNS), data: under(DATA) };
  } catch {
    return null;
  }
}
