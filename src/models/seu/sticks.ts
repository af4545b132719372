// Utilities from increments: δ by Stan's stick breaking, its Dirichlet prior with the Jacobian, and υ = cumsum δ.
import { exp, log, log1p } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';

export interface Sticks {
  /** δ, K − 1 entries, after `forward`. */
  readonly delta: Float64Array;
  /** υ, K entries from 0 to 1, after `forward`. */
  readonly upsilon: Float64Array;
  /** Log of the Dirichlet(c) density times the Jacobian at u = q[base …], normalised; adds its gradient from `base` on. */
  forward(q: Float64Array, base: number, gradient: Float64Array): number;
  /** Adds, from `base` on, the gradient with respect to u of a function whose gradient with respect to υ is given. */
  backward(upsilonGradient: Float64Array, base: number, gradient: Float64Array): void;
}

const logLogistic = (x: number): number => (x > 0 ? -log1p(exp(-x)) : x - log1p(exp(x)));

/** K ≥ 2 consequences; concentration c > 0. Stan reference manual, "Unit simplex", stick breaking with centred logits. */
export function sticks(K: number, concentration: number): Sticks {
  const n = K - 1;
  const delta = new Float64Array(n);
  const upsilon = new Float64Array(K);
  const share = new Float64Array(n);
  const left = new Float64Array(n);
  const offsets = Float64Array.from({ length: n }, (_, i) => log(n - 1 - i));
  const constant = logGamma(n * concentration) - n * logGamma(concentration);

  function forward(q: Float64Array, base: number, gradient: Float64Array): number {
    let density = constant;
    let stick = 1;
    for (let i = 0; i < n - 1; i++) {
      const v = q[base + i] - offsets[i];
      const z = 1 / (1 + exp(-v));
      const below = (n - 1 - i) * concentration;
      density += concentration * logLogistic(v) + below * logLogistic(-v);
      gradient[base + i] += concentration * (1 - z) - below * z;
      share[i] = z;
      left[i] = stick;
      delta[i] = stick * z;
      stick *= 1 / (1 + exp(v));
      upsilon[i + 1] = upsilon[i] + delta[i];
    }
    delta[n - 1] = stick;
    upsilon[n] = 1;
    return density;
  }

  function backward(upsilonGradient: Float64Array, base: number, gradient: Float64Array): void {
    // dυ_k/dδ_i = 1 for k > i; υ_K = 1 is fixed, and so are the sums' last entries.
    let stickGradient = 0;
    let deltaGradient = 0;
    for (let i = n - 2; i >= 0; i--) {
      deltaGradient += upsilonGradient[i + 1];
      const z = share[i];
      gradient[base + i] += left[i] * (deltaGradient - stickGradient) * z * (1 - z);
      stickGradient = z * deltaGradient + (1 - z) * stickGradient;
    }
  }

  return { delta, upsilon, forward, backward };
}
