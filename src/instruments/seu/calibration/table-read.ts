// Reads the tables of replicates back: those that Luce wrote, and any with the columns of the R package SBC.
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type ReplicateSummary } from '../../../engine/types.ts';
import { columnIndex, parseTable, type Table } from '../../../formats/delimited.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import { joinRows, type ReplicateRows } from './rows.ts';
import { factFaults, refusedAt, statsFaults, type StatsTable } from './table-faults.ts';

/** Infinite numbers as R spells them. */
const INFINITE: Readonly<Record<string, number>> = { Inf: Infinity, '-Inf': -Infinity };

/** Number of a cell: NaN where it is empty or says NA. */
function numberOf(cell: string): number | null {
  const text = cell.trim();
  if (text === '' || text === 'NA' || text === 'NaN') return NaN;
  const value = INFINITE[text] ?? Number(text);
  return text in INFINITE || Number.isFinite(value) ? value : null;
}

const missing = (file: string, column: string, needed: string): Fault => ({
  file,
  row: 1,
  column,
  seen: 'no such column',
  needed,
});

/** Columns of numbers by name; faults of cells and of missing columns. */
function numbersOf(
  table: Table,
  file: string,
  names: readonly string[],
): Parsed<ReadonlyMap<string, Float64Array>> {
  const faults: Fault[] = [];
  const columns = names.map((name) => {
    const at = columnIndex(table, name);
    if (at < 0) faults.push(missing(file, name, `columns ${names.join(', ')}`));
    const values = table.rows.map((cells, i) => {
      const value = at < 0 ? NaN : numberOf(cells[at]);
      if (value === null)
        faults.push(refusedAt({ file, table }, i, name, JSON.stringify(cells[at]), 'a number'));
      return value ?? NaN;
    });
    return [name, Float64Array.from(values)] as const;
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: new Map(columns) };
}

const CSV_NAME: Readonly<Record<ReplicateSummary, string>> = {
  truth: 'simulated_value',
  rank: 'rank',
  mean: 'mean',
  median: 'median',
  sd: 'sd',
  q5: 'q5',
  q95: 'q95',
  rhat: 'rhat',
  ess_bulk: 'ess_bulk',
  ess_tail: 'ess_tail',
};

/** Rows of a table without faults; facts are NaN but for failure, which an empty rank tells. */
function rowsOf({ quantities, numbers }: StatsTable): ReplicateRows {
  const Q = quantities.length;
  const ids = numbers.get('sim_id')!.filter((_, i) => i % Q === 0);
  const rank = numbers.get('rank')!;
  const unknown = (): Float64Array => ids.map(() => NaN);
  return {
    quantities,
    maxRank: numbers.get('max_rank')![0],
    replicates: Array.from(ids, (id) => id - 1),
    summaries: Object.fromEntries(
      REPLICATE_SUMMARIES.map((name) => [name, numbers.get(CSV_NAME[name])!]),
    ) as ReplicateRows['summaries'],
    facts: {
      gradients: unknown(),
      divergences: unknown(),
      acceptance: unknown(),
      failed: ids.map((_, i) => (Number.isNaN(rank[i * Q]) ? 1 : 0)),
    },
  };
}

/** Rows of a statistics table, by replicate; facts are NaN but for failure, which ranks tell. */
export function readStats(text: string, file: string): Parsed<ReplicateRows> {
  const parsed = parseTable(text, file, ',');
  if (!parsed.ok) return parsed;
  const table = parsed.value;
  const summaries = REPLICATE_SUMMARIES.map((name) => CSV_NAME[name]);
  const numbers = numbersOf(table, file, ['sim_id', 'max_rank', ...summaries]);
  const at = columnIndex(table, 'variable');
  if (!numbers.ok) return numbers;
  if (at < 0) return { ok: false, faults: [missing(file, 'variable', 'a column of names')] };
  const ids = numbers.value.get('sim_id')!;
  const variables = table.rows.map((cells) => cells[at]);
  const quantities = variables.filter((_, i) => ids[i] === ids[0]);
  const stats = { file, table, variables, quantities, numbers: numbers.value };
  const faults = statsFaults(stats);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: joinRows([rowsOf(stats)]) };
}

/** The same rows with the facts of a table of `factRows`, replicate by replicate. */
export function withFacts(rows: ReplicateRows, text: string, file: string): Parsed<ReplicateRows> {
  const parsed = parseTable(text, file, ',');
  if (!parsed.ok) return parsed;
  const numbers = numbersOf(parsed.value, file, ['sim_id', ...REPLICATE_FACTS]);
  if (!numbers.ok) return numbers;
  const faults = factFaults({ file, table: parsed.value, numbers: numbers.value });
  if (faults.length > 0) return { ok: false, faults };
  const places = new Map(Array.from(numbers.value.get('sim_id')!, (id, row) => [id - 1, row]));
  const lost = rows.replicates.find((replicate) => !places.has(replicate));
  if (lost !== undefined) {
    const needed = 'a row for every replicate';
    return { ok: false, faults: [{ file, row: null, column: 'sim_id', seen: `no ${lost + 1}`, needed }] };
  }
  const facts = REPLICATE_FACTS.map((name) => {
    const column = numbers.value.get(name)!;
    return [name, Float64Array.from(rows.replicates, (replicate) => column[places.get(replicate)!])];
  });
  return { ok: true, value: { ...rows, facts: Object.fromEntries(facts) as ReplicateRows['facts'] } };
}
