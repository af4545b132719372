// Where loops over numbers find their arrays: on the heap, or in the memory of the WebAssembly module.

/** Hands out arrays of zeros, and copies of others. */
export interface Arena {
  doubles(length: number): Float64Array;
  copyOf<Values extends Float64Array | Int32Array>(values: Values): Values;
}

/** Every array takes a multiple of this, in bytes. */
const ALIGNMENT = 16;
const aligned = (bytes: number): number => (bytes + ALIGNMENT - 1) & -ALIGNMENT;

/** Arrays of their own, and how many bytes an arena in one piece needs for them. */
export function heapArena(): Arena & { readonly bytes: () => number } {
  let bytes = 0;
  return {
    bytes: () => bytes,
    doubles(length) {
      bytes += aligned(8 * length);
      return new Float64Array(length);
    },
    copyOf<Values extends Float64Array | Int32Array>(values: Values): Values {
      bytes += aligned(values.byteLength);
      return values.slice() as Values;
    },
  };
}

/** Arrays one after the other from byte `start` of a buffer that is large enough. */
export function arenaIn(buffer: ArrayBuffer, start: number): Arena {
  let end = start;
  const take = (bytes: number): number => {
    const at = end;
    end += aligned(bytes);
    return at;
  };
  const doubles = (length: number): Float64Array =>
    new Float64Array(buffer, take(8 * length), length).fill(0);
  return {
    doubles,
    copyOf<Values extends Float64Array | Int32Array>(values: Values): Values {
      const { length, byteLength } = values;
      const copy =
        values instanceof Int32Array
          ? new Int32Array(buffer, take(byteLength), length)
          : new Float64Array(buffer, take(byteLength), length);
      copy.set(values);
      return copy as Values;
    },
  };
}
