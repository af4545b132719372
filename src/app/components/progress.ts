// What a run box shows of a run under way.
import type { RunState } from '../../jobs/run.ts';
import type { Pace } from '../time-left.ts';

export interface RunProgress extends Pace {
  readonly state: RunState;
  /** What is counted, in the plural: "draws". */
  readonly unit: string;
  /** Engine facts in words: "CPU · 2 workers · 4 chains". */
  readonly engine: string;
  /** How many are saved, so that closing the tab loses nothing of them. */
  readonly savedTo: number | null;
  /** Under way in another tab: it can be watched, not controlled. */
  readonly elsewhere: boolean;
  /** Where the run went on after a reload, or null when it was not interrupted. */
  readonly resumedAt: number | null;
}

/** The quarter that a run has passed with a share done: 0, 25, 50, 75 or 100; milestones are announced, single draws are not. */
export const milestoneOf = (share: number): number => Math.floor(4 * share) * 25;
