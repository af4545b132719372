// What the shell shows of the device and of the work under way; the state behind it fills these in.
import type { EngineChoice } from '../jobs/run.ts';

export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

/** One measured speed: gradients per second of a stated setup. */
export interface EngineSpeed {
  readonly label: string;
  readonly engine: 'cpu' | 'gpu';
  readonly gradientsPerSecond: number;
}

export interface EngineFacts {
  /** "CPU · 2 workers", or the adapter's name. */
  readonly label: string;
  readonly choice: EngineChoice;
  /** Engines that this device cannot offer, with the reason. */
  readonly missing: { readonly [engine in 'cpu' | 'gpu']?: string };
  /** One sentence: what runs where, and why. */
  readonly explanation: string;
  readonly details: readonly LabelledValue[];
  /** Empty until measured. */
  readonly speeds: readonly EngineSpeed[];
  readonly measuring: boolean;
}

export interface StorageFacts {
  readonly usedBytes: number;
  /** About how much the browser grants, or null where it does not say. */
  readonly quotaBytes: number | null;
  /** Whether the browser promised to keep it; null before it was asked. */
  readonly persistent: boolean | null;
  readonly datasets: number;
  readonly runs: number;
}

/** The run that the running chip shows on every page but its own. */
export interface RunningFacts {
  readonly id: string;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  /** From 0 to 1: by work, where what is counted differs in it. */
  readonly share: number;
}
