// How a posterior predictive p-value is read: one rule for diagnostics, findings, figures and tables.
import type { Severity } from '../../statistics/diagnostic.ts';

/** Two-sided: p below a bound, or above one less it. */
export const PREDICTIVE_BOUNDS = { poor: 0.1, missed: 0.05 } as const;

/** The feature is reproduced; reproduced poorly, which asks for a look; or missed, which sets a condition aside. */
export type PredictiveReading = 'reproduced' | 'poor' | 'missed';

const beyond = (p: number, bound: number): boolean => p < bound || p > 1 - bound;

export function predictiveReading(p: number): PredictiveReading {
  if (beyond(p, PREDICTIVE_BOUNDS.missed)) return 'missed';
  return beyond(p, PREDICTIVE_BOUNDS.poor) ? 'poor' : 'reproduced';
}

export const readingSeverity = (reading: PredictiveReading): Severity =>
  reading === 'reproduced' ? 'fine' : 'look';

export const isMissed = (p: number): boolean => predictiveReading(p) === 'missed';
