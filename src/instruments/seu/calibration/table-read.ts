// Reads the tables of replicates back: those that Luce wrote, and any with the columns of the R package SBC.
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type ReplicateSummary } from '../../../engine/types.ts';
import { columnIndex, parseTable, type Table } from '../../../formats/delimited.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import type { ReplicateRows } from './rows.ts';

const refused = (
  file: string,
  row: number | null,
  column: string | null,
  seen: string,
  needed: string,
): Fault => ({
  file,
  row,
  column,
  seen,
  needed,
});

/** Number of a cell: NaN where it is empty or says NA. */
function numberOf(cell: string): number | null {
  const text = cell.trim();
  if (text === '' || text === 'NA' || text === 'NaN') return NaN;
  if (text === 'Inf') return Infinity;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Columns of numbers by name; faults of cells and of missing columns. */
function numbersOf(
  table: Table,
  file: string,
  names: readonly string[],
): Parsed<ReadonlyMap<string, Float64Array>> {
  const faults: Fault[] = [];
  const columns = names.map((name) => {
    const at = columnIndex(table, name);
    if (at < 0) faults.push(refused(file, 1, name, 'no such column', `columns ${names.join(', ')}`));
    const values = table.rows.map((cells, i) => {
      const value = at < 0 ? NaN : numberOf(cells[at]);
      if (value === null)
        faults.push(refused(file, table.rowNumbers[i], name, JSON.stringify(cells[at]), 'a number'));
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

/** Faults of a table whose replicates do not all have the same quantities, in one order, and one highest rank. */
function shapeFaults(
  file: string,
  ids: Float64Array,
  variables: readonly string[],
  quantities: readonly string[],
  maxRanks: Float64Array,
): readonly Fault[] {
  const Q = quantities.length;
  const bad = variables.findIndex(
    (variable, i) => variable !== quantities[i % Q] || ids[i] !== ids[i - (i % Q)],
  );
  if (bad >= 0 || variables.length % Q !== 0)
    return [
      refused(
        file,
        (bad < 0 ? variables.length : bad) + 2,
        'variable',
        JSON.stringify(variables[bad] ?? 'the end'),
        `every replicate with ${Q} quantities in the order of the first`,
      ),
    ];
  const id = ids.findIndex((value) => !(Number.isInteger(value) && value >= 1));
  if (id >= 0) return [refused(file, id + 2, 'sim_id', String(ids[id]), 'a whole number from 1')];
  const other = maxRanks.findIndex((value) => value !== maxRanks[0] || !(value >= 1));
  if (other < 0) return [];
  return [refused(file, other + 2, 'max_rank', String(maxRanks[other]), 'the same whole number in all rows')];
}

/** Rows of a statistics table; facts are NaN but for failure, which an empty rank tells. */
export function readStats(text: string, file: string): Parsed<ReplicateRows> {
  const parsed = parseTable(text, file, ',');
  if (!parsed.ok) return parsed;
  const table = parsed.value;
  const summaries = REPLICATE_SUMMARIES.map((name) => CSV_NAME[name]);
  const numbers = numbersOf(table, file, ['sim_id', 'max_rank', ...summaries]);
  const at = columnIndex(table, 'variable');
  if (!numbers.ok) return numbers;
  if (at < 0)
    return { ok: false, faults: [refused(file, 1, 'variable', 'no such column', 'a column of names')] };
  const ids = numbers.value.get('sim_id')!;
  const variables = table.rows.map((cells) => cells[at]);
  const quantities = variables.filter((_, i) => ids[i] === ids[0]);
  const maxRanks = numbers.value.get('max_rank')!;
  const faults = shapeFaults(file, ids, variables, quantities, maxRanks);
  if (faults.length > 0) return { ok: false, faults };
  const Q = quantities.length;
  const count = variables.length / Q;
  const rank = numbers.value.get('rank')!;
  const unknown = (): Float64Array => new Float64Array(count).fill(NaN);
  return {
    ok: true,
    value: {
      quantities,
      maxRank: maxRanks[0],
      replicates: Array.from({ length: count }, (_, i) => ids[i * Q] - 1),
      summaries: Object.fromEntries(
        REPLICATE_SUMMARIES.map((name) => [name, numbers.value.get(CSV_NAME[name])!]),
      ) as ReplicateRows['summaries'],
      facts: {
        gradients: unknown(),
        divergences: unknown(),
        acceptance: unknown(),
        failed: Float64Array.from({ length: count }, (_, i) => (Number.isNaN(rank[i * Q]) ? 1 : 0)),
      },
    },
  };
}

/** The same rows with the facts of a table of `factRows`, replicate by replicate. */
export function withFacts(rows: ReplicateRows, text: string, file: string): Parsed<ReplicateRows> {
  const parsed = parseTable(text, file, ',');
  if (!parsed.ok) return parsed;
  const numbers = numbersOf(parsed.value, file, ['sim_id', ...REPLICATE_FACTS]);
  if (!numbers.ok) return numbers;
  const places = new Map(Array.from(numbers.value.get('sim_id')!, (id, row) => [id - 1, row]));
  const missing = rows.replicates.find((replicate) => !places.has(replicate));
  if (missing !== undefined)
    return {
      ok: false,
      faults: [refused(file, null, 'sim_id', `no ${missing + 1}`, 'a row for every replicate')],
    };
  const facts = Object.fromEntries(
    REPLICATE_FACTS.map((name) => [
      name,
      Float64Array.from(rows.replicates, (replicate) => numbers.value.get(name)![places.get(replicate)!]),
    ]),
  ) as unknown as ReplicateRows['facts'];
  return { ok: true, value: { ...rows, facts } };
}
