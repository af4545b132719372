// What a design can tell, in sentences: each finding is a number with what it means for α, β or δ.
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { counted, fixed, fraction, percent, significant } from '../views/number-format.ts';
import type { EtaGaps } from './eta-gaps.ts';
import type { MenuTable } from './menu-table.ts';
import type { ContrastRank, RankReport } from './ranks.ts';

/** Below this median log odds of best against worst, choices hardly differ from random ones. */
const NEARLY_RANDOM = 0.5;
/** Above it, nearly every choice is the best alternative: 1 in 150 is the worst of two. */
const NEARLY_CERTAIN = 5;
/** Smaller singular values than this share of the largest are resolved by no realistic number of choices. */
const WEAK_DIRECTION = 0.01;

const finding = (
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

/** `span` is null without lotteries. */
export function deltaFinding(span: RankReport | null, consequences: number): Diagnostic {
  const needed = consequences - 1;
  const value = (rank: number, severity: Severity, hint: string): Diagnostic =>
    finding('lotteries', 'Rank of lottery differences', rank, needed, severity, hint);
  if (consequences === 2)
    return value(span?.rank ?? 0, 'fine', 'With two consequences δ is 1 by convention: nothing to identify.');
  if (span === null)
    return value(
      0,
      'look',
      'No risky choices: δ enters only together with β, through η, and is weakly informed. ' +
        'Its posterior will lie near its prior.',
    );
  const shown = span.singularValues
    .slice(0, needed)
    .map((one) => fixed(one, 4))
    .join(', ');
  if (span.rank >= needed)
    return value(
      span.rank,
      'fine',
      `Lottery differences have rank ${span.rank} = K − 1 (singular values ${shown}): risky choices identify δ, ` +
        'and α with it, without β. How sharply depends on the number of choices.',
    );
  return value(
    span.rank,
    'look',
    `Lottery differences have rank ${span.rank}, K − 1 is ${needed}: risky choices leave ` +
      `${counted(needed - span.rank, 'direction')} of δ to the prior.`,
  );
}

export function betaFinding(contrast: ContrastRank): Diagnostic {
  const { least, most, needed, gauge, attainable, points, conditioning } = contrast;
  const rank = least === most ? `${least}` : `${least} to ${most}`;
  const label = 'Rank of η contrasts in β';
  const free =
    least >= attainable && attainable > 1
      ? ' β can move every contrast of η freely: SEU then restricts choices no more than a plain ranking of items.'
      : '';
  if (least >= needed)
    return finding(
      'contrast-rank',
      label,
      least,
      needed,
      conditioning < WEAK_DIRECTION ? 'look' : 'fine',
      `Rank ${rank} at ${points} prior draws is all of the ${needed} directions that the gauge (${gauge}: a shift of ` +
        `all consequences alike) leaves: β is locally identified modulo gauge, its weakest direction ` +
        `${significant(1 / conditioning, 2)} times weaker than its strongest.${free}`,
    );
  return finding(
    'contrast-rank',
    label,
    least,
    needed,
    'look',
    `Rank ${rank} at ${points} prior draws, of ${needed} directions beyond the gauge (${gauge}): ` +
      `${counted(needed - least, 'direction')} of β keep their prior. α is measured all the same.${free}`,
  );
}

export function featureFinding({ rank }: RankReport, R: number, D: number): Diagnostic {
  const free = rank >= R;
  const hint = free
    ? `${D} features of rank ${rank} set ${R} alternatives apart in every way: β can order them at will. ` +
      'Compare with a model that has one free value an item.'
    : `Features of rank ${rank} tie ${R} alternatives together: not every order of them is within reach of β` +
      `${rank < D ? `, and ${counted(D - rank, 'direction')} of each β row ${D - rank === 1 ? 'keeps its' : 'keep their'} prior` : ''}.`;
  return finding('feature-rank', 'Rank of the features', rank, R, free ? 'look' : 'fine', hint);
}

export function regressorFinding({ rank, needed }: RankReport): Diagnostic {
  const hint =
    rank === needed
      ? 'Cells tell the intercept and every regressor apart: γ is identified given the cells’ α.'
      : `Cells leave ${counted(needed - rank, 'combination')} of intercept and regressors to the prior of γ.`;
  return finding(
    'regressor-rank',
    'Rank of intercept and regressors',
    rank,
    needed,
    rank === needed ? 'fine' : 'look',
    hint,
  );
}
