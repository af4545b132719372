// Products with the factors A_c, two rows or columns at a time: twin of the products in src/models/seu/beliefs.ts.
import { R, d, factorBytes, rowBytes } from './layout';

/** out = A z for one component, from A by columns. */
export function multiply(a: usize, z: usize, out: usize): void {
  const stride = rowBytes;
  const end = z + (d << 3);
  let r = 0;
  for (; r + 64 <= stride; r += 64) {
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let s3 = f64x2.splat(0);
    for (let at = z, from = a + r; at < end; at += 8, from += stride) {
      const v = v128.load64_splat(at);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(from), v));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(from, 16), v));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(from, 32), v));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(from, 48), v));
    }
    v128.store(out + r, s0);
    v128.store(out + r, s1, 16);
    v128.store(out + r, s2, 32);
    v128.store(out + r, s3, 48);
  }
  for (; r < stride; r += 16) {
    let s = f64x2.splat(0);
    for (let at = z, from = a + r; at < end; at += 8, from += stride)
      s = f64x2.add(s, f64x2.mul(v128.load(from), v128.load64_splat(at)));
    v128.store(out + r, s);
  }
}

/** (a₀y₀ + a₁y₁) + (a₂y₂ + a₃y₃) for a pair of columns of four rows. */
function fourRows(row: usize, stride: usize, y0: v128, y1: v128, y2: v128, y3: v128): v128 {
  const third = row + (stride << 1);
  return f64x2.add(
    f64x2.add(f64x2.mul(v128.load(row), y0), f64x2.mul(v128.load(row + stride), y1)),
    f64x2.add(f64x2.mul(v128.load(third), y2), f64x2.mul(v128.load(third + stride), y3)),
  );
}

/** out += A′ y for one component, from A by rows: four columns of four rows at a time. */
export function multiplyTransposed(a: usize, y: usize, out: usize): void {
  const stride: usize = factorBytes;
  const fours = y + ((R & ~3) << 3);
  const end = y + (R << 3);
  for (let j: usize = 0; j < stride; j += 32) {
    let s0 = v128.load(out + j);
    let s1 = v128.load(out + j, 16);
    let row = a + j;
    let at = y;
    for (; at < fours; at += 32, row += stride << 2) {
      const y0 = v128.load64_splat(at);
      const y1 = v128.load64_splat(at, 8);
      const y2 = v128.load64_splat(at, 16);
      const y3 = v128.load64_splat(at, 24);
      s0 = f64x2.add(s0, fourRows(row, stride, y0, y1, y2, y3));
      s1 = f64x2.add(s1, fourRows(row + 16, stride, y0, y1, y2, y3));
    }
    for (; at < end; at += 8, row += stride) {
      const v = v128.load64_splat(at);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(row), v));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(row, 16), v));
    }
    v128.store(out + j, s0);
    v128.store(out + j, s1, 16);
  }
}
