// Replicates as tables: the columns of the R package SBC, and what else each fit says of itself.
import { REPLICATE_FACTS, type ReplicateSummary } from '../../../engine/types.ts';
import type { TableRow } from '../../../formats/table-csv.ts';
import { zScore } from '../../../statistics/sbc/rank.ts';
import type { ReplicateRows } from './rows.ts';

/** Columns of the statistics table of the R package SBC, in its order. */
export const STATS_COLUMNS = [
  'sim_id',
  'variable',
  'simulated_value',
  'rank',
  'z_score',
  'mean',
  'median',
  'sd',
  'q5',
  'q95',
  'rhat',
  'ess_bulk',
  'ess_tail',
  'max_rank',
] as const;

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** One row a replicate and quantity; sim_id counts from 1. A failed fit has its truth alone. */
export function statsRows({
  quantities,
  maxRank,
  replicates,
  summaries,
}: ReplicateRows): readonly TableRow[] {
  return replicates.flatMap((replicate, row) =>
    quantities.map((variable, q) => {
      const value = (name: ReplicateSummary): number => summaries[name][row * quantities.length + q];
      const shown = (name: ReplicateSummary): number | null => known(value(name));
      return {
        sim_id: replicate + 1,
        variable,
        simulated_value: shown('truth'),
        rank: shown('rank'),
        z_score: known(zScore(value('truth'), value('mean'), value('sd'))),
        mean: shown('mean'),
        median: shown('median'),
        sd: shown('sd'),
        q5: shown('q5'),
        q95: shown('q95'),
        rhat: shown('rhat'),
        ess_bulk: shown('ess_bulk'),
        ess_tail: shown('ess_tail'),
        max_rank: maxRank,
      };
    }),
  );
}

/** One row a replicate: gradients, divergent draws, mean acceptance, whether the fit failed. */
export const factRows = ({ replicates, facts }: ReplicateRows): readonly TableRow[] =>
  replicates.map((replicate, row) => ({
    sim_id: replicate + 1,
    ...Object.fromEntries(REPLICATE_FACTS.map((name) => [name, known(facts[name][row])])),
  }));
