// What can be wrong with a table of replicates, each fault with its place in the file.
import type { Table } from '../../../formats/delimited.ts';
import type { Fault } from '../../../formats/fault.ts';

/** A table of replicates with columns of numbers by name; empty cells are NaN. */
export interface NumberTable {
  readonly file: string;
  readonly table: Table;
  readonly numbers: ReadonlyMap<string, Float64Array>;
}

/** One row a replicate and quantity. */
export interface StatsTable extends NumberTable {
  readonly variables: readonly string[];
  /** Those of the first replicate, in its order. */
  readonly quantities: readonly string[];
}

/** A fault of row `index` of the table, 0 being the first below the header. */
export const refusedAt = (
  { file, table: { rowNumbers } }: Pick<NumberTable, 'file' | 'table'>,
  index: number,
  column: string,
  seen: string,
  needed: string,
): Fault => ({ file, row: rowNumbers[index], column, seen, needed });

const shown = (value: number): string => (Number.isNaN(value) ? 'no number' : String(value));
const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

function idFaults(stats: NumberTable): readonly Fault[] {
  const ids = stats.numbers.get('sim_id')!;
  const bad = ids.findIndex((id) => !isCount(id));
  return bad < 0 ? [] : [refusedAt(stats, bad, 'sim_id', shown(ids[bad]), 'a whole number from 1')];
}

/** Every `step`-th row begins a replicate. */
function repeatFaults(stats: NumberTable, step: number): readonly Fault[] {
  const ids = stats.numbers.get('sim_id')!.filter((_, i) => i % step === 0);
  const firsts = new Map<number, number>();
  ids.forEach((id, i) => firsts.set(id, firsts.get(id) ?? i));
  const bad = ids.findIndex((id, i) => firsts.get(id) !== i);
  if (bad < 0) return [];
  return [refusedAt(stats, bad * step, 'sim_id', `${ids[bad]} a second time`, 'every replicate once')];
}

/** Replicates that do not all have the same quantities, in one order. */
function shapeFaults(stats: StatsTable): readonly Fault[] {
  const { variables, quantities, numbers } = stats;
  const ids = numbers.get('sim_id')!;
  const Q = quantities.length;
  const bad = variables.findIndex(
    (variable, i) => variable !== quantities[i % Q] || ids[i] !== ids[i - (i % Q)],
  );
  const needed = `every replicate with ${Q} quantities in the order of the first`;
  if (bad >= 0) return [refusedAt(stats, bad, 'variable', JSON.stringify(variables[bad]), needed)];
  if (variables.length % Q === 0) return [];
  return [refusedAt(stats, variables.length - 1, 'variable', 'the end of the table', needed)];
}

function maxRankFaults(stats: StatsTable): readonly Fault[] {
  const maxRanks = stats.numbers.get('max_rank')!;
  const bad = maxRanks.findIndex((value) => value !== maxRanks[0] || !isCount(value));
  if (bad < 0) return [];
  const needed = 'the same whole number in all rows, at least 1';
  return [refusedAt(stats, bad, 'max_rank', shown(maxRanks[bad]), needed)];
}

/** A rank may be missing only where all ranks of its replicate are: the fit failed. */
function rankFaults(stats: StatsTable): readonly Fault[] {
  const ranks = stats.numbers.get('rank')!;
  const maxRank = stats.numbers.get('max_rank')![0];
  const Q = stats.quantities.length;
  const isFailed = (i: number): boolean =>
    ranks.subarray(i - (i % Q), i - (i % Q) + Q).every((rank) => Number.isNaN(rank));
  const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 0 && rank <= maxRank;
  const bad = ranks.findIndex((rank, i) => !isRank(rank) && !isFailed(i));
  if (bad < 0) return [];
  const needed = `a whole number 0 … ${maxRank}, or no rank of any quantity where the fit failed`;
  return [refusedAt(stats, bad, 'rank', shown(ranks[bad]), needed)];
}

/** The first of the checks that finds something: each rests on those before. */
function firstOf(checks: readonly (() => readonly Fault[])[]): readonly Fault[] {
  for (const check of checks) {
    const faults = check();
    if (faults.length > 0) return faults;
  }
  return [];
}

/** What is wrong with a table of ranks; empty where nothing is. */
export const statsFaults = (stats: StatsTable): readonly Fault[] =>
  firstOf([
    () => idFaults(stats),
    () => shapeFaults(stats),
    () => repeatFaults(stats, stats.quantities.length),
    () => maxRankFaults(stats),
    () => rankFaults(stats),
  ]);

/** What is wrong with the numbers of replicates in a table that has one row for each. */
export const factFaults = (facts: NumberTable): readonly Fault[] =>
  firstOf([() => idFaults(facts), () => repeatFaults(facts, 1)]);
