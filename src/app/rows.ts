// What lists of runs, data sets and demos show, one row each.
import type { StateKey } from './components/state.ts';

export interface RunRow {
  readonly id: string;
  readonly title: string;
  /** "Fit · m_01 · seed 42". */
  readonly about: string;
  readonly state: StateKey;
  /** "412 of 999", "Fine", "Failed: device lost twice". */
  readonly word: string;
  /** What stopped it, in words, or null. */
  readonly problem: string | null;
  /** Share done while it runs or is paused, else null. */
  readonly share: number | null;
  /** Whether Pause, Resume, or neither applies. */
  readonly control: 'pause' | 'resume' | null;
  /** "300 choices", "20 conditions". */
  readonly data: string;
  readonly engine: string;
  readonly seconds: number;
  /** Milliseconds since 1970 of the last change. */
  readonly changed: number;
}

export interface DatasetRow {
  readonly hash: string;
  readonly name: string;
  readonly condition: string;
  /** "m_0 family", or the blocks it holds. */
  readonly kind: string;
  readonly choices: number;
  readonly alternatives: number;
  readonly features: number;
  readonly consequences: number;
  readonly source: string;
}

export interface Demo {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Time it takes on this device, or null before that was measured. */
  readonly seconds: number | null;
  readonly engine: string;
}
