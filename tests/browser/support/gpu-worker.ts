// The GPU worker as it is, on devices that a test can destroy through a channel.
import '../../../src/workers/gpu-worker.ts';

/** Any message on it destroys the device opened last. */
const CHANNEL = 'luce test: destroy the device';
const devices: GPUDevice[] = [];
const { prototype } = GPUAdapter;
const request = Reflect.get(prototype, 'requestDevice') as GPUAdapter['requestDevice'];

prototype.requestDevice = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) {
  const device = await request.call(this, descriptor);
  devices.push(device);
  return device;
};
new BroadcastChannel(CHANNEL).addEventListener('message', () => devices.at(-1)?.destroy());
