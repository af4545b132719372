// Folds stored studies of beliefs into what their page shows, and into the files that the command writes.
import { responseCsv } from '../formats/response-csv.ts';
import { beliefFailures, beliefsJson } from '../instruments/beliefs/report-json.ts';
import { beliefsTables } from '../instruments/beliefs/report-tables.ts';
import type { BeliefReport } from '../instruments/beliefs/report-types.ts';
import { beliefReport } from '../instruments/beliefs/report.ts';
import { json } from './portability-reports.ts';
import type { StoredBeliefs } from './stored.ts';

export interface BeliefReports {
  /** What has landed of a study of beliefs. */
  beliefs(runId: string): Promise<BeliefReport>;
}

export const beliefReporter = (stored: (runId: string) => Promise<StoredBeliefs>): BeliefReports => ({
  async beliefs(runId) {
    const { plan, answers, chunks } = await stored(runId);
    return beliefReport(plan, answers, chunks);
  },
});

/** File name → text: the tables and the report that luce beliefs --out writes. */
export function beliefFiles({ run, plan, answers, chunks }: StoredBeliefs): Readonly<Record<string, string>> {
  const { tasks, seconds } = run.manifest;
  const report = beliefReport(plan, answers, chunks);
  const result = beliefsJson(plan, report, beliefFailures(tasks), seconds);
  return { ...beliefsTables(report), 'report.json': json(result) };
}

/** Data of a study as long CSV for other programs, named by its content. */
export const answerFiles = ({ answers }: Pick<StoredBeliefs, 'answers'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...answers].map(([hash, table]) => [`data/answers-${hash.slice(0, 8)}.csv`, responseCsv(table)]),
  );
