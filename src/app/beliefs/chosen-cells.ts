// The cells of the tables that are chosen for a study, and what they are called together.
import type { ResponseDataset } from '../../formats/dataset.ts';
import { cellName } from '../../instruments/beliefs/plan.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { cellsOfTable } from './facts.ts';

export const cellsIn = (chosen: readonly ResponseDataset[]): readonly BeliefCell[] =>
  chosen.flatMap(({ content }) => cellsOfTable(content));

/** "noisy, ckd", or how many cells there are beyond three. */
export function titleOf(cells: readonly BeliefCell[]): string {
  const names = cells.map(cellName);
  return names.length <= 3
    ? names.join('; ')
    : `${names.slice(0, 2).join('; ')} and ${names.length - 2} more`;
}

function twiceIn(cells: readonly BeliefCell[]): readonly string[] {
  const names = cells.map(cellName);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  return twice === undefined ? [] : [`Two of the chosen tables have answers of ${twice}; needed one a cell.`];
}

/** A case has one outcome, whoever answers: it is what prevalences and the L1 gap are of. */
function conflictingOutcomes(cells: readonly BeliefCell[]): readonly string[] {
  const known = new Map<string, Map<string, number>>();
  for (const { domain, cases, outcomes } of cells) {
    const own = known.get(domain) ?? new Map<string, number>();
    known.set(domain, own);
    for (const [i, name] of cases.entries()) {
      const y = outcomes[i];
      if (Number.isNaN(y)) continue;
      if (own.has(name) && own.get(name) !== y)
        return [`The chosen tables give ${name}, ${domain} both outcomes; needed one outcome a case.`];
      own.set(name, y);
    }
  }
  return [];
}

/** Why cells of several tables cannot be studied together. */
export const conflictsIn = (cells: readonly BeliefCell[]): readonly string[] => [
  ...twiceIn(cells),
  ...conflictingOutcomes(cells),
];
