// The synthetic agents and the reference values of the belief models, as the tests read them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { completeCases, type BeliefCell, type BeliefOutput } from '../../src/models/beliefs/cell.ts';

const read = (name: string): Buffer => readFileSync(new URL(`../fixtures/beliefs/${name}`, import.meta.url));

export const beliefFixture = <Value>(name: string): Value => JSON.parse(read(name).toString()) as Value;

type Row = Readonly<Record<string, string>>;

function rowsOf(name: string): Row[] {
  const bytes = read(name);
  const [header, ...lines] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .trim()
    .split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, k) => [names[k], value])));
}

function outputOf({ prompt_id: prompt, family, framing, parameter }: Row): BeliefOutput {
  if (family === 'probability') return { prompt, family };
  if (family !== 'decision') return { prompt, family: 'ordinal', categories: 5 };
  const given = parameter === '' ? null : Number(parameter);
  const threshold = given === null || framing === 'threshold' ? given : 1 / (1 + given);
  return { prompt, family, framing, threshold };
}

function cellOf(rows: readonly Row[]): BeliefCell {
  const cases = [...new Set(rows.map((row) => row.case))];
  const outputs = rows.filter((row) => row.case === cases[0]).map(outputOf);
  const responses = new Float64Array(cases.length * outputs.length).fill(NaN);
  const outcomes = new Float64Array(cases.length).fill(NaN);
  const place = new Map(outputs.map(({ prompt }, j) => [prompt, j]));
  const index = new Map(cases.map((name, i) => [name, i]));
  for (const row of rows) {
    const i = index.get(row.case)!;
    if (row.response !== '') responses[i * outputs.length + place.get(row.prompt_id)!] = Number(row.response);
    outcomes[i] = Number(row.y);
  }
  return { agent: rows[0].model, domain: rows[0].domain, cases, outputs, responses, outcomes };
}

export const CELL_NAMES = ['coherent', 'noisy', 'incoherent'].flatMap((agent) =>
  ['ckd', 'werewolf', 'forecasting'].map((domain) => `${agent}|${domain}`),
);

/** The first 120 cases of noisy|ckd. */
export const smallCell = (): BeliefCell => cellOf(rowsOf('small.csv'));

/** All nine cells of 500 cases by "agent|domain", missing answers included. */
export function mainCells(): Map<string, BeliefCell> {
  const rows = new Map<string, Row[]>();
  for (const row of rowsOf('main.csv.gz')) {
    const name = `${row.model}|${row.domain}`;
    const own = rows.get(name);
    if (own === undefined) rows.set(name, [row]);
    else own.push(row);
  }
  return new Map([...rows].map(([name, own]) => [name, cellOf(own)]));
}

type Part = 'train' | 'validation' | 'test';

/** Complete cases of a cell's part, in the order of the split. */
export function partRows(cell: BeliefCell, complete: ArrayLike<number>, part: Part): number[] {
  const splits = beliefFixture<Record<string, Record<Part, readonly string[]>>>('splits.json');
  const row = new Map(Array.from(complete, (i) => [cell.cases[i], i]));
  return splits[cell.domain][part].map((name) => row.get(name)).filter((i) => i !== undefined);
}

/** A cell with its complete training and validation cases. */
export function fitDataOf(cells: ReadonlyMap<string, BeliefCell>, name: string) {
  const cell = cells.get(name)!;
  const complete = completeCases(cell);
  const train = partRows(cell, complete, 'train');
  return { cell, rows: { train, validation: partRows(cell, complete, 'validation') } };
}
