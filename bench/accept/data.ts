// Reads reference values and choice data for the acceptance list, data through the importer that users meet.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { faultLine } from '../../src/formats/fault.ts';
import { datasetOf } from '../../src/formats/hash.ts';
import { modelFor } from '../../src/instruments/seu/encode.ts';
import { recognise } from '../../src/instruments/seu/import/recognise.ts';
import type { Subject } from './fits.ts';

const FIXTURES = resolve('tests/fixtures/seu');
/** The twenty public conditions, where they are at hand. */
const REAL = resolve('../shared/data/seu');

export const fixturePath = (name: string): string => join(FIXTURES, name);

export const readFixture = <Value>(name: string): Value =>
  JSON.parse(readFileSync(fixturePath(name), 'utf8')) as Value;

export const fixtureNames = (prefix: string): readonly string[] =>
  readdirSync(FIXTURES)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .sort();

export const hasRealData = (): boolean => existsSync(REAL);

export const realPath = (cell: string, temperature: number): string =>
  join(REAL, cell, `T${temperature.toFixed(1).replace('.', '_')}.json`);

/** Stan data as dataset and model. Throws with the faults of data that the importer refuses. */
export async function subjectOf(
  file: string,
  bytes: Uint8Array,
  modelName: string,
  label: string,
): Promise<Subject> {
  const recognised = recognise(file, bytes);
  if (!recognised.ok) throw new Error(recognised.faults.map(faultLine).join('\n'));
  const { content, notes } = recognised.contents[0];
  const model = modelFor(modelName, content, file);
  if (!model.ok) throw new Error(model.faults.map(faultLine).join('\n'));
  const source = { file, address: null, licence: null, citation: null };
  const dataset = await datasetOf(content, { name: label, condition: '', source, history: notes });
  return { label, dataset, model: model.value };
}

export const readSubject = (path: string, modelName: string, label: string): Promise<Subject> =>
  subjectOf(basename(path), readFileSync(path), modelName, label);
