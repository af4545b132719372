// One target's data as bytes of WebAssembly memory: sizes and addresses first, in the order of wasm/layout.ts.
import { log } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';
import type { MenuBlock, SeuData } from './data.ts';
import { beliefOffset, stickOffset, type Frame } from './frame.ts';
import { countMenus, type MenuCounts } from './menus.ts';
import { menuClasses } from './choice.ts';
import type { SeuModel } from './presets.ts';

/** Bytes that the data of a bound target begin at; what lies below belongs to the module. */
export const IMAGE_BASE = 1024;
const HEADER_BYTES = 256;

export interface WasmImage {
  /** What is copied to `IMAGE_BASE` when the target is bound. */
  readonly bytes: Uint8Array;
  /** Memory that image and work arrays take, in bytes from 0. */
  readonly end: number;
  /** Coordinates of the target. */
  readonly dimension: number;
  /** Addresses of the four arrays that a trajectory moves. */
  readonly position: number;
  readonly momentum: number;
  readonly gradient: number;
  readonly variances: number;
}

const HALF_LOG_TWO_PI = 0.9189385332046727418;
const even = (count: number): number => count + (count & 1);
const inFours = (count: number): number => (count + 3) & ~3;

type Numbers = Float64Array | Int32Array;

/** Hands out 16-byte aligned addresses; arrays given with values are copied into the image. */
function memoryPlan() {
  const parts: { readonly at: number; readonly values: Numbers }[] = [];
  let end = IMAGE_BASE + HEADER_BYTES;
  const room = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  return {
    end: () => end,
    put(values: Numbers): number {
      const at = room(values.byteLength);
      parts.push({ at, values });
      return at;
    },
    doubles: (count: number): number => room(8 * count),
    image(header: readonly number[], until: number): Uint8Array {
      const bytes = new Uint8Array(until - IMAGE_BASE);
      const copy = (at: number, values: Numbers): void =>
        bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at - IMAGE_BASE);
      copy(IMAGE_BASE, Int32Array.from(header));
      for (const { at, values } of parts) copy(at, values);
      return bytes;
    },
  };
}

type MemoryPlan = ReturnType<typeof memoryPlan>;

/** Rows × columns `a` from `first` on, with rows running fastest; the last row is repeated to make pairs. */
function byColumns(a: Float64Array, first: number, rows: number, columns: number): Float64Array {
  const stride = even(rows);
  const out = new Float64Array(stride * columns);
  for (let j = 0; j < columns; j++)
    for (let r = 0; r < stride; r++) out[j * stride + r] = a[first + Math.min(r, rows - 1) * columns + j];
  return out;
}

/** The same with columns running fastest, padded with zeros to make fours. */
function byRows(a: Float64Array, first: number, rows: number, columns: number): Float64Array {
  const stride = inFours(columns);
  const out = new Float64Array(stride * rows);
  for (let r = 0; r < rows; r++)
    out.set(a.subarray(first + r * columns, first + (r + 1) * columns), r * stride);
  return out;
}

function perComponent(frame: Frame, R: number, lay: typeof byRows): Float64Array {
  const { components, rank, factors } = frame;
  const blocks = Array.from({ length: components }, (_, c) => lay(factors, c * R * rank, R, rank));
  const all = new Float64Array(components * blocks[0].length);
  blocks.forEach((block, c) => all.set(block, c * block.length));
  return all;
}

const padded = (values: Float64Array): Float64Array => {
  const out = new Float64Array(even(values.length));
  out.set(values);
  return out;
};

const CLASS_BYTES = 24;

/** Choices and menu classes of one block: addresses of C_r, of the classes and of their end. */
function putMenus(plan: MemoryPlan, counts: MenuCounts): readonly number[] {
  const items = plan.put(counts.items.map((item) => 8 * item));
  const classes = menuClasses(counts);
  const records = new DataView(new ArrayBuffer(CLASS_BYTES * classes.length));
  classes.forEach(({ size, n, first, end }, i) => {
    records.setFloat64(i * CLASS_BYTES, n, true);
    records.setUint32(i * CLASS_BYTES + 8, items + 4 * first, true);
    records.setUint32(i * CLASS_BYTES + 12, items + 4 * end, true);
    records.setInt32(i * CLASS_BYTES + 16, 4 * size, true);
  });
  const chosen = plan.put(padded(counts.chosen));
  const at = plan.put(new Int32Array(records.buffer));
  return [chosen, at, at + records.byteLength];
}

/** Priors and normalising constants, in the order in which the module reads them. */
function constantsOf({ priors, link }: SeuModel, K: number, beliefs: number): Float64Array {
  const own = link === 'proportional' ? priors.kappa : priors.omega;
  const { alpha, deltaConcentration: c } = priors;
  const n = K - 1;
  return Float64Array.of(
    alpha.mu,
    alpha.sigma,
    log(alpha.sigma),
    own.mu,
    own.sigma,
    log(own.sigma),
    c,
    logGamma(n * c) - n * logGamma(c),
    -beliefs * HALF_LOG_TWO_PI,
  );
}

const riskyMenus = (
  { link }: SeuModel,
  { risky }: SeuData,
): { menus: MenuBlock; lotteries: number } | null =>
  link === 'none' || risky === null || risky.menus.chosen.length === 0 ? null : risky;

/** C₀ less its first row. */
const stepsOf = ({ contrasts, components }: Frame): Float64Array =>
  contrasts.map((value, i) => value - contrasts[i % components]);

const LINKS = { none: 0, shared: 0, separate: 1, proportional: 2 } as const;

/** `frame` must be reduced. */
export function wasmImage(model: SeuModel, data: SeuData, frame: Frame): WasmImage {
  const { consequences: K, alternatives: R } = data;
  const { components: C, rank: d, dimension: n } = frame;
  const risky = riskyMenus(model, data);
  const S = risky?.lotteries ?? 0;
  const plan = memoryPlan();
  const sizes = [K, R, C, d, n, 8 * even(R), 8 * inFours(d), S, 8 * even(S)];
  const bases = [8 * beliefOffset(frame), 8 * stickOffset(frame), LINKS[model.link]];
  const dataAt = [
    plan.put(constantsOf(model, K, C * d)),
    plan.put(perComponent(frame, R, byColumns)),
    plan.put(perComponent(frame, R, byRows)),
    plan.put(frame.contrasts),
    plan.put(stepsOf(frame)),
    plan.put(Float64Array.from({ length: K - 1 }, (_, i) => log(K - 2 - i))),
    ...putMenus(plan, countMenus(data.uncertain, R)),
    ...(risky === null ? [0, 0, 0, 0] : putRisky(plan, data, K)),
  ];
  // The padding of A adds zeros to what follows a component's gradient: up to three slots past the last.
  const moved = Array.from({ length: 4 }, () => plan.put(new Float64Array(even(n) + 4)));
  const until = plan.end();
  const overRows = [C, K, 1, C, 1, 1, 1].map((rows) => plan.doubles(rows * even(R)));
  const overLotteries = [1, 1, 1].map(() => plan.doubles(even(S)));
  const short = Array.from({ length: 8 }, () => plan.doubles(K));
  const header = [...sizes, ...bases, ...dataAt, ...moved, ...overRows, ...overLotteries, ...short];
  const [position, momentum, gradient, variances] = moved;
  return {
    bytes: plan.image(header, until),
    end: plan.end(),
    dimension: n,
    position,
    momentum,
    gradient,
    variances,
  };
}

/** Probabilities, with the last lottery repeated to make pairs, and the menus of lotteries. */
function putRisky(plan: MemoryPlan, { risky }: SeuData, K: number): readonly number[] {
  const { lotteries, probabilities, menus } = risky!;
  const all = new Float64Array(even(lotteries) * K);
  all.set(probabilities.subarray((lotteries - 1) * K, lotteries * K), (even(lotteries) - 1) * K);
  all.set(probabilities);
  return [plan.put(all), ...putMenus(plan, countMenus(menus, lotteries))];
}
