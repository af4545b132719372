// Gauss–Legendre quadrature on [0, 1], with nodes that are symmetric to the last bit.

export interface Quadrature {
  /** Ascending nodes in (0, 1). */
  readonly nodes: Float64Array;
  /** Weights; they sum to 1. */
  readonly weights: Float64Array;
}

const BISECTIONS = 30;
const NEWTON_STEPS = 4;

/** P_n(t) and P_{n−1}(t) by the three-term recurrence. */
function legendre(n: number, t: number): { value: number; before: number } {
  let before = 1;
  let value = t;
  for (let k = 2; k <= n; k++) {
    const next = ((2 * k - 1) * t * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return { value, before };
}

/** How many roots of P_n lie above t: the changes of sign along P_0 … P_n (Sturm). */
function rootsAbove(n: number, t: number): number {
  let before = 1;
  let value = t;
  let changes = t < 0 ? 1 : 0;
  for (let k = 2; k <= n; k++) {
    const next = ((2 * k - 1) * t * value - (k - 1) * before) / k;
    if (next < 0 !== value < 0) changes++;
    before = value;
    value = next;
  }
  return changes;
}

/** The root of P_n with `above` roots above it, 0 ≤ root < 1. */
function rootOf(n: number, above: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (rootsAbove(n, middle) > above) low = middle;
    else high = middle;
  }
  let t = (low + high) / 2;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { value, before } = legendre(n, t);
    t -= (value * (1 - t * t)) / (n * (before - t * value));
  }
  return t;
}

/** The rule with n nodes on [0, 1], n even and at least 2; exact for polynomials of degree 2n − 1. */
export function gaussLegendre(n: number): Quadrature {
  if (!(n >= 2 && n % 2 === 0)) throw new Error(`gaussLegendre(${n}): needed an even number of nodes`);
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < n / 2; i++) {
    const t = rootOf(n, i);
    const { value, before } = legendre(n, t);
    const slope = n * (before - t * value);
    nodes[i] = (1 - t) / 2;
    nodes[n - 1 - i] = (1 + t) / 2;
    weights[i] = weights[n - 1 - i] = ((1 - t) * (1 + t)) / (slope * slope);
  }
  return { nodes, weights };
}
