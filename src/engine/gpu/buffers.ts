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

/** Copies of whole buffers as they stand after all work submitted so far, as words. */
export async function readBuffers(device: GPUDevice, buffers: readonly GPUBuffer[]): Promise<Uint32Array[]> {
  const stagings = buffers.map(({ size, label }) =>
    device.createBuffer({
      label: `${label} read back`,
      size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    }),
  );
  const encoder = device.createCommandEncoder();
  buffers.forEach((buffer, i) => encoder.copyBufferToBuffer(buffer, 0, stagings[i], 0, buffer.size));
  device.queue.submit([encoder.finish()]);
  try {
    await Promise.all(stagings.map((staging) => staging.mapAsync(GPUMapMode.READ)));
    return stagings.map((staging) => new Uint32Array(staging.getMappedRange().slice(0)));
  } finally {
    stagings.forEach((staging) => staging.destroy());
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
