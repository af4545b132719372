// What of a portability task a device does not do, so that it runs on the CPU instead.
import { testSize, type Cell } from '../../statistics/portability/cell.ts';
import type { PortabilityTask } from '../types.ts';
import type { Device } from './device.ts';
import { bytesOfCell, mostRows } from './portability-layout.ts';
import { isDevicePart } from './portability-site.ts';

/** Doubles on the device have no infinities: data within 2^±100 keep squares of predictions below 2¹⁰²³. */
const LARGEST = 2 ** 100;

const isModerate = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= LARGEST && Math.abs(value) >= 1 / LARGEST);

const moderate = new WeakMap<Cell, boolean>();

function isModerateCell(cell: Cell): boolean {
  const known = moderate.get(cell) ?? (cell.x.every(isModerate) && cell.action.every(isModerate));
  moderate.set(cell, known);
  return known;
}

/** Test rows of each environment. Relabelled or redrawn instances may bring more: such rows are made in f64. */
function testRows({ cell, settings }: PortabilityTask): number[] {
  if (settings.folds) return settings.folds.test.map(({ length }) => length);
  const rows = new Array<number>(cell.environments).fill(0);
  for (const e of cell.environment) rows[e] += 1;
  return rows.map(testSize);
}

/** Why the task does not fit the device, or null. */
export function portabilityMisfit(task: PortabilityTask, device: Device): string | null {
  const { cell, settings, part } = task;
  if (settings.predictor !== 'ols')
    return `a device compares least squares alone, ${settings.predictor} is fitted in f64`;
  if (!isDevicePart(part)) return `${part} is made in f64`;
  const rows = testRows(task);
  if (rows.some((count) => count === 0)) return 'an environment has no test rows';
  if (!isModerateCell(cell)) return 'its numbers go beyond 2^±100';
  const [needed, most] = [Math.max(...rows), mostRows(device.lanes, device.workgroupBytes, settings.bins)];
  if (needed > most)
    return `needs ${needed} test rows sorted at once on ${settings.bins} bins, ${device.label} has room for ${most}`;
  const bytes = bytesOfCell(cell, settings.bins);
  if (bytes > device.bindingBytes)
    return `its rows take ${bytes} bytes in one buffer, ${device.label} allows ${device.bindingBytes}`;
  return null;
}
