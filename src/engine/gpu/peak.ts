// How many multiply-adds a second a device does at its best: what gradient speeds are shares of.
import { bind, dispatch, emptyBuffer, readWords } from './buffers.ts';
import { openDevice } from './device.ts';
import { pipelinesOf } from './pipelines.ts';
import { linkKernel } from './sources.ts';

/** Two vec4 multiply-adds a pass. */
const OPERATIONS_PER_PASS = 8;
const PASSES = 4096;
const GROUPS = { fallback: 64, hardware: 8192 };
const REPEATS = 5;

/** Multiply-adds per second, the median of five dispatches after one that is thrown away. */
export async function multiplyAddPeak(gpu: GPU, now: () => number): Promise<number> {
  const opened = await openDevice(gpu);
  if (opened === null) throw new Error('no WebGPU adapter is to be had');
  const { device, lanes, fallback } = opened;
  const groups = fallback ? GROUPS.fallback : GROUPS.hardware;
  const source = await linkKernel({ root: 'kernels/peak.wesl', constants: { LANES: lanes, PASSES } });
  const pipeline = await pipelinesOf(device).get(source, 'multiply_add');
  const sums = emptyBuffer(device, 'sums', 4 * groups * lanes);
  const group = bind(device, pipeline, [sums]);
  const seconds: number[] = [];
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const began = now();
    dispatch(device, pipeline, group, groups);
    await readWords(device, [{ buffer: sums, first: 0, words: 1 }]);
    seconds.push((now() - began) / 1000);
  }
  device.destroy();
  const timed = seconds.slice(1).sort((a, b) => a - b);
  return (OPERATIONS_PER_PASS * PASSES * groups * lanes) / timed[Math.trunc(REPEATS / 2)];
}
