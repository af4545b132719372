// Thresholds of the verdict as people write them: coherent=0.8, incoherent=0.2, smallest_gain=0.01.
import type { CoherenceThresholds } from '../../../statistics/beliefs/verdict.ts';

const NAMES: Readonly<Record<string, keyof CoherenceThresholds>> = {
  coherent: 'coherent',
  incoherent: 'incoherent',
  smallest_gain: 'smallestGain',
};

export const THRESHOLD_FORMS =
  'coherent=share, incoherent=share or smallest_gain=nats, shares of the attainable gain';

/** `thresholds` with one replaced as `text` says; null where it says none. */
export function withThreshold(thresholds: CoherenceThresholds, text: string): CoherenceThresholds | null {
  const [, name = '', number = ''] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(text) ?? [];
  const value = Number(number);
  if (!Object.hasOwn(NAMES, name) || !Number.isFinite(value)) return null;
  return { ...thresholds, [NAMES[name]]: value };
}
