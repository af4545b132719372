// Where the bins of a fixed partition begin, to the last bit: found by asking the partition itself.
import { scaleTv, SCALE_BINS, type ActionScale } from '../../statistics/portability/companions.ts';

const bits = new BigInt64Array(1);
const real = new Float64Array(bits.buffer);
const MAGNITUDE = (1n << 63n) - 1n;

/** Doubles as whole numbers in their order. */
function orderOf(value: number): bigint {
  real[0] = value;
  return bits[0] >= 0n ? bits[0] : -(bits[0] & MAGNITUDE);
}

function doubleAt(order: bigint): number {
  bits[0] = order >= 0n ? order : -order | -(1n << 63n);
  return real[0];
}

const ONE_ROW = { order: Uint32Array.of(0), starts: Uint32Array.of(0, 1) };

/** The least y above `from` in another bin; null where there is none. */
function nextStart(from: number, scale: ActionScale): number | null {
  const apart = (y: number): boolean =>
    scaleTv(ONE_ROW, Float64Array.of(y), Float64Array.of(from), scale) > 0;
  let low = orderOf(from);
  let high = orderOf(Number.MAX_VALUE);
  if (!apart(doubleAt(high))) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (apart(doubleAt(middle))) high = middle;
    else low = middle;
  }
  return doubleAt(high);
}

/** Starts of the bins of `scaleTv` after the first, ascending. */
export function scaleStarts(scale: ActionScale): readonly number[] {
  const starts: number[] = [];
  for (let from = nextStart(scale.low, scale); from !== null && starts.length < SCALE_BINS - 1;) {
    starts.push(from);
    from = nextStart(from, scale);
  }
  return starts;
}
