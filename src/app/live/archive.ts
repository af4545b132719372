// Everything kept here as one file, and back: a bundle for each run, Stan data or a long CSV for each dataset.
import { choiceCsv } from '../../formats/choice-csv.ts';
import { isChoices, isResponses, isSeu, type AnyDataset } from '../../formats/dataset.ts';
import type { NamedFile } from '../../formats/named-file.ts';
import { responseCsv } from '../../formats/response-csv.ts';
import { writeStanData } from '../../formats/stan-data.ts';
import { fileNameOf } from '../download.ts';

const RUNS = 'runs/';
const DATA = 'data/';
const BUNDLE = '.luce.zip';
const LEFT_OUT = 'not-exported.txt';
/** What a bundle has at its root, and an archive has not. */
const MANIFEST = 'manifest.json';

/** A run or dataset that could not be read, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export const leftOutLine = ({ name, reason }: LeftOut): string => `${name}: ${reason}`;

function dataText(dataset: AnyDataset): string {
  if (isChoices(dataset)) return choiceCsv(dataset.content);
  return isResponses(dataset) ? responseCsv(dataset.content) : writeStanData(dataset.content);
}

function dataFile(dataset: AnyDataset): string {
  const stem = fileNameOf(dataset.name.replace(/\.(?:json|csv)$/, ''));
  return `${DATA}${stem}-${dataset.hash.slice(0, 8)}.${isSeu(dataset) ? 'json' : 'csv'}`;
}

/** Bundles are archives already, so they are stored as they are; what is not in the archive is named in it. */
export async function packArchive(
  bundles: readonly NamedFile[],
  datasets: readonly AnyDataset[],
  leftOut: readonly LeftOut[] = [],
): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('../../formats/zip.ts');
  return zipSync({
    ...Object.fromEntries(
      bundles.map(({ name, bytes }, place) => [
        `${RUNS}${place + 1}-${fileNameOf(name)}${BUNDLE}`,
        [bytes, { level: 0 }] as [Uint8Array, { level: 0 }],
      ]),
    ),
    ...Object.fromEntries(datasets.map((dataset) => [dataFile(dataset), strToU8(dataText(dataset))])),
    ...(leftOut.length > 0 && { [LEFT_OUT]: strToU8(`${leftOut.map(leftOutLine).join('\n')}\n`) }),
  });
}

export interface Everything {
  readonly bytes: Uint8Array;
  readonly leftOut: readonly LeftOut[];
}

/** What `make` gives for each item; an item at which it throws or rejects goes to `leftOut` with the reason. */
async function readable<Item, Made>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  make: (item: Item) => Made | Promise<Made>,
  leftOut: LeftOut[],
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    try {
      made.push(await make(item));
    } catch (error) {
      leftOut.push({ name: nameOf(item), reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return made;
}

/** The dataset, once it has been written on trial: throws where the archive would. */
function written(dataset: AnyDataset): AnyDataset {
  dataText(dataset);
  return dataset;
}

/**
 * All runs and datasets that can be read, in one archive that names those that cannot. `bundleOf` gives the bundle of
 * a run by its id, or rejects.
 */
export async function packEverything(
  runs: readonly { readonly id: string; readonly title: string }[],
  bundleOf: (id: string) => Promise<Uint8Array>,
  datasets: readonly AnyDataset[],
): Promise<Everything> {
  const leftOut: LeftOut[] = [];
  const bundle = async ({ id, title }: (typeof runs)[number]): Promise<NamedFile> => ({
    name: title,
    bytes: await bundleOf(id),
  });
  const bundles = await readable(runs, ({ title }) => title, bundle, leftOut);
  const data = await readable(datasets, ({ name }) => name, written, leftOut);
  return { bytes: await packArchive(bundles, data, leftOut), leftOut };
}

/** The bundles and data files in an archive made by `packArchive`; null for any other archive. */
export async function unpackArchive(
  bytes: Uint8Array,
): Promise<{ readonly bundles: readonly NamedFile[]; readonly data: readonly NamedFile[] } | null> {
  const { unzipSync } = await import('../../formats/zip.ts');
  const inner = ({ name }: { name: string }): boolean =>
    (name.startsWith(RUNS) && name.endsWith(BUNDLE)) ||
    (name.startsWith(DATA) && /\.(?:json|csv)$/.test(name)) ||
    name === MANIFEST;
  try {
    const parts = Object.entries(unzipSync(bytes, { filter: inner }));
    const under = (folder: string): readonly NamedFile[] =>
      parts
        .filter(([name]) => name.startsWith(folder))
        .map(([name, content]) => ({ name: name.slice(folder.length), bytes: content }));
    if (parts.length === 0 || parts.some(([name]) => name === MANIFEST)) return null;
    return { bundles: under(RUNS), data: under(DATA) };
  } catch {
    return null;
  }
}
