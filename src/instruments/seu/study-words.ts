// What a study says in sentences: within cells only, with resolution beside every "not detected".
import { SIGN_SEEN } from '../../statistics/detectable-slope.ts';
import type { Cell } from './plan.ts';
import type { CellReport, StudyCondition } from './report.ts';

const minus = (text: string): string => text.replace('-', '−');
const figure = (value: number): string => minus(value.toFixed(1));
const nameOf = ({ agent, task }: CellReport): string => `${agent} × ${task}`;

const interval = ({ slope }: CellReport): string =>
  `${figure(slope.median)} [${figure(slope.q5)}, ${figure(slope.q95)}]`;

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;

/** One or two sentences: where α declines (or rises) with temperature, and where nothing was detected. */
export function studyFinding(cells: readonly CellReport[]): string {
  const declines = cells.filter(({ probabilityNegative: p }) => p >= SIGN_SEEN);
  const rises = cells.filter(({ probabilityNegative: p }) => p <= 1 - SIGN_SEEN);
  const open = cells.filter(({ probabilityNegative: p }) => p < SIGN_SEEN && p > 1 - SIGN_SEEN);
  const told = (group: readonly CellReport[]): string =>
    list(group.map((cell) => `${nameOf(cell)} (${interval(cell)})`));
  const sentences = [
    declines.length > 0 ? `α falls as temperature rises for ${told(declines)} per unit of temperature.` : '',
    rises.length > 0 ? `α rises with temperature for ${told(rises)} per unit.` : '',
    open.length > 0 ? `No slope is detected for ${told(open)}; that is not the absence of one.` : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** How to read the study, and what was left out of it. */
export function studyCaveats(
  planned: readonly Cell[],
  cells: readonly CellReport[],
  conditions: readonly StudyCondition[],
): readonly string[] {
  const open = cells.filter(({ probabilityNegative: p }) => p < SIGN_SEEN && p > 1 - SIGN_SEEN);
  const missing = planned.filter(({ id }) => !cells.some(({ cell }) => cell === id));
  return [
    ...open.map(
      (cell) =>
        `${nameOf(cell)} resolves only slopes steeper than ${figure(-cell.minimumDetectable)} (P(slope < 0) ≥ .95). Read its null as “not seen”, not as “absent”.`,
    ),
    ...conditions
      .filter(({ setAside }) => setAside !== null)
      .map(({ label, setAside }) => `${label} is set aside from the findings: ${setAside}.`),
    ...missing.map(({ id }) => `${id} has fewer than two usable conditions, so it has no slope.`),
    'α compares within a cell: same consequences, menus, pool and prior. Across cells this is a pattern, not a comparison of α, and no ranking of agents.',
  ];
}
