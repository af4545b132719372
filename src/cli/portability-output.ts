// What luce portability prints and writes.
import {
  portabilityJson,
  portabilityTables,
  type PortabilityResult,
} from '../instruments/portability/views-tables.ts';
import type { CellReport } from '../instruments/portability/report.ts';
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

export function portabilityText({ report, caveats }: PortabilityResult): string {
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
    cell.resolution,
  ]);
  return [columns([HEAD, ...rows]), ...caveats.map((caveat) => `${caveat}\n`)].join('');
}
