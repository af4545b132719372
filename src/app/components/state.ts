// The states that the page shows: each is a glyph, a word and a colour, always all three.
import type { RunState } from '../../jobs/run.ts';
import type { Severity } from '../../statistics/diagnostic.ts';

export type StateKey = 'idle' | 'live' | 'fine' | 'look' | 'fail';

export const STATE_WORDS: Readonly<Record<StateKey, string>> = {
  idle: 'Not run',
  live: 'Running',
  fine: 'Fine',
  look: 'Look here',
  fail: 'Failed',
};

/** A finding's severity as a state; what does not apply by design is idle. */
export const stateOfSeverity = (severity: Severity): StateKey => (severity === 'na' ? 'idle' : severity);

/** A run's state; a finished run takes the severity of its report. */
export function stateOfRun(state: RunState, severity: 'fine' | 'look' | 'fail' | null): StateKey {
  if (state === 'running') return 'live';
  if (state === 'failed') return 'fail';
  return state === 'done' ? (severity ?? 'fine') : 'idle';
}
