// How each step of the workflow stands, from what was examined here and the newest run of its kind.
import { integer } from '../../charts/number-format.ts';
import type { DesignReport } from '../../instruments/seu/design/report.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import { worstSeverity, type Diagnostic } from '../../statistics/diagnostic.ts';
import type { FitChecks } from '../../workers/fit-checks.ts';
import { STATE_WORDS, stateOfRun, stateOfSeverity, type StateKey } from '../components/state.ts';
import { findingsOf } from '../workflow/check-view.ts';
import type { Comparison, Examined } from '../workflow/desk.ts';
import type { StepName, StepView } from '../workflow/steps.ts';
import { countsOf, shareOf } from './rows.ts';

const NOT_RUN = 'not run';

function examined<Report extends { readonly findings: readonly Diagnostic[] }>(
  name: StepName,
  { busy, report, fault }: Examined<Report>,
  wordOf: (report: Report) => string,
): StepView {
  if (busy) return { name, state: 'live', word: 'computing', share: null };
  if (fault !== null) return { name, state: 'fail', word: STATE_WORDS.fail, share: null };
  if (report === null) return { name, state: 'idle', word: NOT_RUN, share: null };
  return { name, state: stateOfSeverity(worstSeverity(report.findings)), word: wordOf(report), share: null };
}

const designWord = ({ findings }: DesignReport): string => {
  const lotteries = findings.find(({ id }) => id === 'lotteries');
  return lotteries?.severity === 'fine' ? 'δ identified' : 'δ near its prior';
};

export const designStep = (design: Examined<DesignReport>): StepView =>
  examined('design', design, designWord);

function of<Report>(
  name: StepName,
  { busy, report, fault }: Examined<Report>,
  state: (report: Report) => StateKey,
  word: string,
): StepView {
  if (busy) return { name, state: 'live', word: 'computing', share: null };
  if (fault !== null) return { name, state: 'fail', word: STATE_WORDS.fail, share: null };
  return report === null
    ? { name, state: 'idle', word: NOT_RUN, share: null }
    : { name, state: state(report), word, share: null };
}

/** A look is asked for where a predictive check is extreme. */
export const checkStep = (checks: Examined<FitChecks>): StepView =>
  of(
    'check',
    checks,
    (report) => (findingsOf(report).some(({ severity }) => severity === 'look') ? 'look' : 'fine'),
    checks.subject,
  );

export const compareStep = (comparison: Examined<Comparison>): StepView =>
  of('compare', comparison, () => 'fine', comparison.subject);

/** `runs` are those of the step's kind, newest first. */
export function runStep(
  name: StepName,
  runs: readonly RunRecord[],
  live: ReadonlyMap<string, LiveRun>,
): StepView {
  const record = runs.find(({ id }) => live.has(id)) ?? runs[0];
  if (!record) return { name, state: 'idle', word: NOT_RUN, share: null };
  const running = live.get(record.id) ?? null;
  const counts = countsOf(record, running);
  const { done, total } = counts;
  if (running) {
    const word = total > 0 ? `${integer(done)} of ${integer(total)}` : 'starting';
    return { name, state: 'live', word, share: shareOf(counts) };
  }
  const state = stateOfRun(record.state, record.severity);
  const paused = record.state === 'paused' || record.state === 'waiting' || record.state === 'running';
  return {
    name,
    state,
    word: paused ? `paused at ${integer(done)}` : STATE_WORDS[state].toLowerCase(),
    share: null,
  };
}
