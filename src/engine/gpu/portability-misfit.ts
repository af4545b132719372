// What of a portability task a device does not do, so that it runs on the CPU instead.
import { rowsByEnvironment, testSize, type Cell } from '../../statistics/portability/cell.ts';
import { clustersOf } from '../../statistics/portability/clusters.ts';
import type { PortabilityTask } from '../types.ts';
import type { Device } from './device.ts';
import { bytesOfCell, roomFor, workgroupBytes } from './portability-layout.ts';
import { isDevicePart, type DevicePart } from './portability-site.ts';

/** Doubles on the device have no infinities: data within 2^±100 keep squares of predictions below 2¹⁰²³. */
const LARGEST = 2 ** 100;

const isModerate = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= LARGEST && Math.abs(value) >= 1 / LARGEST);

/** What is asked of a cell again and again. */
interface CellFacts {
  /** Rows and instances of each environment. */
  readonly rows: readonly number[];
  readonly clusters: readonly number[];
  /** Rows of the largest instance. */
  readonly cluster: number;
  readonly moderate: boolean;
}

function factsOf(cell: Cell): CellFacts {
  const clusters = new Array<number>(cell.environments).fill(0);
  let cluster = 0;
  for (const { environment, rows } of clustersOf(cell)) {
    clusters[environment] += 1;
    cluster = Math.max(cluster, rows.length);
  }
  return {
    rows: rowsByEnvironment(cell.environments, cell.environment).map(({ length }) => length),
    clusters,
    cluster,
    moderate: cell.x.every(isModerate) && cell.action.every(isModerate),
  };
}

const known = new WeakMap<Cell, CellFacts>();

function factsFor(cell: Cell): CellFacts {
  const facts = known.get(cell) ?? factsOf(cell);
  known.set(cell, facts);
  return facts;
}

/** Test rows of each environment: those of its folds, or as many as relabelled or redrawn instances can bring. */
function testRows(
  { rows, clusters, cluster }: CellFacts,
  part: DevicePart,
  { settings }: PortabilityTask,
): number[] {
  if (part === 'outer') return clusters.map((count) => count * cluster);
  if (part === 'permutations') return clusters.map((count) => testSize(count * cluster));
  return settings.folds ? settings.folds.test.map(({ length }) => length) : rows.map(testSize);
}

/** Why the task does not fit the device, or null. */
export function portabilityMisfit(task: PortabilityTask, device: Device): string | null {
  const { cell, settings, part } = task;
  if (settings.predictor !== 'ols')
    return `a device compares least squares alone, ${settings.predictor} is fitted in f64`;
  if (!isDevicePart(part)) return `${part} is made in f64`;
  const facts = factsFor(cell);
  const rows = testRows(facts, part, task);
  if (rows.some((count) => count === 0)) return 'an environment has no test rows';
  if (!facts.moderate) return 'its numbers go beyond 2^±100';
  const most = Math.max(...rows);
  const room = roomFor(most, settings.bins);
  if (room === null)
    return `${most} test rows and ${settings.bins} bins are more than a device sorts at once`;
  const needed = workgroupBytes(room, device.lanes);
  if (needed > device.workgroupBytes)
    return `needs ${needed} bytes of workgroup memory, ${device.label} has ${device.workgroupBytes}`;
  const bytes = bytesOfCell(cell, settings.bins);
  if (bytes > device.bindingBytes)
    return `its rows take ${bytes} bytes in one buffer, ${device.label} allows ${device.bindingBytes}`;
  return null;
}
