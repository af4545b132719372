// Files of one fit as other programs read them: the summary as CSV, and draws as CmdStan writes them.
import { writeTableCsv } from '../../formats/table-csv.ts';
import type { FitPlan } from '../../instruments/seu/plan.ts';
import type { Reports } from '../../workers/reports.ts';
import { download, fileNameOf } from '../download.ts';

/** `posterior::summarise_draws` of one condition, in full precision. */
export async function saveSummary(reports: Reports, id: string, plan: FitPlan, condition: number) {
  const fit = await reports.fit(id, condition, 'all');
  if (!fit) throw new Error('this fit has no draws yet');
  const text = writeTableCsv(fit.summary.map((row) => ({ ...row })));
  download(
    `${fileNameOf(plan.settings.conditions[condition].label)}-summary.csv`,
    new Blob([text], { type: 'text/csv' }),
  );
}

/** Draws of one condition, a CmdStan CSV for each chain; several chains come in one zip archive. */
export async function saveDraws(reports: Reports, id: string, plan: FitPlan, condition: number) {
  const name = fileNameOf(plan.settings.conditions[condition].label);
  const { chains } = plan.settings.sampler;
  const texts: string[] = [];
  for (let chain = 0; chain < chains; chain++) texts.push(await reports.cmdstan(id, condition, chain));
  if (chains === 1) return download(`${name}-1.csv`, new Blob(texts, { type: 'text/csv' }));
  const { strToU8, zipSync } = await import('../../formats/zip.ts');
  const files = Object.fromEntries(texts.map((text, chain) => [`${name}-${chain + 1}.csv`, strToU8(text)]));
  const bytes = zipSync(files) as Uint8Array<ArrayBuffer>;
  download(`${name}-draws.zip`, new Blob([bytes], { type: 'application/zip' }));
}
