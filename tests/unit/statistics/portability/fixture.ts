// Cells of the fixture data sets, read without Luce's own importer.
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Cell, Folds } from '../../../../src/statistics/portability/cell.ts';

const folder = new URL('../../../fixtures/portability/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
export const fixtureJson = <T>(name: string): T => JSON.parse(text(name)) as T;

interface Meta {
  readonly features: Record<string, string[]>;
  readonly ranges: Record<string, Record<string, [number, number]>>;
  readonly shared_instances: Record<string, boolean>;
}

export const META = fixtureJson<Meta>('meta.json');
export const GAMES = Object.keys(META.features);

type Row = Record<string, string>;

export const fixtureRows = (name: string): readonly Row[] =>
  Papa.parse<Row>(text(`${name}.csv`), { header: true, skipEmptyLines: true }).data;

const actionOf = (text: string): number => (text === 'A' ? 1 : text === 'B' ? 0 : Number(text));

export interface FixtureCell {
  readonly cell: Cell;
  readonly names: readonly string[];
  /** Row in the cell of each data row of the file, or -1. */
  readonly place: Int32Array;
}

/** The rows of one model and regime with an action, in file order. */
export function fixtureCell(rows: readonly Row[], game: string, model: string, regime: string): FixtureCell {
  const kept = rows.flatMap((row, i) =>
    row.model === model && row.regime === regime && row.action !== '' ? [i] : [],
  );
  const names = [...new Set(kept.map((i) => rows[i].environment))].sort();
  const features = META.features[game];
  const place = new Int32Array(rows.length).fill(-1);
  kept.forEach((i, at) => (place[i] = at));
  const range = features.map((name) => META.ranges[game][name]);
  const cell: Cell = {
    environments: names.length,
    features: features.length,
    x: Float64Array.from(kept.flatMap((i) => features.map((name) => Number(rows[i][name])))),
    action: Float64Array.from(kept, (i) => actionOf(rows[i].action)),
    environment: Uint16Array.from(kept, (i) => names.indexOf(rows[i].environment)),
    instance: Uint32Array.from(kept, (i) => Number(rows[i].instance)),
    shared: META.shared_instances[game],
    low: Float64Array.from(range, ([low]) => low),
    width: Float64Array.from(range, ([low, high]) => high - low),
  };
  return { cell, names, place };
}

export interface FixtureSplit {
  readonly envs: Record<string, { train: number[]; test: number[] }>;
  readonly sets: { id: number; S: string[]; target: string }[];
}

export function fixtureFolds({ names, place }: FixtureCell, { envs }: Pick<FixtureSplit, 'envs'>): Folds {
  const rows = (list: number[]) => Uint32Array.from(list, (i) => place[i]).sort();
  return {
    train: names.map((name) => rows(envs[name].train)),
    test: names.map((name) => rows(envs[name].test)),
  };
}
