// Conditional probabilities of ordered levels by proportional odds: amounts in bins.
//
// P(level ≤ k | x) = σ(θ_k − z·b) with θ rising (McCullagh 1980); the log likelihood is concave (Pratt 1981).
import { exp, log, log1p } from '../../math/elementary.ts';
import { TINY_RIDGE, choiceLearner, type ChoiceCounts, type ChoiceFit } from './choice.ts';
import { heldByRidge, maximise, startFromRidge, type Concave } from './newton.ts';

const sigmoid = (a: number): number => (a >= 0 ? 1 / (1 + exp(-a)) : exp(a) / (1 + exp(a)));

const logSigmoid = (a: number): number => (a >= 0 ? -log1p(exp(-a)) : a - log1p(exp(a)));

/**
 * Adds the ends of the levels chosen at one point, count_k · log σ(θ_k − η) + count_{k+1} · log σ(η − θ_k) over k, with
 * their derivatives.
 */
function addPoint(
  b: Float64Array,
  z: Float64Array,
  counts: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const thresholds = counts.length - 1;
  const size = b.length;
  const slopes = thresholds - 1;
  let eta = 0;
  for (let j = 1; j < z.length; j++) eta += b[slopes + j] * z[j];
  let [value, pull, stiffness] = [0, 0, 0];
  for (let k = 0; k < thresholds; k++) {
    const [below, above] = [counts[k], counts[k + 1]];
    if (below + above === 0) continue;
    const a = b[k] - eta;
    const [up, down] = [sigmoid(a), sigmoid(-a)];
    value += below * logSigmoid(a) + above * logSigmoid(-a);
    const slope = below * down - above * up;
    const bend = (below + above) * up * down;
    gradient[k] += slope;
    curvature[k * size + k] += bend;
    for (let j = 1; j < z.length; j++) curvature[(slopes + j) * size + k] -= bend * z[j];
    pull += slope;
    stiffness += bend;
  }
  for (let i = 1; i < z.length; i++) {
    gradient[slopes + i] -= pull * z[i];
    const at = (slopes + i) * size + slopes;
    for (let j = 1; j <= i; j++) curvature[at + j] += stiffness * z[i] * z[j];
  }
  return value;
}

/** Adds count · log(1 − exp(θ_{k−1} − θ_k)) with its derivatives: what keeps thresholds apart. */
function addGap(
  b: Float64Array,
  k: number,
  count: number,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const size = b.length;
  const away = exp(b[k - 1] - b[k]);
  if (!(away < 1)) return -Infinity;
  const slope = (count * away) / (1 - away);
  const bend = slope / (1 - away);
  gradient[k] += slope;
  gradient[k - 1] -= slope;
  curvature[k * size + k] += bend;
  curvature[(k - 1) * size + k - 1] += bend;
  curvature[k * size + k - 1] -= bend;
  return count * log(1 - away);
}

/**
 * The penalised log likelihood of [thresholds, slopes]. With u = θ_k − η and l = θ_{k−1} − η,
 * log(σ(u) − σ(l)) = log σ(u) + log σ(−l) + log(1 − exp(l − u)): ends of levels and gaps between thresholds add up
 * separately. Only the lower triangle of the curvature is filled.
 */
export function orderedLikelihood({ z, counts, levels }: ChoiceCounts): Concave {
  const thresholds = levels - 1;
  const totals = Array.from({ length: levels }, (_, k) => counts.reduce((sum, at) => sum + at[k], 0));
  return {
    size: thresholds + z[0].length - 1,
    evaluate(b, gradient, curvature) {
      let value = startFromRidge(TINY_RIDGE, b, gradient, curvature);
      for (let k = 1; k < thresholds; k++) value += addGap(b, k, totals[k], gradient, curvature);
      if (value === -Infinity) return value;
      for (let i = 0; i < z.length; i++) value += addPoint(b, z[i], counts[i], gradient, curvature);
      return value;
    },
  };
}

/** Thresholds that give each level its share at slopes 0. */
function startOf({ counts, levels, z }: ChoiceCounts): Float64Array {
  const start = new Float64Array(levels + z[0].length - 2);
  const totals = Array.from({ length: levels }, (_, k) => counts.reduce((sum, at) => sum + at[k], 0));
  const rows = totals.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let k = 0; k + 1 < levels; k++) {
    below += totals[k];
    start[k] = log(below / (rows - below));
  }
  return start;
}

/** σ(u) − σ(l) without cancellation; infinite ends stand for the outermost levels. */
function between(lower: number, upper: number): number {
  if (lower === -Infinity) return sigmoid(upper);
  if (upper === Infinity) return sigmoid(-lower);
  return sigmoid(upper) * sigmoid(-lower) * (1 - exp(lower - upper));
}

const CERTAIN: ChoiceFit = { separated: false, converged: true, probabilities: () => Float64Array.of(1) };

/** The likeliest proportional-odds model, by Newton's method. */
export function fitOrdered(data: ChoiceCounts): ChoiceFit {
  if (data.levels === 1) return CERTAIN;
  const thresholds = data.levels - 1;
  const maximum = maximise(orderedLikelihood(data), startOf(data));
  return {
    separated: heldByRidge(maximum, TINY_RIDGE),
    converged: maximum.converged,
    probabilities(z) {
      let eta = 0;
      for (let j = 1; j < z.length; j++) eta += maximum.b[thresholds + j - 1] * z[j];
      const cut = (k: number): number => (k < 0 ? -Infinity : k < thresholds ? maximum.b[k] - eta : Infinity);
      return Float64Array.from({ length: data.levels }, (_, k) => between(cut(k - 1), cut(k)));
    },
  };
}

/** Proportional odds on the levels of a cell, in their order. */
export const orderedLearner = choiceLearner(fitOrdered);
