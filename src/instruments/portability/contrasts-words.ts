// What contrasts of regimes and models say, in words that could be quoted.
import { counted, fixed, fraction, integer } from '../seu/views/number-format.ts';
import type { ContrastRow } from './contrasts.ts';
import { gameTitle } from './views-words.ts';

/** What every contrast rests on. */
export const CONTRAST_NOTE =
  'Contrasts are made at equal numbers of rows, on the same targets and source sets in both cells. Intervals are central 90 % over targets drawn anew, the same for both, and are not adjusted for their number. The excess is TV less its mean under the null; raw TV differs with noise alone.';

/** Why a contrast with the best of several flatters the best. */
export const CHOSEN_NOTE =
  'The best of the other cells is chosen by these very data, so that it looks better here than it would on new data; its interval does not allow for that.';

/** "−.12 [−.15, −.09]"; without brackets where a single target leaves no interval. */
export function intervalText(value: number | null, low: number | null, high: number | null): string {
  if (value === null) return 'NA';
  if (low === null || high === null) return fraction(value);
  return `${fraction(value)} [${fraction(low)}, ${fraction(high)}]`;
}

/** "−25 %"; '' where there is none. */
export const percentText = ({ percent }: Pick<ContrastRow, 'percent'>): string =>
  percent === null ? '' : `${fixed(percent, 0)}\u202f%`;

/** What a contrast is averaged over: "pooled", a model, a game, "Dictator, frame". */
export function contrastSubject({
  scope,
  game,
  model,
}: Pick<ContrastRow, 'scope' | 'game' | 'model'>): string {
  if (scope === 'all') return 'pooled';
  if (scope === 'model') return model === '' ? 'no model named' : model;
  return [gameTitle(game), model].filter((name) => name !== '').join(', ');
}

/** "cot less noncot". */
export const contrastName = ({ from, to }: Pick<ContrastRow, 'from' | 'to'>): string => `${to} less ${from}`;

/** The pooled contrast of two regimes, or one of cells, in a sentence. */
export function contrastText(row: ContrastRow): string {
  const { delta, delta_lo, delta_hi, excess_delta, excess_delta_lo, excess_delta_hi } = row;
  const share = row.percent === null ? '' : ` (${percentText(row)})`;
  const excess =
    excess_delta === null ? '' : `, Δ excess ${intervalText(excess_delta, excess_delta_lo, excess_delta_hi)}`;
  const over = `${delta_lo === null ? '' : '90\u202f% intervals over '}${counted(row.targets, 'target')}`;
  const chosen = row.candidates > 1 ? `, the best of ${integer(row.candidates)} by these very data` : '';
  return `${row.to} against ${row.from}${chosen}, ${contrastSubject(row)}: ΔTV ${intervalText(delta, delta_lo, delta_hi)}${share}${excess}; ${over}, at equal numbers of rows (${integer(row.n_test)} or more in a test fold).`;
}

/** Without pooled rows that repeat another: of one model, of one game. */
export const distinctContrasts = (rows: readonly ContrastRow[]): readonly ContrastRow[] =>
  rows.filter(({ scope, from, to, pairs, model, game }) => {
    const same = rows.filter((row) => row.from === from && row.to === to && row.scope === 'cell');
    if (scope === 'all') return pairs > 1;
    if (scope === 'model') return pairs > 1 && same.some((row) => row.model !== model);
    if (scope === 'game') return pairs > 1 && same.some((row) => row.game !== game);
    return true;
  });
