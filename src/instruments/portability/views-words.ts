// What a portability run found, in sentences that could be quoted.
import { rejects } from '../../statistics/portability/level.ts';
import { counted, fraction, probability } from '../seu/views/number-format.ts';
import { leastAdjusted } from './adjust.ts';
import { gameNamed } from './games.ts';
import type { CellReport, PortabilityReport } from './report.ts';
import type { Resolution } from './resolution.ts';

/** Whether the cell stands above its noise floor, after the plan's correction over cells. */
export const isAbove = ({ p_adjusted }: Pick<CellReport, 'p_adjusted'>): boolean => rejects(p_adjusted);

export const gameTitle = (game: string): string => gameNamed(game)?.title ?? game;

/** "Dictator, frame, noncot"; what is not named is left out. */
export const cellTitle = ({ game, model, regime }: Pick<CellReport, 'game' | 'model' | 'regime'>): string =>
  [gameTitle(game), model, regime].filter((name) => name !== '').join(', ');

export const RESOLUTION_WORDS: Readonly<Record<Resolution, string>> = {
  seen: '',
  none: 'no resolution',
  degenerate: 'x does not vary',
  unknown: 'no floor',
};

/** What the excess is, with its interval where there is one. */
export function excessText({ excess, excess_lo, excess_hi }: CellReport): string {
  if (excess === null) return 'NA';
  if (excess_lo === null || excess_hi === null) return fraction(excess);
  return `${fraction(excess)} [${fraction(excess_lo)}, ${fraction(excess_hi)}]`;
}

function aloneText(cell: CellReport): string {
  const name = cellTitle(cell);
  if (cell.environments.length < 2) return `${name}: one environment, so there is no distance.`;
  if (cell.resolution === 'degenerate') return `${name}: x does not vary, so the distance is not determined.`;
  if (cell.tv_mean === null) return `${name}: no distance was computed.`;
  const tv = `a total variation of ${fraction(cell.tv_mean)}`;
  if (cell.p_adjusted === null) return `${name}: ${tv}; without a noise floor it cannot be read.`;
  const floor = `its noise floor of ${fraction(cell.perm_mean)}, p ${pText(cell.p_adjusted)}`;
  if (isAbove(cell)) {
    const more = cell.excess === null ? '' : `; the excess is ${excessText(cell)}`;
    return `${name}: ${tv} stands above ${floor}${more}.`;
  }
  if (cell.resolution === 'none')
    return `${name}: ${tv} is not above ${floor}, but the predictors explain too little to call it portable.`;
  return `${name}: ${tv} is not above ${floor}.`;
}

const pText = (p: number): string => {
  const text = probability(p);
  return /^[<>]/.test(text) ? text : `= ${text}`;
};

/** "frame in 7 of 7", by model in the order of the data. */
function byModel(cells: readonly CellReport[]): string {
  const models = [...new Set(cells.map(({ model }) => model))];
  if (models.length < 2) return '';
  const parts = models.map((model) => {
    const own = cells.filter((cell) => cell.model === model);
    return `${model === '' ? 'no model named' : model} in ${own.filter(isAbove).length} of ${own.length}`;
  });
  return `: ${parts.join(', ')}`;
}

/** Cells that were tested, by floors that can tell any of them from its own. */
function tellingCells({ cells, correction }: PortabilityReport): readonly CellReport[] {
  const tested = cells.filter(({ p_adjusted }) => p_adjusted !== null);
  const least = Math.max(...tested.map(({ least_p }) => least_p ?? 0));
  return rejects(leastAdjusted(correction, least, tested.length).together) ? tested : [];
}

/** What a finished run found in a few words; null where it tells no cell from its floor. */
export function findingWord(report: PortabilityReport): string | null {
  const told = tellingCells(report);
  return told.length === 0 ? null : `${told.filter(isAbove).length} of ${told.length} above floor`;
}

/** One or two sentences with the uncertainty that they rest on; of a finished run. */
export function findingOf(report: PortabilityReport): string {
  const { cells } = report;
  if (cells.length === 0) return 'No cell has two environments.';
  if (cells.length === 1) return aloneText(cells[0]);
  const tested = cells.filter(({ p_adjusted }) => p_adjusted !== null);
  if (tested.length === 0) return 'No noise floor was asked for: distances alone say nothing of portability.';
  if (tellingCells(report).length === 0)
    return 'Floors rest on too few permutations to tell any cell from its floor.';
  const above = tested.filter(isAbove).length;
  const blind = tested.filter((cell) => cell.resolution === 'none').length;
  const first = `Of ${counted(tested.length, 'cell')} ${above === 0 ? 'none stands' : `${above} stand${above === 1 ? 's' : ''}`} above the noise floor (adjusted p ≤ .05)${byModel(tested)}.`;
  return blind > 0
    ? `${first} In ${blind} the predictors explain too little to call a small distance portable.`
    : first;
}

/** Ranking games by raw TV ranks their floors. */
export const ACROSS_GAMES =
  'TV of one game says nothing beside that of another, so games are not ranked by it: its floor depends on how many actions there are.';

/** What a distance bounds: the paper’s bound holds on its own partition alone. */
export const CRITERION_BOUND =
  'A TV bounds how far the mean of a criterion between 0 and 1 can move only for criteria of the action and of the comparison’s own bins of predictions; one that sees finer differences of predictions can move further.';
