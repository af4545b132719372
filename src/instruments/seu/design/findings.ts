// What the menus of a design can tell, in sentences: each finding is a number with what it means for α.
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { counted, fraction, percent, significant } from '../views/number-format.ts';
import type { EtaGaps } from './eta-gaps.ts';
import type { MenuTable } from './menu-table.ts';

/** Below this median log odds of best against worst, choices hardly differ from random ones. */
const NEARLY_RANDOM = 0.5;
/** Above it, nearly every choice is the best alternative: 1 in 150 is the worst of two. */
const NEARLY_CERTAIN = 5;
/** A diagnostic with its parts in the order in which they are read. */
export const finding = (
  id: string,
  label: string,
  value: number,
  threshold: number | null,
  severity: Severity,
  hint: string,
): Diagnostic => ({ id, label, value, threshold, severity, hint });

export function chanceFinding({ chance }: MenuTable, block: string): Diagnostic {
  const hint =
    `A chooser at random takes the SEU-maximal option in ${percent(chance, 1)} of the ${block} menus: ` +
    'α is measured by what lies above that.';
  return finding(`chance:${block}`, `Chance baseline, ${block} menus`, chance, null, 'fine', hint);
}

const NOUNS = { alternative: 'alternatives', lottery: 'lotteries' } as const;

export function coverageFinding({ shown, groups }: MenuTable, noun: keyof typeof NOUNS): Diagnostic {
  const missing = shown.filter((count) => count === 0).length;
  const seen = shown.filter((count) => count > 0);
  const range = `${Math.min(...seen)} to ${Math.max(...seen)} times each`;
  const plural = NOUNS[noun];
  const value = (severity: Severity, hint: string): Diagnostic =>
    finding(`coverage:${noun}`, `Coverage: ${plural} never shown`, missing, 0, severity, hint);
  if (missing > 0)
    return value(
      'look',
      `${missing} of ${shown.length} ${plural} are never shown: no choice speaks of them, and what only they could ` +
        'tell of β or δ stays at its prior. α rests on the others.',
    );
  if (groups > 1)
    return value(
      'look',
      `All ${shown.length} ${plural} are shown (${range}), but in ${groups} groups that no menu joins: nothing ` +
        'compares utilities across groups, and α rests on gaps within each.',
    );
  return value(
    'fine',
    `All ${shown.length} ${plural} are shown, ${range}, and menus join them all: sensitivity times every difference ` +
      'of their utilities is informed by choices.',
  );
}

export function repeatFinding({ menus, distinct, mostShown }: MenuTable): Diagnostic {
  const hint =
    distinct === menus
      ? 'No menu is shown twice: every choice is a new contrast for β, and none shows how steady choices are.'
      : `${counted(distinct, 'menu')} of ${menus} differ, shown up to ${mostShown} times: repeated showings sharpen ` +
        'α at the same contrasts of η, but add no new ones for β, and are not independent if the agent remembers.';
  return finding('repeats', 'Showings of menus seen before', menus - distinct, null, 'fine', hint);
}

function gapWords(odds: number): readonly [Severity, string] {
  if (odds < NEARLY_RANDOM)
    return ['look', 'choices are nearly random under this prior, and many are needed to learn α.'];
  if (odds > NEARLY_CERTAIN)
    return ['look', 'choices are nearly all the best one under this prior, and bound α from below only.'];
  return ['fine', 'choices are neither random nor certain, which is where they inform α.'];
}

/** `source` is 'prior' or 'posterior'. */
export function gapFinding({ perDraw, logOdds }: EtaGaps, source: string): Diagnostic {
  const [severity, meaning] = gapWords(logOdds.median);
  const hint =
    `Within a menu best and worst differ by ${fraction(perDraw.median, 3)} in η on average ` +
    `(90 % of ${source} draws: ${fraction(perDraw.q5, 3)} to ${fraction(perDraw.q95, 3)}), in log odds by ` +
    `${significant(logOdds.median)} (${significant(logOdds.q5)} to ${significant(logOdds.q95)}): ${meaning}`;
  return finding(`eta-gap:${source}`, `η-gap within menus, ${source}`, perDraw.median, null, severity, hint);
}
