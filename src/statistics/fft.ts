// A radix-2 Fourier transform from arithmetic and sqrt alone, so that its bits do not depend on the platform.

/** Smallest power of two that is at least `n`. */
export function powerOfTwoAtLeast(n: number): number {
  let size = 1;
  while (size < n) size *= 2;
  return size;
}

/** Unit roots e^(−2πik/size) for k < size/2. */
interface Roots {
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
}

/** Fills the roots between known neighbours `step` apart: the bisector of two unit vectors is their scaled sum. */
function bisect({ cosine, sine }: Roots, step: number): void {
  const half = step / 2;
  for (let k = half; k < cosine.length; k += step) {
    const real = cosine[k - half] + cosine[k + half];
    const imaginary = sine[k - half] + sine[k + half];
    const length = Math.sqrt(real * real + imaginary * imaginary);
    cosine[k] = real / length;
    sine[k] = imaginary / length;
  }
}

function rootsOf(size: number): Roots {
  const half = size / 2;
  const table = { cosine: new Float64Array(half + 1), sine: new Float64Array(half + 1) };
  table.cosine[0] = 1;
  table.cosine[half] = -1;
  if (size >= 4) table.sine[half / 2] = -1;
  for (let step = half / 2; step >= 2; step /= 2) bisect(table, step);
  return table;
}

function reverseBits(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j], real[i]];
    [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
  }
}

/** One pass: combines transforms of length `half` into those of length 2 · half. */
function butterflies(real: Float64Array, imaginary: Float64Array, half: number, roots: Roots): void {
  const stride = real.length / (2 * half);
  for (let block = 0; block < real.length; block += 2 * half) {
    for (let i = block, k = 0; i < block + half; i++, k += stride) {
      const j = i + half;
      const c = roots.cosine[k];
      const s = roots.sine[k];
      const re = real[j] * c - imaginary[j] * s;
      const im = real[j] * s + imaginary[j] * c;
      real[j] = real[i] - re;
      imaginary[j] = imaginary[i] - im;
      real[i] += re;
      imaginary[i] += im;
    }
  }
}

/** A forward transform of `size` complex numbers, in place: X_k = Σ x_t e^(−2πikt/size), unscaled. */
export type Transform = (real: Float64Array, imaginary: Float64Array) => void;

/** Builds the transform of one length, a power of two; throws on any other. */
export function transformOf(size: number): Transform {
  if (size < 1 || powerOfTwoAtLeast(size) !== size)
    throw new RangeError(`a radix-2 transform needs a power of two, not ${size}`);
  const roots = rootsOf(size);
  return (real, imaginary) => {
    reverseBits(real, imaginary);
    for (let half = 1; half < size; half *= 2) butterflies(real, imaginary, half, roots);
  };
}
