// What luce portability prints and writes.
import {
  portabilityJson,
  portabilityTables,
  type PortabilityResult,
} from '../instruments/portability/views-tables.ts';
import type { ContrastRow, Contrasts } from '../instruments/portability/contrasts.ts';
import {
  CHOSEN_NOTE,
  CONTRAST_NOTE,
  contrastName,
  contrastSubject,
  distinctContrasts,
} from '../instruments/portability/contrasts-words.ts';
import type { CellReport } from '../instruments/portability/report.ts';
import { findingOf, RESOLUTION_WORDS } from '../instruments/portability/views-words.ts';
import type { PortabilityInputs } from './portability-inputs.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { columns } from './text.ts';

export async function writePortability(
  output: OutputDirectory,
  inputs: PortabilityInputs,
  result: PortabilityResult,
): Promise<void> {
  const balance = inputs.games.flatMap((game) => game.balance);
  for (const [name, text] of Object.entries(portabilityTables(balance, result)))
    await output.write(name, text);
  await output.write('report.json', `${toJson(portabilityJson(result, false))}\n`);
}

const figure = (value: number | null, digits = 3): string => (value === null ? 'NA' : value.toFixed(digits));

/** A floor stands beside a distance alone. */
const beside = (cell: CellReport, value: number | null): string =>
  figure(cell.tv_mean === null ? null : value);

const HEAD = [
  'cell',
  'TV',
  'floor',
  'to 95 %',
  'TV few bins',
  'excess',
  'p',
  'p adjusted',
  'R2 target',
  'resolution',
];

/** "0.402 [0.351, 0.453]" */
const bounded = (value: number | null, low: number | null, high: number | null): string =>
  low === null || high === null ? figure(value) : `${figure(value)} [${figure(low)}, ${figure(high)}]`;

const CONTRAST_HEAD = [
  'contrast',
  'of',
  'TV from',
  'TV to',
  'delta TV',
  '%',
  'delta excess',
  'delta gap',
  'test rows',
];

const contrastLine = (row: ContrastRow): readonly string[] => [
  contrastName(row),
  contrastSubject(row),
  figure(row.tv_from),
  figure(row.tv_to),
  bounded(row.delta, row.delta_lo, row.delta_hi),
  figure(row.percent, 0),
  bounded(row.excess_delta, row.excess_delta_lo, row.excess_delta_hi),
  bounded(row.gap_delta, row.gap_delta_lo, row.gap_delta_hi),
  String(row.n_test),
];

function contrastsText({ rows, notes }: Contrasts): string {
  if (rows.length === 0) return notes.map((note) => `${note}\n`).join('');
  return [
    '\n',
    columns([CONTRAST_HEAD, ...distinctContrasts(rows).map(contrastLine)]),
    `${CONTRAST_NOTE}\n`,
    ...(rows.some(({ candidates }) => candidates > 1) ? [`${CHOSEN_NOTE}\n`] : []),
    ...notes.map((note) => `${note}\n`),
  ].join('');
}

export function portabilityText({ report, caveats, contrasts }: PortabilityResult): string {
  const rows = report.cells.map((cell) => [
    [cell.game, cell.model, cell.regime].filter((name) => name !== '').join(', '),
    figure(cell.tv_mean),
    beside(cell, cell.perm_mean),
    beside(cell, cell.perm_q95),
    figure(cell.tvB_mean),
    cell.excess_lo === null
      ? figure(cell.excess)
      : `${figure(cell.excess)} [${figure(cell.excess_lo)}, ${figure(cell.excess_hi)}]`,
    figure(cell.p_min, 4),
    figure(cell.p_adjusted, 4),
    figure(cell.r2_in),
    RESOLUTION_WORDS[cell.resolution],
  ]);
  return [
    columns([HEAD, ...rows]),
    `${findingOf(report)}\n`,
    contrastsText(contrasts),
    ...caveats.map((caveat) => `${caveat}\n`),
  ].join('');
}
