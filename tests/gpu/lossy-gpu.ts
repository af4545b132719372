// Engines on the adapter of the tests, whose devices can be lost on purpose.
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import type { Pace } from '../../src/engine/gpu/pace.ts';
import type { Engine } from '../../src/engine/types.ts';

export interface LossyGpu {
  /** With a pace, time is counted in calls, so that readings come at the same points in every run. */
  openEngine(pace?: Pace): Promise<Engine>;
  /** Destroys the device opened last. */
  loseDevice(): void;
}

/** Every device that is opened on `gpu` from now on, oldest first. */
function devicesOf(gpu: GPU): readonly GPUDevice[] {
  const devices: GPUDevice[] = [];
  const requestAdapter = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await requestAdapter(options);
    if (adapter === null) return null;
    const requestDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await requestDevice(descriptor);
      devices.push(device);
      return device;
    };
    return adapter;
  };
  return devices;
}

/** Null without an adapter. */
export async function lossyGpu(): Promise<LossyGpu | null> {
  const gpu = await openNodeGpu();
  if (gpu === null) return null;
  const devices = devicesOf(gpu);
  return {
    openEngine: (pace) => {
      let time = 0;
      return openGpuEngine({ gpu, now: () => (pace ? (time += 40) : performance.now()), pace });
    },
    loseDevice: () => devices[devices.length - 1].destroy(),
  };
}
