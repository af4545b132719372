// Columns of a study's table of conditions, with the numbers as people read them.
import { countColumn, fractionColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Column } from './figure.ts';

/** Columns of `ConditionRow`, in reading order. */
export const conditionColumns: readonly Column[] = [
  textColumn('agent', 'model'),
  textColumn('task'),
  numberColumn('temperature', 'T', 1),
  countColumn('menus', 'choices'),
  numberColumn('median', 'median', 1),
  numberColumn('sd', 'sd', 1),
  numberColumn('q5', 'q5', 1),
  numberColumn('q95', 'q95', 1),
  numberColumn('rhat', 'rhat', 3),
  countColumn('ess_bulk'),
  countColumn('ess_tail'),
  probabilityColumn('ppc_ll', 'PPC ll', 2),
  probabilityColumn('ppc_modal', 'modal', 2),
  probabilityColumn('ppc_prob', 'prob', 2),
  fractionColumn('feature_norm', '|w|', 3),
  fractionColumn('eta_gap', 'η-gap', 3),
  numberColumn('alpha_eta_gap', 'α × η-gap'),
  textColumn('severity', 'state'),
  textColumn('look'),
  textColumn('set_aside', 'set aside'),
];
