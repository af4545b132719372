// The engines of this tab: workers on the CPU, and the GPU where the device has one.
import { gradientSpeed } from '../engine/benchmark.ts';
import { cpuPool } from '../engine/cpu/pool.ts';
import type { Engine, EngineDescription, ModelInstance, Task } from '../engine/types.ts';
import { CHAINS_WORTH_A_GPU, chainsWorthOf } from '../engine/worth.ts';
import type { EngineChoice } from '../jobs/run.ts';
import { encodeSeu } from '../instruments/seu/encode.ts';
import { generateContent } from '../instruments/seu/design/generate.ts';
import { DEMO_ALPHA, DEMO_DESIGN } from '../instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../models/seu/presets.ts';
import { spawnGpuEngine, type WorkerEngine } from '../workers/spawn-gpu.ts';
import { spawnCpuLane } from '../workers/spawn.ts';
import { pageClock } from './clock.ts';

const BENCHMARK_GRADIENTS = 20_000;

/** What a run is given: the engine for chains where it is not the CPU. */
export interface Opened {
  readonly cpu: Engine;
  readonly gpu: Engine | null;
}

export class Engines {
  readonly workers = Math.max(1, navigator.hardwareConcurrency || 2);
  choice = $state<EngineChoice>('auto');
  /** Null until the GPU was opened. */
  gpu = $state.raw<EngineDescription | null>(null);
  /** Why there is no GPU engine, or null. */
  gpuMissing = $state.raw<string | null>('gpu' in navigator ? null : 'This browser offers no WebGPU here.');
  /** Gradients per second of one CPU worker on the demonstration's data, once measured. */
  gradientsPerSecond = $state<number | null>(null);
  #cpu: Engine | null = null;
  #gpu: Promise<WorkerEngine | null> | null = null;

  get cpu(): Engine {
    this.#cpu ??= cpuPool({ size: this.workers, spawn: spawnCpuLane, clock: pageClock });
    return this.#cpu;
  }

  /**
   * Engines for `tasks` under a plan's choice. `auto` takes the GPU for many chains or comparisons and only where it is
   * hardware; a GPU asked for by name that is not to be had rejects with the reason.
   */
  async open(choice: EngineChoice, tasks: readonly Task[]): Promise<Opened> {
    if (choice === 'cpu' || (choice === 'auto' && chainsWorthOf(tasks) < CHAINS_WORTH_A_GPU))
      return { cpu: this.cpu, gpu: null };
    const gpu = await this.openGpu();
    if (gpu === null && choice === 'gpu')
      throw new Error(`the GPU engine is not to be had: ${this.gpuMissing}`);
    if (gpu === null || (choice === 'auto' && gpu.description.fallbackAdapter))
      return { cpu: this.cpu, gpu: null };
    await gpu.consider(tasks);
    return { cpu: this.cpu, gpu };
  }

  /** Opens the GPU once; a lost one is opened anew for the next run. */
  openGpu(): Promise<WorkerEngine | null> {
    if (!('gpu' in navigator)) return Promise.resolve(null);
    this.#gpu ??= this.#start();
    return this.#gpu;
  }

  async #start(): Promise<WorkerEngine | null> {
    try {
      const engine = await spawnGpuEngine();
      this.gpu = engine.description;
      this.gpuMissing = null;
      void engine.lost.then((reason) => {
        this.#gpu = null;
        this.gpu = null;
        this.gpuMissing = `${reason} Reloading the page opens it again.`;
      });
      return engine;
    } catch (error) {
      this.gpuMissing = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  /** Measures one worker's speed on the demonstration's data: a fraction of a second. */
  measure(): void {
    const content = generateContent(DEMO_DESIGN, DEMO_ALPHA);
    const instance: ModelInstance = {
      family: 'seu',
      model: SEU_PRESETS.m_0,
      data: encodeSeu(content, 'none'),
    };
    const seconds = (): number => pageClock.now() / 1000;
    this.gradientsPerSecond = gradientSpeed(instance, BENCHMARK_GRADIENTS, seconds).gradientsPerSecond;
  }
}
