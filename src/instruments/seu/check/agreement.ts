// Pseudo-replication: do presentations of one problem agree more often than independent choices would?
import type { RandomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { menuCount, menuSize } from '../../../models/seu/data.ts';
import { drawChoice } from '../../../models/seu/predictive.ts';
import { mean } from '../../../statistics/moments.ts';
import { quantiles } from '../../../statistics/quantile.ts';
import { forEachProbability, type ChoiceDraws } from './choice-draws.ts';
import { baseProblems, menusByProblem, type BaseProblems } from './problems.ts';

/** Share of problems, shown at least twice, whose presentations all led to the same choice. */
export interface AgreementRow {
  /** Menu size, or null over all sizes. */
  readonly size: number | null;
  readonly problems: number;
  readonly presentations: number;
  readonly observed: number;
}

export interface AgreementCheck extends AgreementRow {
  /** Mean, 5 % and 95 % points of the share in replicates whose choices are independent given the draw. */
  readonly replicated: number;
  readonly q5: number;
  readonly q95: number;
  /** P(share of the replicate ≥ share of the data): small where presentations agree more than independence allows. */
  readonly p: number;
}

interface Shown {
  readonly size: number;
  readonly menus: readonly number[];
}

function shownTwice(choices: ChoiceDraws, problems: BaseProblems): readonly Shown[] {
  return menusByProblem(problems)
    .filter((menus) => menus.length >= 2)
    .map((menus) => ({ size: menuSize(choices.menus, menus[0]), menus }));
}

/** Numerators by menu size: problems whose presentations agree. */
function agreeing(shown: readonly Shown[], chosen: ArrayLike<number>, counts: Float64Array): void {
  counts.fill(0);
  for (const { size, menus } of shown)
    if (menus.every((m) => chosen[m] === chosen[menus[0]])) counts[size] += 1;
}

function rowOf(size: number | null, shown: readonly Shown[], counts: Float64Array): AgreementRow {
  const own = shown.filter((one) => size === null || one.size === size);
  const agree = size === null ? counts.reduce((sum, n) => sum + n, 0) : counts[size];
  return {
    size,
    problems: own.length,
    presentations: own.reduce((sum, { menus }) => sum + menus.length, 0),
    observed: agree / own.length,
  };
}

function check(row: AgreementRow, replicated: Float64Array): AgreementCheck {
  const [q5, q95] = quantiles(replicated, [0.05, 0.95]);
  const hits = replicated.reduce((sum, share) => sum + (share >= row.observed ? 1 : 0), 0);
  return { ...row, replicated: mean(replicated), q5, q95, p: hits / replicated.length };
}

/** Agreement counts of one replicate a draw, by menu size (sizes × draws). */
function replicate(choices: ChoiceDraws, shown: readonly Shown[], widest: number, random: RandomStream) {
  const { total, menus } = choices;
  const last = menuCount(menus) - 1;
  const chosen = new Int32Array(menuCount(menus));
  const counts = new Float64Array(widest + 1);
  const bySize = Array.from({ length: widest + 1 }, () => new Float64Array(total));
  forEachProbability(choices, (s, m, probabilities) => {
    if (m === 0) random.seek(s, SITE.replicate);
    chosen[m] = drawChoice(probabilities, random.uniform());
    if (m < last) return;
    agreeing(shown, chosen, counts);
    counts.forEach((count, size) => (bySize[size][s] = count));
  });
  return bySize;
}

/** Over all menu sizes first, then each size; empty where no problem was shown twice. One replicate a draw. */
export function agreementChecks(
  choices: ChoiceDraws,
  random: RandomStream,
  problems: BaseProblems = baseProblems(choices.block),
): readonly AgreementCheck[] {
  const shown = shownTwice(choices, problems);
  if (shown.length === 0) return [];
  const sizes = [...new Set(shown.map(({ size }) => size))].sort((a, b) => a - b);
  const counts = new Float64Array(sizes[sizes.length - 1] + 1);
  agreeing(shown, choices.menus.chosen, counts);
  const bySize = replicate(choices, shown, sizes[sizes.length - 1], random);
  const all = bySize[0].map((_, s) => bySize.reduce((sum, x) => sum + x[s], 0) / shown.length);
  const one = (size: number): AgreementCheck => {
    const row = rowOf(size, shown, counts);
    return check(
      row,
      bySize[size].map((count) => count / row.problems),
    );
  };
  return [check(rowOf(null, shown, counts), all), ...sizes.map(one)];
}
