// The thread that holds the GPU.
import { expose } from 'comlink';
import { openGpuEngine } from '../engine/gpu/engine.ts';
import type { Engine } from '../engine/types.ts';
import { serveEngine } from './serve-engine.ts';

async function open(): Promise<Engine> {
  const gpu = navigator.gpu as GPU | undefined;
  if (!gpu) throw new Error('this browser offers no WebGPU to this page');
  return openGpuEngine({ gpu, now: () => performance.now() });
}

expose(serveEngine(open()));
