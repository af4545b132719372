// What is asked of finished runs and takes seconds: answered in a thread of its own, so that no other report waits for it.
import type { RecoveryReport } from '../../instruments/seu/calibration/recovery-report.ts';
import type { PredictiveReport } from '../../instruments/seu/check/predictive-report.ts';
import type { FitComparators } from '../../workers/fit-comparators.ts';
import type { FitSlopes } from '../../workers/fit-slopes.ts';
import type { Reports } from '../../workers/reports.ts';
import { spawnReports } from '../../workers/spawn-reports.ts';
import type { Examined } from './desk.ts';

let thread: Reports | null = null;
/** Started at the first question. */
const reports = (): Reports => (thread ??= spawnReports());

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One question and its last answer, which stays while the page is open. */
class Question<Answer> implements Examined<Answer> {
  busy = $state(false);
  report = $state.raw<Answer | null>(null);
  subject = $state('');
  fault = $state<string | null>(null);
  readonly #ask: (reports: Reports, run: string, condition: number) => Promise<Answer | null>;

  constructor(ask: (reports: Reports, run: string, condition: number) => Promise<Answer | null>) {
    this.#ask = ask;
  }

  /** For what was answered of something else. */
  forget(): void {
    this.report = null;
    this.fault = null;
  }

  /** A second press while the first is answered is not heard. */
  async ask(subject: string, run: string, condition = 0): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    try {
      this.report = await this.#ask(reports(), run, condition);
      this.subject = subject;
      if (this.report === null) this.fault = `${subject} has no draws yet.`;
    } catch (error) {
      this.fault = messageOf(error);
    } finally {
      this.busy = false;
    }
  }
}

export const comparators = new Question<FitComparators>((all, run, condition) =>
  all.comparators(run, condition),
);
export const predictive = new Question<PredictiveReport>((all, run, condition) =>
  all.predictive(run, condition),
);
export const slopes = new Question<FitSlopes>((all, run) => all.slopes(run));
export const recovered = new Question<RecoveryReport>((all, run) => all.recovery(run));
