// Which engines a command runs on: threads for the CPU, and a GPU where one was asked for or is worth it.
import { availableParallelism } from 'node:os';
import { cpuPool } from '../engine/cpu/pool.ts';
import { openGpuEngine } from '../engine/gpu/engine.ts';
import { openNodeGpu } from '../engine/gpu/node.ts';
import type { Engine } from '../engine/types.ts';
import { CHAINS_WORTH_A_GPU } from '../engine/worth.ts';
import type { EngineChoice } from '../jobs/run.ts';
import { systemClock } from './clock.ts';
import { spawnThread } from './threads.ts';

export interface Engines {
  readonly cpu: Engine;
  readonly gpu: Engine | null;
  /** Said on stderr and kept in the manifest. */
  readonly warnings: readonly string[];
  dispose(): void;
}

/** An engine asked for by name is not to be had: exit status 1. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** `auto` decides once: a hardware GPU for many chains, else the CPU. */
export async function openEngines(choice: EngineChoice, workers: number, chains: number): Promise<Engines> {
  const size = workers > 0 ? workers : availableParallelism();
  const cpu = cpuPool({ size, spawn: spawnThread, clock: systemClock });
  const { gpu, warnings } = await openGpu(choice, chains).catch((error: unknown) => {
    cpu.dispose();
    throw error;
  });
  return {
    cpu,
    gpu,
    warnings,
    dispose() {
      cpu.dispose();
      gpu?.dispose();
    },
  };
}

async function openGpu(
  choice: EngineChoice,
  chains: number,
): Promise<{ gpu: Engine | null; warnings: string[] }> {
  if (choice === 'cpu' || (choice === 'auto' && chains < CHAINS_WORTH_A_GPU))
    return { gpu: null, warnings: [] };
  const opened = await tryGpu(choice === 'gpu');
  if (opened === null) return { gpu: null, warnings: [] };
  const { fallbackAdapter, label } = opened.description;
  if (!fallbackAdapter) return { gpu: opened, warnings: [] };
  if (choice === 'auto') {
    opened.dispose();
    return { gpu: null, warnings: [] };
  }
  return {
    gpu: opened,
    warnings: [`${label} is a software adapter: correct, and slower than the CPU engine.`],
  };
}

/** The GPU engine; where it was asked for by name, its absence is an error. */
async function tryGpu(required: boolean): Promise<Engine | null> {
  try {
    const gpu = await openNodeGpu();
    if (gpu === null) throw new Error('no adapter was found');
    return await openGpuEngine({ gpu, now: systemClock.now });
  } catch (error) {
    if (!required) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineUnavailable(
      `--engine gpu: ${reason}; needed a Vulkan driver, or Chromium with its software one`,
    );
  }
}
