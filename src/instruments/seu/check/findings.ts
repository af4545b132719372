// The findings of the checks of one condition, in the order in which a reader should meet them.
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { predictiveReading, readingSeverity, type PredictiveReading } from '../predictive-reading.ts';
import { counted, fixed, percent } from '../views/number-format.ts';
import type { ConditionChecks } from './checks.ts';
import type { LeftOutCheck } from './left-out.ts';
import type { MissingRow } from './missing.ts';

/** Level of the permutation test of positions. */
const POSITION_LEVEL = 0.05;
/** A larger share of missing presentations asks for a look. */
const MISSING_SHARE = 0.05;

const finding = (
  id: string,
  label: string,
  value: number | null,
  threshold: number | null,
  severity: Severity,
  hint: string,
): Diagnostic => ({ id, label, value, threshold, severity, hint });

/** A finding on a predictive p-value: what each reading of it means here. */
function predictiveFinding(
  id: string,
  label: string,
  p: number,
  before: string,
  hints: Readonly<Record<PredictiveReading, string>>,
): Diagnostic {
  const reading = predictiveReading(p);
  return finding(id, label, p, null, readingSeverity(reading), `${before}${hints[reading]}`);
}

function alphaFinding({ single_alpha: { p, blocks } }: ConditionChecks): Diagnostic {
  return predictiveFinding('single-alpha', 'One sensitivity for all choices', p, '', {
    reproduced: `One α serves all ${blocks.length} blocks of choices.`,
    poor: 'One α serves the blocks of choices poorly; the table says which are sharper or noisier.',
    missed:
      p < 0.5
        ? 'Some block of choices is sharper or noisier than one α allows; the table says which.'
        : 'The blocks of choices are more alike than independent choices would be.',
  });
}

function agreementFinding({ agreement, problems }: ConditionChecks): Diagnostic {
  const [all] = agreement;
  const label = 'Agreement of presentations';
  if (!all) return finding('agreement', label, null, null, 'na', `No problem was shown twice. ${problems}`);
  const before =
    `The presentations of a problem agree in ${percent(all.observed)} of ${counted(all.problems, 'problem')}; independent ` +
    `choices of the fitted agent would in ${percent(all.replicated)} (90\u202f% ${percent(all.q5)} to ${percent(all.q95)}). `;
  return predictiveFinding('agreement', label, all.p, before, {
    reproduced: 'They may be counted as independent.',
    poor: 'Whether they may be counted as independent is in doubt: look at a refit with one presentation a problem.',
    missed:
      all.observed > all.replicated
        ? 'They are not independent: intervals of α are too narrow. Refit with one presentation a problem.'
        : 'They agree less than independent choices would: the model misses what changes between presentations.',
  });
}

function positionFinding({ position: { test } }: ConditionChecks): Diagnostic {
  const label = 'Position in the display';
  if (!test)
    return finding('position', label, null, null, 'na', 'The data do not say where alternatives were shown.');
  const seen = test.p < POSITION_LEVEL;
  const hint = seen
    ? 'Choices depend on where an alternative stood: part of what looks like noise is a habit.'
    : 'No dependence on position is seen.';
  return finding('position', label, test.p, POSITION_LEVEL, seen ? 'look' : 'fine', hint);
}

function missingFinding({ hits, cases, rate, named, usual }: MissingRow): Diagnostic {
  if (usual === 1)
    return finding(
      'missing',
      'Missing choices',
      null,
      null,
      'na',
      'Problems are shown once: one that is missing leaves no trace in the data.',
    );
  const hint =
    `${hits} of ${cases} presentations have no choice` +
    (named ? '.' : '; problems are not named, so this is a lower bound.');
  const severity = rate > MISSING_SHARE ? 'look' : 'fine';
  return finding('missing', 'Missing choices', rate, MISSING_SHARE, severity, hint);
}

/** How the predictions of problems left out were made, and what they are worth. */
export function leftOutWords({ method, refits, flagged, problems, perChoice }: LeftOutCheck): string {
  const unit = perChoice ? 'choices' : 'problems';
  if (method === 'folds') return `Exact, from ${refits} refits without a part of the ${unit} each.`;
  const rest = `importance weights are sound (k up to .7)`;
  if (flagged === 0)
    return method === 'exact'
      ? `Exact from ${counted(refits, 'refit')} where weights cannot tell; elsewhere ${rest}.`
      : `For all ${problems.length} ${unit} ${rest}.`;
  const before = method === 'exact' ? `After ${counted(refits, 'refit')}: for ` : 'For ';
  return `${before}${flagged} of ${problems.length} ${unit} importance weights cannot tell (k above .7): they need a refit.`;
}

function leftOutFinding({ left_out }: ConditionChecks): Diagnostic {
  const { elpd, se, flagged, perChoice } = left_out;
  const hint =
    `Expected log predictive density of a ${perChoice ? 'choice' : 'problem'} left out, summed: ` +
    `${fixed(elpd, 1)} (standard error ${fixed(se, 1)}). ${leftOutWords(left_out)}`;
  const label = perChoice ? 'Choices left out' : 'Problems left out';
  return finding('left-out', label, elpd, null, flagged > 0 ? 'look' : 'fine', hint);
}

/** `missing` is the condition's row over all menu sizes. */
export const checkFindings = (checks: ConditionChecks, missing: MissingRow): readonly Diagnostic[] => [
  alphaFinding(checks),
  agreementFinding(checks),
  positionFinding(checks),
  missingFinding(missing),
  leftOutFinding(checks),
];
