// The file beside a study's tables that holds its design: one content, or a list of those of its cells.
import { join } from 'node:path';
import { canonicalJson } from '../formats/canonical.ts';
import type { Dataset, SeuContent } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import { UsageError } from './arguments.ts';
import { DESIGN_FILE } from './sbc-output.ts';
import { textOf } from './sbc-read.ts';

export function designFile(datasets: ReadonlyMap<string, Dataset>): string {
  const contents = [...datasets.values()].map(({ content }) => content);
  return `${canonicalJson(contents.length === 1 ? contents[0] : contents)}\n`;
}

const SOURCE = { file: DESIGN_FILE, address: null, licence: null, citation: null };

const designOf = (content: SeuContent): Promise<Dataset> =>
  datasetOf(content, { name: 'design', condition: '', source: SOURCE, history: [] });

/** The datasets that the file holds; null where it holds none. */
async function contentsOf(text: string): Promise<readonly Dataset[] | null> {
  try {
    const value = JSON.parse(text) as SeuContent | SeuContent[];
    return await Promise.all((Array.isArray(value) ? value : [value]).map(designOf));
  } catch {
    return null;
  }
}

/** The design that a study's directory keeps, by hash. Throws a UsageError where it is not that of `hashes`. */
export async function readDesign(
  directory: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Dataset>> {
  const path = join(directory, DESIGN_FILE);
  const read = await contentsOf(await textOf(path, 'the design of the study'));
  const datasets = new Map(read?.map((dataset) => [dataset.hash, dataset]));
  const missing = hashes.find((hash) => !datasets.has(hash));
  if (missing !== undefined) throw new UsageError([`${path}: another design; needed ${missing}`]);
  return datasets;
}
