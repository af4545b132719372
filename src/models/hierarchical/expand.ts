// From sampling coordinates to the hierarchical models' own parameters; unseen directions of β come from their prior.
import { exp, log } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';
import type { RandomStream } from '../../math/random.ts';
import { droppedConstants as flatDropped, expander } from '../seu/expand.ts';
import { betaScaleOf, type Frame } from '../seu/frame.ts';
import { commonShape, poolCount, type HierarchicalData } from './data.ts';
import { hierarchicalTarget } from './density.ts';
import { cellModel, cellPosition, hierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;
const LOG_TWO = 0.6931471805599453094;

/** One cell of a draw; arrays are views that the next draw overwrites. */
export interface ExpandedCell {
  readonly alpha: number;
  /** η, R entries; ψ, K × R, consequence by consequence; β, K × D, row by row. */
  readonly eta: Float64Array;
  readonly psi: Float64Array;
  readonly beta: Float64Array;
}

/** Everything reported of one draw; arrays are views that the next draw overwrites. */
export interface HierarchicalDraw {
  readonly gamma0: number;
  readonly gamma: Float64Array;
  /** Null without a size effect, or without a pool effect. */
  readonly gammaSize: number | null;
  readonly sigmaCell: number;
  readonly sigmaPool: number | null;
  readonly delta: Float64Array;
  readonly upsilon: Float64Array;
  readonly cells: readonly ExpandedCell[];
  readonly logLikelihood: number;
  /** Log density in the frame's coordinates, as samplers see it. */
  readonly frameDensity: number;
  /** Log posterior on Stan's unconstrained scale without the priors' constants, as Stan's lp__. */
  readonly lp: number;
}

/** Σ of what Stan's sampling statements drop: the priors' normalising constants and the half-normals' factors 2. */
export function hierarchicalDroppedConstants(model: HierarchicalModel, data: HierarchicalData): number {
  const { consequences: K, dimensions: D } = commonShape(data);
  const { priors, sizeEffect, poolEffect } = model;
  const J = data.cells.length;
  const normal = (sd: number): number => -log(sd) - HALF_LOG_TWO_PI;
  const c = priors.deltaConcentration;
  let sum = normal(priors.gamma0.sd) + data.predictors * normal(priors.gammaSd) + J * normal(1);
  if (sizeEffect) sum += normal(priors.gammaSizeSd);
  sum += LOG_TWO + normal(priors.sigmaCellScale);
  if (poolEffect) sum += LOG_TWO + normal(priors.sigmaPoolScale) + poolCount(data) * normal(1);
  for (let d = 0; d < D; d++) sum += J * K * normal(betaScaleOf(priors.beta, d));
  return sum + logGamma((K - 1) * c) - (K - 1) * logGamma(c);
}

/** Expands draws of one chain; `random` is the chain's own stream, `draw` the index of the kept draw. */
export interface HierarchicalExpander {
  expand(position: Float64Array, draw: number): HierarchicalDraw;
}

/** `random` with words counted from `first` at every site, so that cells do not share numbers. */
const fromWord = (random: RandomStream, first: number): RandomStream => ({
  ...random,
  seek: (iteration, site, word = 0) => random.seek(iteration, site, first + word),
});

/** Normals that a cell's unseen directions take, at most. */
const unseenCount = ({ components }: Frame, D: number): number => (components + 1) * D;

export function hierarchicalExpander(
  model: HierarchicalModel,
  data: HierarchicalData,
  random: RandomStream,
): HierarchicalExpander {
  const { dimensions: D } = commonShape(data);
  const frame = hierarchicalFrame(model, data);
  const { offsets } = frame;
  const target = hierarchicalTarget(model, data, frame);
  const gradient = new Float64Array(frame.dimension);
  const dropped = hierarchicalDroppedConstants(model, data);
  const gamma = new Float64Array(data.predictors);
  const scales =
    log(model.priors.gamma0.sd) +
    data.predictors * log(model.priors.gammaSd) +
    (model.sizeEffect ? log(model.priors.gammaSizeSd) : 0);
  const flat = cellModel(model);
  const cells = data.cells.map((cell, j) => ({
    expander: expander(flat, cell, fromWord(random, j * unseenCount(frame.cells[j], D))),
    position: new Float64Array(frame.cells[j].dimension),
    dropped: flatDropped(flat, cell),
  }));

  /** From the density of the regression's coordinates to that of its parameters, log σ in place of σ. */
  function toOwn(position: Float64Array): number {
    const signed = [offsets.sigmaCell, offsets.sigmaPool].filter((at) => at !== null);
    return signed.reduce((sum, at) => sum + LOG_TWO + log(Math.abs(position[at])), -scales);
  }

  /** Cell j as a flat draw, and what β's unseen part and scaling add to the log density. */
  function expandCell(j: number, position: Float64Array, draw: number) {
    const cell = cells[j];
    cellPosition(frame, j, position, target.state.levels[j], cell.position);
    const { beta, lp, frameDensity } = cell.expander.expand(cell.position, draw);
    const own = {
      alpha: exp(target.state.logAlpha[j]),
      eta: target.state.eta[j],
      psi: target.state.psi[j],
      beta,
    };
    return { own, unseen: lp + cell.dropped - frameDensity };
  }

  function expand(position: Float64Array, draw: number): HierarchicalDraw {
    const frameDensity = target.logDensity(position, gradient);
    const { state } = target;
    const expanded = cells.map((_, j) => expandCell(j, position, draw));
    const shift = state.levels[0] - state.logAlpha[0];
    const { priors } = model;
    const sigma = (at: number | null, scale: number): number | null =>
      at === null ? null : scale * Math.abs(position[at]);
    for (let p = 0; p < gamma.length; p++) gamma[p] = priors.gammaSd * position[offsets.gamma + p];
    return {
      gamma0: priors.gamma0.mu + priors.gamma0.sd * position[offsets.gamma0] - shift,
      gamma,
      gammaSize: offsets.gammaSize === null ? null : priors.gammaSizeSd * position[offsets.gammaSize],
      sigmaCell: priors.sigmaCellScale * Math.abs(position[offsets.sigmaCell]),
      sigmaPool: sigma(offsets.sigmaPool, priors.sigmaPoolScale),
      delta: state.delta,
      upsilon: state.upsilon,
      cells: expanded.map(({ own }) => own),
      logLikelihood: target.logLikelihood(),
      frameDensity,
      lp: frameDensity + expanded.reduce((sum, { unseen }) => sum + unseen, 0) + toOwn(position) - dropped,
    };
  }

  return { expand };
}
