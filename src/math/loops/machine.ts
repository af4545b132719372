// One WebAssembly module and memory for the loops of a thread: whoever loops last has its arrays in the memory.
import { arenaIn, heapArena, type Arena } from './arena.ts';
import { startModule } from './module.ts';
import { WASM_BASE64 } from './wasm-bytes.ts';

const PAGE_BYTES = 65_536;
/** What lies below belongs to the module. */
const ARENA_BASE = 1024;
/** Beyond this arrays stay on the heap: the memory is never given back. */
const LARGEST_BYTES = 1 << 26;

/** The functions of wasm/loops, which say what they take: addresses in bytes, and numbers. */
export interface LoopExports {
  readonly memory: WebAssembly.Memory;
  readonly addFoldErrors: Loop<void>;
  readonly addViolations: Loop<void>;
  readonly fillCut: Loop<void>;
  readonly extendRows: Loop<void>;
  readonly spreadRows: Loop<void>;
  readonly fillReport: Loop<number>;
  readonly addReports: Loop<void>;
  readonly addRows: Loop<void>;
  readonly integrate: Loop<number>;
  readonly addMasses: Loop<void>;
}

type Loop<Result> = (...numbers: number[]) => Result;

/** Arrays that loops read and write, made by `build` from any arena; what they hold lasts until others take the memory. */
export interface Resident<Arrays> {
  /** The arrays, in the module's memory or on the heap. */
  arrays(): Arrays;
  /** The module's functions where the arrays are in its memory. */
  readonly loops: LoopExports | null;
}

let machine: LoopExports | null | undefined;

/** This thread's loops, started when first asked for; null where WebAssembly with SIMD is not to be had. */
export function loopExports(): LoopExports | null {
  if (machine === undefined) machine = startModule<LoopExports>(WASM_BASE64);
  return machine;
}

/** Whose arrays are in the memory. */
let bound: object | null = null;

function reserve({ memory }: LoopExports, end: number): void {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

/** `loops` are the thread's; null keeps the arrays on the heap, for the reference. */
export function resident<Arrays>(
  build: (arena: Arena) => Arrays,
  loops: LoopExports | null = loopExports(),
): Resident<Arrays> {
  const heap = heapArena();
  let arrays: Arrays | null = build(heap);
  const bytes = heap.bytes();
  if (loops === null || bytes > LARGEST_BYTES) {
    const own = arrays;
    return { arrays: () => own, loops: null };
  }
  arrays = null;
  const owner = {};
  return {
    loops,
    arrays() {
      if (arrays === null || bound !== owner) {
        bound = null;
        reserve(loops, ARENA_BASE + bytes);
        arrays = build(arenaIn(loops.memory.buffer, ARENA_BASE));
        bound = owner;
      }
      return arrays;
    },
  };
}
