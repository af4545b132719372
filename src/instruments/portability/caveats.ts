// What must be said beside the distances of a run, in sentences: page, command and files have the same ones.
import { LEVEL, rejects } from '../../statistics/portability/level.ts';
import { counted, fraction, integer, probability } from '../seu/views/number-format.ts';
import { leastAdjusted } from './adjust.ts';
import { cutSentences } from './fair-words.ts';
import type { CellReport, PortabilityReport } from './report.ts';
import { ACROSS_GAMES, cellTitle, CRITERION_BOUND } from './views-words.ts';

/** Games whose cells have unequal test folds: nothing of theirs compares but what is cut to equal numbers. */
function unequalGames(cells: readonly CellReport[], games: readonly string[]): readonly string[] {
  return games.flatMap((game) => {
    const sizes = cells.filter((cell) => cell.game === game).flatMap(({ n_test }) => n_test);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    return most > 1.1 * least
      ? [
          `${game}: test folds have ${least} to ${most} rows. TV falls with them: compare cells at equal numbers alone (equal n cuts them; contrasts are cut).`,
        ]
      : [];
  });
}

/** Cells between whose environments nothing can be transported. */
const singleSentences = (cells: readonly CellReport[]): readonly string[] =>
  cells.flatMap((cell) =>
    cell.environments.length > 1
      ? []
      : [`${cellTitle(cell)}: one environment, ${cell.environments[0]}; a distance needs two.`],
  );

/** Distances that are there because bins see float noise: they are gone once it is taken out of predictions. */
const noiseSentences = (cells: readonly CellReport[]): readonly string[] =>
  cells.flatMap((cell) => {
    const { tv_mean, snapped_tv } = cell;
    if (tv_mean === null || snapped_tv === null || tv_mean - snapped_tv < 0.005) return [];
    return [
      `${cellTitle(cell)}: predictions differ by float noise, which bins of quantiles see; without it TV is ${fraction(snapped_tv)}, not ${fraction(tv_mean)}.`,
    ];
  });

/** How many permutations a p-value rests on; null where no cell is tested. */
function permutationsBehind(cells: readonly CellReport[]): number | null {
  const least = cells.flatMap(({ least_p }) => least_p ?? []);
  return least.length === 0 ? null : Math.round(1 / Math.max(...least)) - 1;
}

/** Permutations too few for a cell, alone or at all, to be found above its floor. */
function attainmentSentences({ cells, correction }: PortabilityReport): readonly string[] {
  const permutations = permutationsBehind(cells);
  if (permutations === null) return [];
  const tested = cells.filter(({ least_p }) => least_p !== null).length;
  const { alone, together } = leastAdjusted(correction, 1 / (1 + permutations), tested);
  if (rejects(alone)) return [];
  const floors = `Floors rest on ${counted(permutations, 'permutation')}`;
  // One in needed + 1, times the cells that it is corrected for, reaches the level.
  const needed = Math.ceil((alone * (1 + permutations)) / LEVEL - 1e-9) - 1;
  const more = `${integer(needed)} permutations or more would let it.`;
  return [
    rejects(together)
      ? `${floors}: no single one of ${counted(tested, 'cell')} can have an adjusted p below ${probability(Math.min(1, alone))}, only several together. ${more}`
      : `${floors}: no cell can have an adjusted p below ${probability(Math.min(1, together))}, so none can be told from its floor. ${more}`,
  ];
}

/** In the order in which they are read. */
export function caveatsOf(report: PortabilityReport): readonly string[] {
  const { cells } = report;
  const games = [...new Set(cells.map(({ game }) => game))];
  return [
    ...attainmentSentences(report),
    ...singleSentences(cells),
    ...noiseSentences(cells),
    ...unequalGames(cells, games),
    ...cutSentences(cells.map((cell) => ({ ...cell, environments: cell.environments.length }))),
    ...(games.length > 1 ? [ACROSS_GAMES] : []),
    ...(cells.some(({ tv_mean }) => tv_mean !== null) ? [CRITERION_BOUND] : []),
  ];
}
