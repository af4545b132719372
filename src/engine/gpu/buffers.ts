// Buffers on a device, filled and read back as typed arrays.

type Bytes = Uint32Array | Float32Array;

const atLeastOneWord = (bytes: number): number => Math.max(4, bytes);

/** A storage buffer holding `data`; readable, writable and copyable. */
export function storageBuffer(device: GPUDevice, label: string, data: Bytes): GPUBuffer {
  const buffer = emptyBuffer(device, label, data.byteLength);
  if (data.byteLength > 0) device.queue.writeBuffer(buffer, 0, data as Bytes & ArrayBufferView<ArrayBuffer>);
  return buffer;
}

export function emptyBuffer(device: GPUDevice, label: string, bytes: number): GPUBuffer {
  return device.createBuffer({
    label,
    size: atLeastOneWord(bytes),
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
}

export function uniformBuffer(device: GPUDevice, label: string, bytes: number): GPUBuffer {
  return device.createBuffer({ label, size: bytes, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
}

/** Words `first … first + words − 1` of a buffer. */
export interface Region {
  readonly buffer: GPUBuffer;
  readonly first: number;
  readonly words: number;
}

/** The regions end to end, as they stand after all work submitted so far. */
export async function readWords(
  device: GPUDevice,
  regions: readonly Region[],
): Promise<Uint32Array<ArrayBuffer>> {
  const size = 4 * regions.reduce((sum, { words }) => sum + words, 0);
  const staging = device.createBuffer({
    label: 'read back',
    size,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  let at = 0;
  for (const { buffer, first, words } of regions) {
    encoder.copyBufferToBuffer(buffer, 4 * first, staging, at, 4 * words);
    at += 4 * words;
  }
  device.queue.submit([encoder.finish()]);
  try {
    await staging.mapAsync(GPUMapMode.READ);
    return new Uint32Array(staging.getMappedRange().slice(0));
  } finally {
    staging.destroy();
  }
}

/** Binds `buffers` to bindings 0, 1, … of group 0. */
export function bind(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  buffers: readonly GPUBuffer[],
): GPUBindGroup {
  return device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
}

/** Submits one dispatch of `groups` workgroups. */
export function dispatch(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  group: GPUBindGroup,
  groups: number,
): void {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(groups);
  pass.end();
  device.queue.submit([encoder.finish()]);
}
