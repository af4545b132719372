// What the Check step shows of simpler models beside SEU: the table of what each predicts of problems left out.
import { countColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import type { ComparatorName } from '../../instruments/seu/check/comparators.ts';
import type { FitComparators } from '../../workers/fit-comparators.ts';
import type { RunTableView } from '../run-view.ts';

const NAMES: Readonly<Record<ComparatorName, string>> = {
  seu: 'SEU',
  luce_items: 'luce_items: one free value an item',
  uniform: 'uniform: choice at random',
};

export const comparatorTable = ({ rows, problems, refits }: FitComparators): RunTableView => ({
  title:
    refits > 0
      ? `Predictions of ${problems} problems left out, with ${refits} refits`
      : `Predictions of ${problems} problems left out, by importance weights`,
  columns: [
    textColumn('model'),
    numberColumn('elpd', 'elpd', 1),
    numberColumn('se', '± se', 1),
    numberColumn('difference', 'SEU less this', 1),
    numberColumn('difference_se', '± se of it', 1),
    countColumn('flagged', 'k above .7'),
  ],
  rows: rows.map(({ model, elpd, se, flagged, difference }) => ({
    model: NAMES[model],
    elpd,
    se,
    difference: difference?.difference ?? null,
    difference_se: difference?.se ?? null,
    flagged,
  })),
});
