// Log density and gradient of every SEU model in a frame's coordinates, normalised, Jacobian included.
//
// Its twin in f32 is shaders/models/seu.wesl.
import { exp, log } from '../../math/elementary.ts';
import type { Target } from '../target.ts';
import { beliefs } from './beliefs.ts';
import { choiceKernel, type ChoiceKernel } from './choice.ts';
import { naiveChoiceKernel, removeStickJacobian, type Fault } from './faults.ts';
import type { RiskyBlock, SeuData } from './data.ts';
import { beliefOffset, stickOffset, type Frame } from './frame.ts';
import { countMenus } from './menus.ts';
import type { LognormalPrior, SeuModel } from './presets.ts';
import { sticks } from './sticks.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;

export interface SeuTarget extends Target {
  /** Joint log likelihood of all choices at the last position evaluated. */
  logLikelihood(): number;
  /** η, ψ, υ and sensitivities at the last position evaluated: views, overwritten by the next call. */
  readonly state: SeuState;
}

export interface SeuState {
  readonly eta: Float64Array;
  readonly psi: Float64Array;
  readonly delta: Float64Array;
  readonly upsilon: Float64Array;
  /** η of the lotteries; empty without a risky block. */
  readonly etaRisky: Float64Array;
  /** [log α, log ω]; ω = α without a link of its own. */
  readonly logSensitivity: Float64Array;
}

/** Log density of log x under a lognormal prior on x (the Jacobian cancels the 1/x); adds d/d log x at `index`. */
function addLognormal(
  prior: LognormalPrior,
  logValue: number,
  gradient: Float64Array,
  index: number,
): number {
  const standard = (logValue - prior.mu) / prior.sigma;
  gradient[index] -= standard / prior.sigma;
  return -0.5 * standard * standard - log(prior.sigma) - HALF_LOG_TWO_PI;
}

interface Risky {
  readonly lotteries: number;
  readonly probabilities: Float64Array;
  readonly kernel: ChoiceKernel;
  readonly eta: Float64Array;
  readonly gradient: Float64Array;
}

type KernelOf = typeof choiceKernel;

function riskyWork(block: RiskyBlock | null, kernelOf: KernelOf): Risky | null {
  if (block === null || block.menus.chosen.length === 0) return null;
  const { lotteries, probabilities, menus } = block;
  const kernel = kernelOf(countMenus(menus, lotteries));
  return {
    lotteries,
    probabilities,
    kernel,
    eta: new Float64Array(lotteries),
    gradient: new Float64Array(lotteries),
  };
}

/** Σ_s over lotteries; returns the log likelihood, adds to d/dυ, leaves Σ ωη_s d/d(ωη_s) in `slope`. */
function addRisky(
  risky: Risky,
  omega: number,
  upsilon: Float64Array,
  upsilonGradient: Float64Array,
  slope: Float64Array,
): number {
  const K = upsilon.length;
  const { lotteries, probabilities, eta, gradient } = risky;
  for (let s = 0; s < lotteries; s++) {
    let value = 0;
    for (let k = 0; k < K; k++) value += probabilities[s * K + k] * upsilon[k];
    eta[s] = value;
  }
  const value = risky.kernel(omega, eta, gradient);
  slope[0] = 0;
  for (let s = 0; s < lotteries; s++) {
    const g = omega * gradient[s];
    slope[0] += g * eta[s];
    for (let k = 0; k < K; k++) upsilonGradient[k] += g * probabilities[s * K + k];
  }
  return value;
}

/**
 * The model on `data` in `frame`, with an error made on purpose where a fault is named. The workspace is the target's
 * own: one target per thread and chain.
 */
export function seuTarget(
  model: SeuModel,
  data: SeuData,
  frame: Frame,
  fault: Fault | null = null,
): SeuTarget {
  const { consequences: K, alternatives: R } = data;
  const { components: C, rank: d, reduced, contrasts, dimension } = frame;
  const { priors, link } = model;
  const zBase = beliefOffset(frame);
  const uBase = stickOffset(frame);
  const utility = sticks(K, priors.deltaConcentration);
  const belief = beliefs(frame, R, K);
  const kernelOf = fault === 'naive_exponentials' ? naiveChoiceKernel : choiceKernel;
  const kernel = kernelOf(countMenus(data.uncertain, R));
  const risky = link === 'none' ? null : riskyWork(data.risky, kernelOf);
  const choiceGradient = new Float64Array(R);
  const upsilonGradient = new Float64Array(K);
  const t = new Float64Array(C);
  const towards = new Float64Array(C);
  const towardsGradient = new Float64Array(C);
  const slope = new Float64Array(1);
  const logSensitivity = new Float64Array(2);
  const zConstant = -C * d * HALF_LOG_TWO_PI;
  let likelihood = NaN;

  /** |t| for t = C₀ᵀυ; leaves t/|t| in `towards`. */
  function utilityDirection(upsilon: Float64Array): number {
    let squared = 0;
    for (let c = 0; c < C; c++) {
      let sum = 0;
      for (let k = 0; k < K; k++) sum += contrasts[k * C + c] * upsilon[k];
      t[c] = sum;
      squared += sum * sum;
    }
    const norm = Math.sqrt(squared);
    for (let c = 0; c < C; c++) towards[c] = t[c] / norm;
    return norm;
  }

  /** Adds to d/dυ what reaches t through its direction (turn) and its length (shear log α = s − log |t|). */
  function directionGradient(norm: number, logAlphaGradient: number): void {
    let along = 0;
    for (let c = 0; c < C; c++) along += towards[c] * towardsGradient[c];
    for (let c = 0; c < C; c++) {
      const g = (towardsGradient[c] - along * towards[c] - logAlphaGradient * towards[c]) / norm;
      for (let k = 0; k < K; k++) upsilonGradient[k] += contrasts[k * C + c] * g;
    }
  }

  /** Prior of z ~ N(0, I) over the belief coordinates. */
  function beliefPrior(q: Float64Array, gradient: Float64Array): number {
    let squared = 0;
    for (let i = zBase; i < uBase; i++) {
      squared += q[i] * q[i];
      gradient[i] -= q[i];
    }
    return zConstant - 0.5 * squared;
  }

  /** ω's prior and its share of the likelihood; returns what is added to d/d log α. */
  function riskyPart(
    q: Float64Array,
    logAlpha: number,
    gradient: Float64Array,
  ): { value: number; alpha: number } {
    if (risky === null) return { value: 0, alpha: 0 };
    const own = frame.sensitivities === 2;
    const logOmega = !own ? logAlpha : link === 'separate' ? q[1] : q[1] + logAlpha;
    logSensitivity[1] = logOmega;
    const value = addRisky(risky, exp(logOmega), utility.upsilon, upsilonGradient, slope);
    if (own) gradient[1] += slope[0];
    return { value, alpha: link === 'separate' ? 0 : slope[0] };
  }

  function logDensity(q: Float64Array, gradient: Float64Array): number {
    for (let i = 0; i < dimension; i++) gradient[i] = 0;
    for (let k = 0; k < K; k++) upsilonGradient[k] = 0;
    let value = utility.forward(q, uBase, gradient);
    value += beliefPrior(q, gradient);
    const norm = reduced ? utilityDirection(utility.upsilon) : 1;
    const logAlpha = q[0] - (reduced ? log(norm) : 0);
    const alpha = exp(logAlpha);
    logSensitivity[0] = logAlpha;
    logSensitivity[1] = logAlpha;
    value += addLognormal(priors.alpha, logAlpha, gradient, 0);
    if (link === 'separate') value += addLognormal(priors.omega, q[1], gradient, 1);
    if (link === 'proportional') value += addLognormal(priors.kappa, q[1], gradient, 1);
    belief.forward(q, zBase, utility.upsilon, towards);
    likelihood = kernel(alpha, belief.eta, choiceGradient);
    let alphaGradient = gradient[0];
    for (let r = 0; r < R; r++) {
      choiceGradient[r] *= alpha;
      alphaGradient += choiceGradient[r] * belief.eta[r];
    }
    belief.backward(choiceGradient, gradient, zBase, upsilonGradient, towardsGradient);
    const part = riskyPart(q, logAlpha, gradient);
    likelihood += part.value;
    alphaGradient += part.alpha;
    gradient[0] = alphaGradient;
    if (reduced) directionGradient(norm, alphaGradient);
    utility.backward(upsilonGradient, uBase, gradient);
    if (fault === 'delta_jacobian') value -= removeStickJacobian(q, uBase, K, gradient);
    return value + likelihood;
  }

  return {
    dimension,
    logDensity,
    logLikelihood: () => likelihood,
    state: {
      eta: belief.eta,
      psi: belief.psi,
      delta: utility.delta,
      upsilon: utility.upsilon,
      etaRisky: risky?.eta ?? new Float64Array(0),
      logSensitivity,
    },
  };
}
