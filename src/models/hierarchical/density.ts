// Log density and gradient of every hierarchical model in a frame's coordinates, normalised there.
//
// Its twin in f32 is shaders/models/hierarchical.wesl.
import { log } from '../../math/elementary.ts';
import { beliefs } from '../seu/beliefs.ts';
import { beliefOffset } from '../seu/frame.ts';
import { sticks } from '../seu/sticks.ts';
import type { Target } from '../target.ts';
import { cellChoices } from './choices.ts';
import { commonShape, meanMenuSize, type HierarchicalData } from './data.ts';
import { utilityDirection } from './direction.ts';
import type { HierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';
import { regression } from './regression.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;

/** Views, overwritten by the next evaluation. */
export interface HierarchicalState {
  /** log α_j, and log α_j + log |t| (plain frame: log α_j again). */
  readonly logAlpha: Float64Array;
  readonly levels: Float64Array;
  /** η of each cell, R entries; ψ of each cell, K × R, consequence by consequence. */
  readonly eta: readonly Float64Array[];
  readonly psi: readonly Float64Array[];
  readonly delta: Float64Array;
  readonly upsilon: Float64Array;
}

export interface HierarchicalTarget extends Target {
  /** Joint log likelihood of all cells' choices at the last position evaluated. */
  logLikelihood(): number;
  readonly state: HierarchicalState;
}

/** The model on `data` in `frame`. The workspace is the target's own: one target per thread and chain. */
export function hierarchicalTarget(
  model: HierarchicalModel,
  data: HierarchicalData,
  frame: HierarchicalFrame,
): HierarchicalTarget {
  const { consequences: K } = commonShape(data);
  const { offsets, reduced, dimension } = frame;
  const { gammaSize: sizeAt } = offsets;
  const { gamma0, gammaSizeSd } = model.priors;
  const { components: C, contrasts } = frame.cells[0];
  const utility = sticks(K, model.priors.deltaConcentration);
  const direction = utilityDirection(contrasts, C);
  const levels = regression(model, data, frame);
  const meanSize = model.sizeEffect ? meanMenuSize(data) : null;
  const cells = data.cells.map((cell, j) => ({
    belief: beliefs(frame.cells[j], cell.alternatives, K),
    choices: cellChoices(cell, meanSize),
    etaGradient: new Float64Array(cell.alternatives),
    first: offsets.cells[j] + beliefOffset(frame.cells[j]),
  }));
  const logAlpha = new Float64Array(cells.length);
  const slopes = new Float64Array(cells.length);
  const upsilonGradient = new Float64Array(K);
  const towardsGradient = new Float64Array(C);
  const cellTowardsGradient = new Float64Array(C);
  let likelihood = NaN;

  /** N(0, 1) of every coordinate but the sticks; the first counts from `origin`. */
  function standardPrior(q: Float64Array, origin: number, gradient: Float64Array): number {
    let squared = origin * (origin - 2 * q[offsets.gamma0]);
    gradient[offsets.gamma0] += origin;
    for (let i = 0; i < offsets.sticks; i++) {
      squared += q[i] * q[i];
      gradient[i] -= q[i];
    }
    return -0.5 * squared - offsets.sticks * HALF_LOG_TWO_PI;
  }

  /** Adds cell j's likelihood, and its gradient. */
  function addCell(j: number, q: Float64Array, gradient: Float64Array): void {
    const { belief, choices, etaGradient, first } = cells[j];
    belief.forward(q, first, utility.upsilon, direction.towards);
    const gammaSize = sizeAt === null ? 0 : gammaSizeSd * q[sizeAt];
    likelihood += choices.evaluate(logAlpha[j], gammaSize, belief.eta, etaGradient);
    belief.backward(etaGradient, gradient, first, upsilonGradient, cellTowardsGradient);
    for (let c = 0; c < C; c++) towardsGradient[c] += cellTowardsGradient[c];
    slopes[j] = choices.alphaSlope();
    if (sizeAt !== null) gradient[sizeAt] += gammaSizeSd * choices.sizeSlope();
  }

  function logDensity(q: Float64Array, gradient: Float64Array): number {
    for (let i = 0; i < dimension; i++) gradient[i] = 0;
    for (let k = 0; k < K; k++) upsilonGradient[k] = 0;
    for (let c = 0; c < C; c++) towardsGradient[c] = 0;
    likelihood = 0;
    let value = utility.forward(q, offsets.sticks, gradient);
    const shift = reduced ? log(direction.forward(utility.upsilon)) : 0;
    value += standardPrior(q, shift / gamma0.sd, gradient);
    levels.forward(q);
    for (let j = 0; j < cells.length; j++) logAlpha[j] = levels.levels[j] - shift;
    for (let j = 0; j < cells.length; j++) addCell(j, q, gradient);
    levels.backward(q, slopes, gradient);
    if (reduced) direction.backward(towardsGradient, gradient[offsets.gamma0] / gamma0.sd, upsilonGradient);
    utility.backward(upsilonGradient, offsets.sticks, gradient);
    return value + likelihood;
  }

  return {
    dimension,
    logDensity,
    logLikelihood: () => likelihood,
    state: {
      logAlpha,
      levels: levels.levels,
      eta: cells.map(({ belief }) => belief.eta),
      psi: cells.map(({ belief }) => belief.psi),
      delta: utility.delta,
      upsilon: utility.upsilon,
    },
  };
}
