// Folds stored studies beside a measurement of portability: what their pages show, and the files that the command writes.
import { mechanismReport } from '../instruments/portability/mechanism/report.ts';
import type { MechanismReport } from '../instruments/portability/mechanism/reported.ts';
import { mechanismJson, mechanismTables } from '../instruments/portability/mechanism/tables.ts';
import { robustnessReport, type RobustnessReport } from '../instruments/portability/robustness/report.ts';
import { robustnessJson, robustnessTables } from '../instruments/portability/robustness/tables.ts';
import { isMechanism, isRobustness } from './plans.ts';
import { json } from './portability-reports.ts';
import { asMechanism, asRobustness, type Stored } from './stored.ts';

export interface StudyReports {
  /** What has landed of a study of robustness. */
  robustness(runId: string): Promise<RobustnessReport>;
  /** What has landed of a study of mechanisms. */
  mechanism(runId: string): Promise<MechanismReport>;
}

export const studyReporter = (stored: (runId: string) => Promise<Stored>): StudyReports => ({
  async robustness(runId) {
    const { plan, tables, chunks } = asRobustness(await stored(runId));
    return robustnessReport(plan, tables, chunks);
  },
  async mechanism(runId) {
    const { plan, tables, chunks } = asMechanism(await stored(runId));
    return mechanismReport(plan, tables, chunks);
  },
});

/** File name → text: the tables and the report that the command writes; null where the run is of another analysis. */
export function studyFiles(stored: Stored): Readonly<Record<string, string>> | null {
  const { seconds } = stored.run.manifest;
  if (isRobustness(stored.plan)) {
    const { plan, tables, chunks } = asRobustness(stored);
    const report = robustnessReport(plan, tables, chunks);
    return { ...robustnessTables(report), 'report.json': json(robustnessJson(report, seconds)) };
  }
  if (isMechanism(stored.plan)) {
    const { plan, tables, chunks } = asMechanism(stored);
    const report = mechanismReport(plan, tables, chunks);
    return { ...mechanismTables(report), 'report.json': json(mechanismJson(report, seconds)) };
  }
  return null;
}
