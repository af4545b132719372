// Held-out cases of the synthetic agents with models at their stored parameters, and the tables of branched answers.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { completeCases, selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import {
  beliefReader,
  predictAnswers,
  summarisePosterior,
  type BeliefReader,
} from '../../../../src/models/beliefs/posterior.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, mainCells, partRows } from '../../../support/beliefs.ts';

interface Fits {
  readonly cells: Record<string, { readonly adam_protocol: { readonly theta: BeliefTheta } }>;
}
const fits = beliefFixture<Fits>('o03_fits.json').cells;
export const cells = mainCells();

export interface Agent {
  /** Complete test cases. */
  readonly cell: BeliefCell;
  readonly reader: BeliefReader;
}

export function testCases(name: string): BeliefCell {
  const cell = cells.get(name)!;
  return selectCases(cell, partRows(cell, completeCases(cell), 'test'));
}

export function readerOf(name: string): BeliefReader {
  const model = beliefModel('linear', cells.get(name)!.outputs);
  return beliefReader(model, thetaVector(model.layout, fits[name].adam_protocol.theta));
}

export const agentNamed = (name: string): Agent => ({ cell: testCases(name), reader: readerOf(name) });

export const allOutputs = ({ outputs }: BeliefCell): number[] => outputs.map((_, j) => j);

export const answersTo = ({ cases, outputs, responses }: BeliefCell, j: number): Float64Array =>
  Float64Array.from(cases, (_, i) => responses[i * outputs.length + j]);

export const predictionsOf = (
  { cell, reader }: Agent,
  observed: readonly number[],
  j: number,
): Float64Array => predictAnswers(reader, reader.posterior(cell, observed), j);

export const beliefsOf = (
  { cell, reader }: Agent,
  observed: readonly number[] = allOutputs(cell),
): Float64Array => summarisePosterior(reader.model, reader.posterior(cell, observed)).mean;

/** Lines of a gzipped table, each split at commas; the header is left out. */
export function tableOf(name: string): string[][] {
  const url = new URL(`../../../fixtures/beliefs/${name}`, import.meta.url);
  const [, ...lines] = gunzipSync(readFileSync(url)).toString().trim().split(/\r?\n/);
  return lines.map((line) => line.split(','));
}

export const largestGap = (values: ArrayLike<number>, expected: ArrayLike<number>): number => {
  if (values.length !== expected.length)
    throw new Error(`${values.length} values for ${expected.length} expected ones`);
  return Array.from(expected).reduce((most, value, i) => Math.max(most, Math.abs(values[i] - value)), 0);
};
