// The shader's density at given points: how a device is compared with f64.
import { bind, dispatch, emptyBuffer, readWords, storageBuffer } from './buffers.ts';
import type { Device } from './device.ts';
import type { EncodedDataset } from './encode.ts';
import { packDatasets } from './pack.ts';
import type { Pipelines } from './pipelines.ts';
import { boundsOf, sizeConstants } from './sizes.ts';
import { linkKernel } from './sources.ts';

export interface DensityQuestion {
  /** Index into the datasets. */
  readonly dataset: number;
  readonly position: ArrayLike<number>;
}

export interface DensityAnswer {
  readonly value: number;
  readonly gradient: Float64Array;
}

function packPoints(questions: readonly DensityQuestion[], stride: number): Float32Array {
  const points = new Float32Array(questions.length * stride);
  questions.forEach(({ position }, i) => points.set(position, i * stride));
  return points;
}

/** Log density and gradient of each question, constants included; the datasets are of one family. */
export async function gpuDensities(
  { device, lanes }: Device,
  pipelines: Pipelines,
  datasets: readonly EncodedDataset[],
  questions: readonly DensityQuestion[],
): Promise<DensityAnswer[]> {
  const bounds = boundsOf(datasets.map(({ sizes }) => sizes));
  const constants = sizeConstants(bounds, lanes);
  const model = datasets[0].shader;
  const source = await linkKernel({ root: 'kernels/density.wesl', model, constants });
  const pipeline = await pipelines.get(source, 'evaluate');
  const { records, reals, indices } = packDatasets(datasets);
  const stride = bounds.dimensions + 1;
  const output = emptyBuffer(device, 'densities', questions.length * stride * 4);
  const buffers = [
    storageBuffer(device, 'datasets', records),
    storageBuffer(device, 'reals', reals),
    storageBuffer(device, 'indices', indices),
    storageBuffer(
      device,
      'point datasets',
      Uint32Array.from(questions, ({ dataset }) => dataset),
    ),
    storageBuffer(device, 'points', packPoints(questions, bounds.dimensions)),
    output,
  ];
  dispatch(device, pipeline, bind(device, pipeline, buffers), questions.length);
  const words = await readWords(device, [{ buffer: output, first: 0, words: questions.length * stride }]);
  buffers.forEach((buffer) => buffer.destroy());
  const rows = new Float32Array(words.buffer);
  return questions.map(({ dataset }, i) => ({
    value: rows[i * stride] + datasets[dataset].constant,
    gradient: Float64Array.from(
      rows.subarray(i * stride + 1, i * stride + 1 + datasets[dataset].record.dimension),
    ),
  }));
}
