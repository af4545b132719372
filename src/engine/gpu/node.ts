// WebGPU in Node by the `webgpu` package (Dawn); with no driver of its own it uses Chromium's software driver.
//
// Never imported by the page.
import { existsSync } from 'node:fs';

const SWIFTSHADER_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib/chromium-browser/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
  '/snap/chromium/current/usr/lib/chromium-browser/vk_swiftshader_icd.json',
];
const DRIVER_VARIABLES = ['VK_ICD_FILENAMES', 'VK_DRIVER_FILES', 'VK_ADD_DRIVER_FILES'];

const hasDriverVariable = (): boolean => DRIVER_VARIABLES.some((name) => Boolean(process.env[name]));

/** The driver file of Chromium's software Vulkan, or null where there is none. */
export const softwareDriver = (): string | null =>
  SWIFTSHADER_DRIVERS.find((file) => existsSync(file)) ?? null;

/**
 * A GPU with at least one adapter, or null. Sets the WebGPU globals. Where no driver is named and none is found, the
 * environment is pointed at Chromium's software driver: the loader reads it when an instance is created, so no new
 * process is needed.
 */
export async function openNodeGpu(): Promise<GPU | null> {
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  if ((await gpu.requestAdapter()) !== null) return gpu;
  const driver = hasDriverVariable() ? null : softwareDriver();
  if (driver === null) return null;
  process.env.VK_ICD_FILENAMES = driver;
  const software = create([]);
  return (await software.requestAdapter()) === null ? null : software;
}
