// The verdict of a look as diagnostics: what the statement over all quantities rests on.
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { CalibrationState, CalibrationVerdict } from './report.ts';
import { figure } from './sentences.ts';

const look = (seen: boolean): Diagnostic['severity'] => (seen ? 'look' : 'fine');

const overall = ({ p, level, passes, distinct }: CalibrationVerdict): Diagnostic => ({
  id: 'overall',
  label: 'Overall uniformity, p',
  value: p,
  threshold: level,
  severity: look(!passes),
  hint: passes ? '' : `${distinct} tests of discrete ranks in one statement at level ${figure(level)}.`,
});

const outside = ({ passes, distinct, outside: count, expected_outside }: CalibrationVerdict): Diagnostic => ({
  id: 'outside',
  label: `Outside their 95\u202f% band, ${expected_outside.toFixed(1)} expected`,
  value: count,
  threshold: expected_outside,
  severity: look(!passes),
  hint: `Of ${distinct} distinct quantities.`,
});

const jointCheck = ({ joint, level }: CalibrationVerdict): readonly Diagnostic[] =>
  joint === null
    ? []
    : [
        {
          id: 'joint',
          label: 'Joint check, smallest p',
          value: joint.p,
          threshold: level,
          severity: look(joint.p <= level),
          hint: `All parameters together: ${joint.variable}.`,
        },
      ];

function worstCase({ worst_case, passes, level, replicates }: CalibrationVerdict): Diagnostic {
  const turns = worst_case.passes !== passes;
  return {
    id: 'worst-case',
    label: 'p had failed fits ranked worst',
    value: worst_case.p,
    threshold: level,
    severity: look(turns),
    hint: turns ? `The verdict over ${replicates} would turn.` : '',
  };
}

/** None before a look. */
export function verdictDiagnostics(state: CalibrationState): readonly Diagnostic[] {
  if (state.kind === 'growing') return [];
  const { verdict } = state;
  return [overall(verdict), outside(verdict), ...jointCheck(verdict), worstCase(verdict)];
}
