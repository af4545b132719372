// Opens a GPU device with all that its adapter offers, and says in words what it is.

export interface Device {
  readonly device: GPUDevice;
  /** Vendor and name of the adapter, as a person would say it. */
  readonly label: string;
  /** A software adapter: right, but slower than CPU workers. */
  readonly fallback: boolean;
  /** Lanes of a workgroup, one workgroup a chain: they fix the order of sums. */
  readonly lanes: number;
  readonly workgroupBytes: number;
  readonly bindingBytes: number;
}

const FALLBACK_LANES = 8;
const LANES = 32;
/** An adapter may be away for a moment after a loss: asked again after these pauses, 5 s in all. */
const PAUSES_MILLISECONDS = [100, 400, 1000, 1500, 2000];
const LARGEST_BINDING = 2 ** 30;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export function adapterLabel({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  const words = [vendor, description || device || architecture].filter((word) => word !== '');
  return words.length > 0 ? words.join(' ') : 'unnamed adapter';
}

async function requestFrom(adapter: GPUAdapter): Promise<Device> {
  const { limits, info } = adapter;
  const bindingBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize, LARGEST_BINDING);
  const device = await adapter.requestDevice({
    requiredLimits: {
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxStorageBufferBindingSize: bindingBytes,
      maxBufferSize: bindingBytes,
    },
  });
  return {
    device,
    label: adapterLabel(info),
    fallback: info.isFallbackAdapter,
    lanes: info.isFallbackAdapter ? FALLBACK_LANES : LANES,
    workgroupBytes: limits.maxComputeWorkgroupStorageSize,
    bindingBytes,
  };
}

/** A device, or null where no adapter is to be had. Adapters are used up by a request: each call asks for a new one. */
export async function openDevice(gpu: GPU): Promise<Device | null> {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  return adapter === null ? null : requestFrom(adapter);
}

/** As `openDevice`, asking again for up to 5 s: for the moments after a loss. */
export async function reopenDevice(gpu: GPU): Promise<Device | null> {
  for (const milliseconds of PAUSES_MILLISECONDS) {
    const device = await openDevice(gpu).catch(() => null);
    if (device !== null) return device;
    await pause(milliseconds);
  }
  return openDevice(gpu).catch(() => null);
}
