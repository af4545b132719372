// What a command makes of a finished run: failures on stderr, and the exit status.
import type { Dataset } from '../formats/dataset.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import { worstSeverity } from '../statistics/diagnostic.ts';
import type { Executed } from './execute.ts';
import type { Input } from './inputs.ts';

/** Duplicate files share one dataset: conditions are told apart by their place. */
export const byHash = (inputs: readonly Input[]): ReadonlyMap<string, Dataset> =>
  new Map(inputs.map(({ dataset }) => [dataset.hash, dataset]));

type Judged = Pick<FitReport, 'failures' | 'diagnostics'>;

/** 1 when a task failed, a fit is missing or a diagnostic of severity `fail` stands; else 0. */
export function exitStatus(reports: readonly (Judged | null)[]): number {
  const bad = (report: Judged | null): boolean =>
    report === null || report.failures.length > 0 || worstSeverity(report.diagnostics) === 'fail';
  return reports.some(bad) ? 1 : 0;
}

/** Failed tasks on stderr, in words. */
export function sayFailures(executed: Executed): void {
  for (const { key, failure } of executed.states)
    if (failure !== null) process.stderr.write(`luce: task ${key} failed: ${failure}\n`);
}
