// Everything that is computed of a belief cell, in independent rows: row i of a part depends on the seed and i alone.
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { InSteps } from '../in-steps.ts';
import { answeredInF64, type Asking } from './asking.ts';
import { partColumns } from './columns.ts';
import type { CellStream } from './drawn-rows.ts';
import { fitRow, type NamedRow } from './fit-rows.ts';
import { judgeRow } from './judge-rows.ts';
import { isFitted, isJudged, type BeliefPart, type BeliefRows, type BeliefWork } from './parts.ts';
import { readRows } from './read-rows.ts';

export interface BeliefJob {
  readonly cell: BeliefCell;
  readonly rows: BeliefRows;
  readonly settings: BeliefWork;
  readonly part: BeliefPart;
  readonly stream: CellStream;
  /** Parameters of the fit that the part reads; null of parts that fit. */
  readonly theta: Float64Array | null;
}

/** The values of a row's columns end to end. */
function packed(row: NamedRow, columns: ReturnType<typeof partColumns>): Float64Array {
  const values = new Float64Array(columns.reduce((sum, { width }) => sum + width, 0));
  let at = 0;
  for (const { name, width } of columns) {
    values.set(row[name], at);
    at += width;
  }
  return values;
}

function* oneStep(make: () => Float64Array): InSteps<Float64Array> {
  return make();
}

/** Row `index` of a part that fits, laid out as `partColumns` says; its searches ask first where `rough` is set. */
export function fittedRows(job: BeliefJob, rough: boolean): (index: number) => Asking<Float64Array> {
  const { cell, rows, settings, part, stream } = job;
  if (!isFitted(part)) throw new Error(`${part} of a belief cell fits no model; needed a part that does`);
  const columns = partColumns(part, cell, rows, settings);
  const own = { cell, rows, settings, part, stream, rough };
  return function* (index) {
    return packed(yield* fitRow(own, index), columns);
  };
}

/** Row `index` of the job's part in short pieces, laid out as `partColumns` says. */
export function beliefRows(job: BeliefJob): (index: number) => InSteps<Float64Array> {
  const { cell, rows, settings, part, stream, theta } = job;
  if (isFitted(part)) {
    const fitted = fittedRows(job, false);
    return (index) => answeredInF64(fitted(index));
  }
  const columns = partColumns(part, cell, rows, settings);
  if (isJudged(part))
    return function* () {
      return packed(yield* judgeRow({ cell, rows, settings, seed: stream.seed }, part), columns);
    };
  if (theta === null) throw new Error(`${part} of a belief cell without the parameters of its fit`);
  const read = readRows({ cell, rows, settings, theta, stream }, part);
  return (index) => oneStep(() => packed(read(index), columns));
}
