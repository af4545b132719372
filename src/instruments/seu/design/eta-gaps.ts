// How far apart expected utilities lie within menus: α multiplies these gaps, and choices see only the product.
import { menuCount, type MenuBlock, type SeuData } from '../../../models/seu/data.ts';
import { lognormalAt, priorDraws } from '../../../models/seu/prior-draws.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import { intervalOf } from '../../../statistics/interval.ts';

export interface GapQuantiles {
  readonly q5: number;
  readonly median: number;
  readonly q95: number;
}

/** Gaps are largest − smallest η of a menu of alternatives. */
export interface EtaGaps {
  readonly draws: number;
  /** Over all menus and draws. */
  readonly pooled: GapQuantiles;
  /** Mean over menus, by draw. */
  readonly perDraw: GapQuantiles;
  /** α times that mean, by draw: the log odds of the best against the worst. */
  readonly logOdds: GapQuantiles;
  /** Mean gap of each draw, in the order of draws. */
  readonly means: Float64Array;
}

function quantilesOf(values: Float64Array): GapQuantiles {
  const { q5, median, q95 } = intervalOf(values);
  return { q5, median, q95 };
}

function menuGaps(menus: MenuBlock, eta: Float64Array, out: Float64Array): void {
  for (let m = 0; m < out.length; m++) {
    let most = -Infinity;
    let least = Infinity;
    for (let i = menus.starts[m]; i < menus.starts[m + 1]; i++) {
      most = Math.max(most, eta[menus.items[i]]);
      least = Math.min(least, eta[menus.items[i]]);
    }
    out[m] = most - least;
  }
}

/** Gaps at draws of η, draws × R row by row, with the α of each draw: of a prior, or of a posterior. */
export function etaGaps(menus: MenuBlock, eta: Float64Array, alpha: Float64Array): EtaGaps {
  const draws = alpha.length;
  const R = eta.length / draws;
  if (!Number.isInteger(R)) throw new Error(`${eta.length} values of η; needed a multiple of ${draws} draws`);
  const M = menuCount(menus);
  const gaps = new Float64Array(draws * M);
  const means = new Float64Array(draws);
  for (let s = 0; s < draws; s++) {
    const own = gaps.subarray(s * M, (s + 1) * M);
    menuGaps(menus, eta.subarray(s * R, (s + 1) * R), own);
    means[s] = own.reduce((sum, gap) => sum + gap, 0) / M;
  }
  return {
    draws,
    pooled: quantilesOf(gaps),
    perDraw: quantilesOf(means),
    logOdds: quantilesOf(means.map((gap, s) => alpha[s] * gap)),
    means,
  };
}

/** Gaps under the prior; 500 draws, as the paper's diagnostics. */
export function priorEtaGaps(model: SeuModel, data: SeuData, seed: number, count = 500): EtaGaps {
  const R = data.alternatives;
  const draws = priorDraws(model, data, seed);
  const eta = new Float64Array(count * R);
  const alpha = new Float64Array(count);
  for (let s = 0; s < count; s++) {
    draws.draw(s);
    eta.set(draws.state.eta, s * R);
    alpha[s] = lognormalAt(model.priors.alpha, draws.state.zAlpha);
  }
  return etaGaps(data.uncertain, eta, alpha);
}
