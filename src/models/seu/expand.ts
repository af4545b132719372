// From sampling coordinates to the model's own parameters: unseen directions of β are filled from their prior.
import { exp, log } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { SeuData } from './data.ts';
import { seuTarget, type SeuState } from './density.ts';
import { beliefOffset, betaScaleOf, commonScale, frameOf, type Frame } from './frame.ts';
import type { SeuModel } from './presets.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;

/** Everything reported of one draw; arrays are views that the next draw overwrites. */
export interface ExpandedDraw {
  readonly state: SeuState;
  readonly alpha: number;
  readonly omega: number;
  /** ω / α; meaningful for the proportional link. */
  readonly kappa: number;
  /** β, K × D, row by row. */
  readonly beta: Float64Array;
  readonly logLikelihood: number;
  /** Log density in the frame's coordinates, as samplers see it. */
  readonly frameDensity: number;
  /** Log posterior on Stan's unconstrained scale without the priors' constants, as Stan's lp__. */
  readonly lp: number;
}

/** Σ of the priors' normalising constants, which Stan's sampling statements drop. */
export function droppedConstants(model: SeuModel, data: SeuData): number {
  const { consequences: K, dimensions: D } = data;
  const { alpha, omega, kappa, beta, deltaConcentration: c } = model.priors;
  const normal = (sd: number): number => -log(sd) - HALF_LOG_TWO_PI;
  let sum = normal(alpha.sigma) + logGamma((K - 1) * c) - (K - 1) * logGamma(c);
  if (model.link === 'separate') sum += normal(omega.sigma);
  if (model.link === 'proportional') sum += normal(kappa.sigma);
  for (let d = 0; d < D; d++) sum += K * normal(betaScaleOf(beta, d));
  return sum;
}

/** Expands draws of one chain; `random` is the chain's own stream, `draw` the index of the kept draw. */
export interface Expander {
  expand(position: Float64Array, draw: number): ExpandedDraw;
}

export function expander(model: SeuModel, data: SeuData, random: RandomStream): Expander {
  const frame = frameOf(model, data);
  const target = seuTarget(model, data, frame);
  const gradient = new Float64Array(frame.dimension);
  const fill = frame.reduced ? reducedBeta(model, data, frame, random) : plainBeta(model, data, frame);
  const dropped = droppedConstants(model, data);

  function expand(position: Float64Array, draw: number): ExpandedDraw {
    const frameDensity = target.logDensity(position, gradient);
    const { beta, density } = fill(position, target.state.upsilon, draw);
    const [logAlpha, logOmega] = target.state.logSensitivity;
    return {
      state: target.state,
      alpha: exp(logAlpha),
      omega: exp(logOmega),
      kappa: exp(logOmega - logAlpha),
      beta,
      logLikelihood: target.logLikelihood(),
      frameDensity,
      lp: frameDensity + density - dropped,
    };
  }

  return { expand };
}

/** β, and what its unseen part and scaling add to the log density. */
type BetaFill = (
  position: Float64Array,
  upsilon: Float64Array,
  draw: number,
) => { beta: Float64Array; density: number };

function plainBeta(model: SeuModel, data: SeuData, frame: Frame): BetaFill {
  const { consequences: K, dimensions: D } = data;
  const beta = new Float64Array(K * D);
  const scale = Float64Array.from({ length: D }, (_, d) => betaScaleOf(model.priors.beta, d));
  const density = -K * scale.reduce((sum, sd) => sum + log(sd), 0);
  const base = beliefOffset(frame);
  return (position) => {
    for (let k = 0; k < K; k++)
      for (let d = 0; d < D; d++)
        beta[k * D + d] = model.priors.beta.mean + scale[d] * position[base + k * D + d];
    return { beta, density };
  };
}

/** β = σ (C₀ G z V′ + 1 g′/√K + C₀ B⊥ V⊥′) with g and B⊥ standard normal, drawn anew for every draw. */
function reducedBeta(model: SeuModel, data: SeuData, frame: Frame, random: RandomStream): BetaFill {
  const { consequences: K, dimensions: D } = data;
  const { components: C, rank, contrasts, directions } = frame;
  const sigma = commonScale(model.priors.beta) ?? NaN;
  const rows = new Float64Array((C + 1) * D);
  const beta = new Float64Array(K * D);
  const scaling = -K * D * log(sigma);
  const gauge = 1 / Math.sqrt(K);

  /** Coefficients on V's columns: rows 0 … C − 1 contrasts (seen, then unseen), row C the gauge. */
  function coefficients(position: Float64Array, upsilon: Float64Array, draw: number): number {
    random.seek(draw, SITE.unseen);
    let squared = 0;
    const drawn = (): number => {
      const value = random.normal();
      squared += value * value;
      return value;
    };
    reflectRows(frame, position, upsilon, rows, D);
    for (let c = 0; c < C; c++) for (let j = rank; j < D; j++) rows[c * D + j] = drawn();
    for (let j = 0; j < D; j++) rows[C * D + j] = drawn();
    return -0.5 * squared - (C * (D - rank) + D) * HALF_LOG_TWO_PI;
  }

  return (position, upsilon, draw) => {
    const density = coefficients(position, upsilon, draw) + scaling;
    for (let k = 0; k < K; k++)
      for (let d = 0; d < D; d++) {
        let sum = 0;
        for (let j = 0; j < D; j++) {
          let level = gauge * rows[C * D + j];
          for (let c = 0; c < C; c++) level += contrasts[k * C + c] * rows[c * D + j];
          sum += level * directions[d * D + j];
        }
        beta[k * D + d] = sigma * sum;
      }
    return { beta, density };
  };
}

/** Writes G(δ) z into the first `rank` entries of each contrast's row. */
function reflectRows(
  frame: Frame,
  position: Float64Array,
  upsilon: Float64Array,
  rows: Float64Array,
  D: number,
): void {
  const { components: C, rank, contrasts } = frame;
  const base = beliefOffset(frame);
  const w = new Float64Array(C);
  for (let c = 0; c < C; c++) upsilon.forEach((value, k) => (w[c] += contrasts[k * C + c] * value));
  const norm = Math.sqrt(w.reduce((sum, value) => sum + value * value, 0));
  w.forEach((value, c) => (w[c] = value / norm + (c === 0 ? 1 : 0)));
  const squared = w.reduce((sum, value) => sum + value * value, 0);
  for (let j = 0; j < rank; j++) {
    let along = 0;
    for (let c = 0; c < C; c++) along += w[c] * position[base + c * rank + j];
    for (let c = 0; c < C; c++)
      rows[c * D + j] = (2 * w[c] * along) / squared - position[base + c * rank + j];
  }
}
