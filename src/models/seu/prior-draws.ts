// Joint draws of a model's parameters from its prior, with the expected utilities that they imply on a design.
import { exp, log } from '../../math/elementary.ts';
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { multiply } from './beliefs.ts';
import type { SeuData } from './data.ts';
import { betaScaleOf } from './frame.ts';
import type { LognormalPrior, SensitivityLink, SeuModel } from './presets.ts';

/** The chain whose numbers prior draws read: a generated design and its agent read chains 0 and 1. */
const PRIOR_CHAIN = 2;

/** Parameters of the last draw; arrays are overwritten by the next one. */
export interface PriorState {
  /** Standard normal deviates behind log α and log ω (or log κ): the same for every prior and every model. */
  zAlpha: number;
  zLink: number;
  /** β, K × D, row by row. */
  readonly beta: Float64Array;
  readonly delta: Float64Array;
  readonly upsilon: Float64Array;
  /** ψ, K × R, consequence by consequence, and η of the alternatives. */
  readonly psi: Float64Array;
  readonly eta: Float64Array;
  /** η of the lotteries; empty without them. */
  readonly etaRisky: Float64Array;
}

export interface PriorDraws {
  readonly state: PriorState;
  /** Draws number `index` (a whole number below 2³²) into `state`; draws do not depend on each other. */
  draw(index: number): void;
  /** The stream that draws come from, for choices made under them. */
  readonly random: RandomStream;
}

/** e^(mu + sigma z). */
export const lognormalAt = ({ mu, sigma }: LognormalPrior, z: number): number => exp(mu + sigma * z);

/** ω that goes with α under a link; `prior` is that of ω (separate) or κ (proportional). */
export function omegaAt(link: SensitivityLink, prior: LognormalPrior, alpha: number, z: number): number {
  if (link === 'separate') return lognormalAt(prior, z);
  return link === 'proportional' ? alpha * lognormalAt(prior, z) : alpha;
}

/** The prior that the link adds: of ω, of κ, or α's where there is none. */
export const linkPrior = ({ link, priors }: SeuModel): LognormalPrior =>
  link === 'separate' ? priors.omega : link === 'proportional' ? priors.kappa : priors.alpha;

/** Log of a gamma deviate with shape c > 0 and scale 1 (Marsaglia and Tsang 2000; below 1 by G(c + 1) U^(1/c)). */
export function logGammaDeviate(random: RandomStream, c: number): number {
  if (c === 1) return log(-log(random.uniform53()));
  if (c < 1) return logGammaDeviate(random, c + 1) + log(random.uniform53()) / c;
  const d = c - 1 / 3;
  const scale = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const root = 1 + scale * x;
    const v = root * root * root;
    const u = random.uniform53();
    if (v > 0 && log(u) < 0.5 * x * x + d - d * v + d * log(v)) return log(d * v);
  }
}

/** δ ~ Dirichlet(c, …, c) and υ = cumsum δ. */
function drawUtilities(random: RandomStream, c: number, delta: Float64Array, upsilon: Float64Array): void {
  let top = -Infinity;
  for (let i = 0; i < delta.length; i++) top = Math.max(top, (delta[i] = logGammaDeviate(random, c)));
  let total = 0;
  for (let i = 0; i < delta.length; i++) total += delta[i] = exp(delta[i] - top);
  for (let i = 0; i < delta.length; i++) {
    delta[i] /= total;
    upsilon[i + 1] = upsilon[i] + delta[i];
  }
  upsilon[delta.length] = 1;
}

/** Softmax over consequences in place, and η_r = ψ_r · υ; `logits` is K × R. */
function expectedUtilities(logits: Float64Array, upsilon: Float64Array, eta: Float64Array): void {
  const R = eta.length;
  const K = upsilon.length;
  for (let r = 0; r < R; r++) {
    let top = -Infinity;
    for (let k = 0; k < K; k++) if (logits[k * R + r] > top) top = logits[k * R + r];
    let total = 0;
    let value = 0;
    for (let k = 0; k < K; k++) {
      const weight = exp(logits[k * R + r] - top);
      logits[k * R + r] = weight;
      total += weight;
      value += weight * upsilon[k];
    }
    for (let k = 0; k < K; k++) logits[k * R + r] /= total;
    eta[r] = value / total;
  }
}

/** ψ, η and υ on the design of `data` at given β (K × D, row by row) and δ. */
export function pointState(
  data: SeuData,
  beta: Float64Array,
  delta: Float64Array,
): Omit<PriorState, 'zAlpha' | 'zLink'> {
  const { consequences: K, alternatives: R, dimensions: D, features, risky } = data;
  const S = risky?.lotteries ?? 0;
  const upsilon = new Float64Array(K);
  delta.forEach((step, i) => (upsilon[i + 1] = upsilon[i] + step));
  upsilon[K - 1] = 1;
  const psi = new Float64Array(K * R);
  const eta = new Float64Array(R);
  const etaRisky = new Float64Array(S);
  for (let k = 0; k < K; k++) multiply(features, 0, R, D, beta, k * D, psi, k * R);
  expectedUtilities(psi, upsilon, eta);
  if (risky) multiply(risky.probabilities, 0, S, K, upsilon, 0, etaRisky, 0);
  return { beta, delta, upsilon, psi, eta, etaRisky };
}

/** Prior draws of `model` on the design of `data`, keyed by `seed` and the index of the draw. */
export function priorDraws(model: SeuModel, data: SeuData, seed: number): PriorDraws {
  const { consequences: K, alternatives: R, dimensions: D, features, risky } = data;
  const { mean } = model.priors.beta;
  const scale = Float64Array.from({ length: D }, (_, d) => betaScaleOf(model.priors.beta, d));
  const S = risky?.lotteries ?? 0;
  const random = randomStream(seed, 0, PRIOR_CHAIN);
  const state: PriorState = {
    zAlpha: NaN,
    zLink: NaN,
    beta: new Float64Array(K * D),
    delta: new Float64Array(K - 1),
    upsilon: new Float64Array(K),
    psi: new Float64Array(K * R),
    eta: new Float64Array(R),
    etaRisky: new Float64Array(S),
  };
  const { beta, delta, upsilon, psi, eta, etaRisky } = state;

  function draw(index: number): void {
    random.seek(index, SITE.truth);
    state.zAlpha = random.normal();
    state.zLink = random.normal();
    for (let i = 0; i < beta.length; i++) beta[i] = mean + scale[i % D] * random.normal();
    drawUtilities(random, model.priors.deltaConcentration, delta, upsilon);
    for (let k = 0; k < K; k++) multiply(features, 0, R, D, beta, k * D, psi, k * R);
    expectedUtilities(psi, upsilon, eta);
    if (risky) multiply(risky.probabilities, 0, S, K, upsilon, 0, etaRisky, 0);
  }

  return { state, draw, random };
}
