// Files of cells fitted together as other programs read them: the command's tables, and draws as CmdStan writes them.
import type { HierarchicalPlan } from '../../instruments/seu/hierarchical/plan.ts';
import type { Reports } from '../../workers/reports.ts';
import { download, fileNameOf } from '../download.ts';

const asZip = (files: Record<string, Uint8Array>, zip: (files: Record<string, Uint8Array>) => Uint8Array) =>
  new Blob([zip(files) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });

async function saveAll(name: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const { strToU8, zipSync } = await import('../../formats/zip.ts');
  const files = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, strToU8(text)]));
  download(`${name}.zip`, asZip(files, zipSync));
}

/** summary.csv, cells.csv and coefficients.csv in one archive. */
export async function saveCellTables(reports: Reports, id: string, { title }: HierarchicalPlan) {
  const tables = await reports.cellTables(id);
  if (Object.keys(tables).length === 0) throw new Error('this fit has no draws yet');
  await saveAll(`${fileNameOf(title)}-tables`, tables);
}

/** A CmdStan CSV for each chain of fit 0, in one archive. */
export async function saveCellDraws(reports: Reports, id: string, { title, settings }: HierarchicalPlan) {
  const name = fileNameOf(title);
  const texts: Record<string, string> = {};
  for (let chain = 0; chain < settings.sampler.chains; chain++)
    texts[`${name}-${chain + 1}.csv`] = await reports.cmdstan(id, 0, chain);
  await saveAll(`${name}-draws`, texts);
}
