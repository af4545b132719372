// One WebAssembly module and memory for all targets of a thread: the target evaluated last is the one bound to it.
import { startModule } from '../../math/loops/module.ts';
import { IMAGE_BASE, type WasmImage } from './wasm-image.ts';
import { WASM_BASE64 } from './wasm-bytes.ts';

const PAGE_BYTES = 65_536;
/** Where wasm/trajectory.ts leaves log density and energy error. */
const RESULTS_AT = 64;

interface WasmExports {
  readonly memory: WebAssembly.Memory;
  bind(header: number): void;
  density(): number;
  integrate(steps: number, step: number, energy: number, limit: number): number;
}

/** The memory of the bound target; views, replaced at every binding. */
export interface BoundArrays {
  readonly position: Float64Array;
  readonly momentum: Float64Array;
  readonly gradient: Float64Array;
  readonly variances: Float64Array;
  /** [log density, energy error] of the last evaluation. */
  readonly results: Float64Array;
}

export interface WasmMachine {
  /** Density and gradient at the bound position; 0 where the reference must be asked. */
  readonly density: WasmExports['density'];
  /** See wasm/trajectory.ts. */
  readonly integrate: WasmExports['integrate'];
  /** Makes `image` the bound target unless it is. */
  bind(image: WasmImage): BoundArrays;
}

function machineOf({ memory, bind, density, integrate }: WasmExports): WasmMachine {
  let bound: WasmImage | null = null;
  let arrays: BoundArrays | null = null;

  function load(image: WasmImage): BoundArrays {
    const missing = image.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    new Uint8Array(memory.buffer).set(image.bytes, IMAGE_BASE);
    bind(IMAGE_BASE);
    const view = (at: number, length = image.dimension): Float64Array =>
      new Float64Array(memory.buffer, at, length);
    const { position, momentum, gradient, variances } = image;
    return {
      position: view(position),
      momentum: view(momentum),
      gradient: view(gradient),
      variances: view(variances),
      results: view(RESULTS_AT, 2),
    };
  }

  return {
    density,
    integrate,
    bind(image) {
      if (arrays === null || bound !== image) {
        bound = null;
        arrays = load(image);
        bound = image;
      }
      return arrays;
    },
  };
}

function start(): WasmMachine | null {
  const exports = startModule<WasmExports>(WASM_BASE64);
  return exports && machineOf(exports);
}

let machine: WasmMachine | null | undefined;

/** This thread's machine, started when first asked for; null where WebAssembly with SIMD is not to be had. */
export function wasmMachine(): WasmMachine | null {
  if (machine === undefined) machine = start();
  return machine;
}
