// Agents beside one another, on the cases of a domain that both answered.
import { compareAgents } from '../coherence/compare.ts';
import { TARGET_TYPES } from '../coherence/verdict.ts';
import type { ComparisonRow } from '../report-types.ts';
import type { CrossScored } from './coherence.ts';

/** Every pair of agents in a domain, by kind of target that both have. */
export function comparisonRows(scored: readonly (CrossScored | null)[]): ComparisonRow[] {
  const cells = scored.filter((own) => own !== null);
  return cells.flatMap((first, at) =>
    cells.slice(at + 1).flatMap((second) => {
      const { agent, domain } = first.cell;
      if (domain !== second.cell.domain || agent === second.cell.agent) return [];
      return TARGET_TYPES.flatMap((type): ComparisonRow[] => {
        const has = ({ cell }: CrossScored): boolean => cell.outputs.some(({ family }) => family === type);
        const found = has(first) && has(second) ? compareAgents(first, second, type) : null;
        return found === null
          ? []
          : [{ domain, firstAgent: agent, secondAgent: second.cell.agent, ...found }];
      });
    }),
  );
}
