// One device for the GPU tests of a file, or the reason why there is none.
import { openDevice, type Device } from '../../src/engine/gpu/device.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import { pipelinesOf, type Pipelines } from '../../src/engine/gpu/pipelines.ts';

export interface TestGpu {
  readonly gpu: GPU;
  readonly opened: Device;
  readonly pipelines: Pipelines;
}

/** Null without an adapter: tests then show as skipped, with `NO_ADAPTER` in their title. */
export async function testGpu(): Promise<TestGpu | null> {
  const gpu = await openNodeGpu();
  const opened = gpu && (await openDevice(gpu));
  return gpu && opened ? { gpu, opened, pipelines: pipelinesOf(opened.device) } : null;
}

export const NO_ADAPTER = 'no WebGPU adapter here (no Vulkan driver, and no Chromium with SwiftShader)';
