// What the sensitivities of cells are regressed on: the predictors that came with a file, or factors in which cells differ.
import { fixed } from '../../charts/number-format.ts';
import { mean } from '../../statistics/moments.ts';
import { distinct, isTemperature, type ConditionRow } from './conditions.ts';

/** One column of X: a number for every cell. */
export interface FactorColumn {
  /** What its coefficient is called: "temperature", "agent Claude". */
  readonly name: string;
  readonly values: readonly number[];
}

export interface Factor {
  readonly id: string;
  /** "T − mean T", "agent: Claude against GPT-4o". */
  readonly label: string;
  readonly columns: readonly FactorColumn[];
}

/** Whether all rows are cells of one hierarchical file. */
export const isOneFile = (rows: readonly ConditionRow[]): boolean =>
  rows.every(({ dataset }) => dataset.link !== undefined) &&
  new Set(rows.map(({ dataset }) => dataset.source.file)).size === 1;

function filePredictors(rows: readonly ConditionRow[]): readonly Factor[] {
  if (!isOneFile(rows)) return [];
  const X = rows.map(({ dataset }) => dataset.link?.predictors ?? []);
  return X[0].map((_, p) => ({
    id: `X${p + 1}`,
    label: `X[${p + 1}] of the file`,
    columns: [{ name: `X[${p + 1}]`, values: X.map((row) => row[p]) }],
  }));
}

function temperature(rows: readonly ConditionRow[]): readonly Factor[] {
  const values = rows.map((row) => (isTemperature(row.temperature) ? Number(row.temperature) : NaN));
  if (values.some(Number.isNaN) || new Set(values).size < 2) return [];
  const centre = mean(Float64Array.from(values));
  return [
    {
      id: 'temperature',
      label: `T − mean T (${fixed(centre, 2)})`,
      columns: [{ name: 'temperature', values: values.map((value) => value - centre) }],
    },
  ];
}

/** An indicator for every level but the first that appears. */
function levels(rows: readonly ConditionRow[], key: 'agent' | 'task'): readonly Factor[] {
  const texts = rows.map((row) => row[key].trim());
  const [first, ...others] = distinct(texts);
  if (others.length === 0 || texts.includes('')) return [];
  const columns = others.map((level) => ({
    name: `${key} ${level}`,
    values: texts.map((text) => (text === level ? 1 : 0)),
  }));
  return [{ id: key, label: `${key}: ${others.join(', ')} against ${first}`, columns }];
}

/** Everything that the cells, in the order given, differ in. */
export const offeredFactors = (rows: readonly ConditionRow[]): readonly Factor[] =>
  rows.length === 0
    ? []
    : [...filePredictors(rows), ...temperature(rows), ...levels(rows, 'agent'), ...levels(rows, 'task')];

/** The file's predictors, else temperature, else whatever there is. */
export function usualFactors(offered: readonly Factor[]): readonly string[] {
  const ids = offered.map(({ id }) => id);
  const own = ids.filter((id) => id.startsWith('X'));
  if (own.length > 0) return own;
  return ids.includes('temperature') ? ['temperature'] : ids;
}

/** Rows of X, cell by cell, from the columns of the factors. */
export const designOf = (factors: readonly Factor[], cells: number): readonly (readonly number[])[] =>
  Array.from({ length: cells }, (_, j) =>
    factors.flatMap(({ columns }) => columns.map(({ values }) => values[j])),
  );
