// What of a belief task a device does not do, so that it runs on the CPU instead.
import { estimatorOf, isFitted, kindOf } from '../../inference/beliefs/parts.ts';
import { NODES, SECOND_NODES } from '../../models/beliefs/grid.ts';
import { beliefModel } from '../../models/beliefs/model.ts';
import type { BeliefTask } from '../types.ts';
import { bytesOfProblem, MOST_GROUPS } from './beliefs-layout.ts';
import type { Device } from './device.ts';

/** Bytes where no two cases have the same answers. */
function mostBytes({ cell, rows, settings, part }: BeliefTask): number {
  const kind = kindOf(part, settings);
  const model = beliefModel(kind, cell.outputs);
  return bytesOfProblem({
    nodes: kind === 'two_d' ? NODES * SECOND_NODES : NODES,
    first: NODES,
    patterns: rows.train.length,
    lines: rows.train.length,
    rows: model.rows,
    features: model.rows + model.reports.length + 1,
  });
}

/** Why the task does not fit the device, or null. */
export function beliefsMisfit(task: BeliefTask, { label, bindingBytes }: Device): string | null {
  const { part, settings, rows } = task;
  if (!isFitted(part)) return `${part} reads or judges a fit in f64`;
  if (estimatorOf(part, settings) === 'adam')
    return "the path of the paper's Adam protocol is its result, and is walked in f64";
  if (rows.train.length > MOST_GROUPS)
    return `it has ${rows.train.length} training cases, a device takes ${MOST_GROUPS} at once`;
  const bytes = mostBytes(task);
  if (bytes > bindingBytes)
    return `its masses take ${bytes} bytes in one buffer, ${label} allows ${bindingBytes}`;
  return null;
}
