// What the ranks of a design mean for β, δ and the regression over cells, in sentences.
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { counted, fixed, significant } from '../views/number-format.ts';
import { finding } from './findings.ts';
import type { ContrastRank, RankReport } from './ranks.ts';

/** Smaller singular values than this share of the largest are resolved by no realistic number of choices. */
const WEAK_DIRECTION = 0.01;

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
