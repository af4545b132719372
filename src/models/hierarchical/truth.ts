// Truths drawn from the priors of a hierarchical model.
import { exp } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { betaScaleOf } from '../seu/frame.ts';
import { logGammaDeviate } from '../seu/prior-draws.ts';
import { commonShape, hierarchicalFault, poolCount, type HierarchicalData } from './data.ts';
import type { HierarchicalModel } from './presets.ts';

/** Values of the model's own parameters; the deviates of cells and pools are in α already. */
export interface HierarchicalTruth {
  readonly gamma0: number;
  readonly gamma: Float64Array;
  /** Null without a size effect, or without a pool effect. */
  readonly gammaSize: number | null;
  readonly sigmaCell: number;
  readonly sigmaPool: number | null;
  /** One a cell. */
  readonly alpha: Float64Array;
  /** One K × D matrix a cell, row by row. */
  readonly beta: readonly Float64Array[];
  readonly delta: Float64Array;
}

function drawDirichlet(n: number, concentration: number, random: RandomStream): Float64Array {
  const logs = Float64Array.from({ length: n }, () => logGammaDeviate(random, concentration));
  const top = logs.reduce((most, value) => Math.max(most, value), -Infinity);
  const weights = logs.map((value) => exp(value - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Truth number `index` from the priors, from the truth site of `random`. Throws where the data do not fit the model. */
export function drawTruth(
  model: HierarchicalModel,
  data: HierarchicalData,
  random: RandomStream,
  index = 0,
): HierarchicalTruth {
  const fault = hierarchicalFault(model, data);
  if (fault !== null) throw new Error(`${model.name}: ${fault}`);
  const { priors } = model;
  const { consequences: K, dimensions: D } = commonShape(data);
  const P = data.predictors;
  const normals = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.normal());
  random.seek(index, SITE.truth);
  const gamma0 = priors.gamma0.mu + priors.gamma0.sd * random.normal();
  const gamma = normals(P).map((z) => priors.gammaSd * z);
  const gammaSize = model.sizeEffect ? priors.gammaSizeSd * random.normal() : null;
  const sigmaCell = priors.sigmaCellScale * Math.abs(random.normal());
  const sigmaPool = model.poolEffect ? priors.sigmaPoolScale * Math.abs(random.normal()) : null;
  const poolEffects = normals(model.poolEffect ? poolCount(data) : 0).map((z) => (sigmaPool ?? 0) * z);
  const alpha = normals(data.cells.length).map((z, j) => {
    let level = gamma0 + sigmaCell * z + (model.poolEffect && data.pools ? poolEffects[data.pools[j]] : 0);
    for (let p = 0; p < P; p++) level += data.design[j * P + p] * gamma[p];
    return exp(level);
  });
  const beta = data.cells.map(() =>
    normals(K * D).map((z, i) => priors.beta.mean + betaScaleOf(priors.beta, i % D) * z),
  );
  const delta = drawDirichlet(K - 1, priors.deltaConcentration, random);
  return { gamma0, gamma, gammaSize, sigmaCell, sigmaPool, alpha, beta, delta };
}
