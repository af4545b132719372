// How much the choices told of α: the posterior's spread beside the prior's, and the η-gap that α weighs.
import { exp, log } from '../../../math/elementary.ts';
import { normalQuantile } from '../../../math/normal.ts';
import type { SeuContent } from '../../../formats/dataset.ts';
import type { LognormalPrior } from '../../../models/seu/presets.ts';
import { variableIndex, type Draws } from '../../../statistics/draws.ts';
import { mean } from '../../../statistics/moments.ts';
import { quantiles } from '../../../statistics/quantile.ts';
import { contraction } from '../../../statistics/sbc/rank.ts';
import type { FitReport } from '../report.ts';
import { alphaDraws, etaGaps } from '../study.ts';

export interface ContractionRow {
  readonly label: string;
  readonly posterior_sd_log_alpha: number;
  readonly prior_sd_log_alpha: number;
  /** Ratio of the two: 1 where the data say nothing of α, 0 where they settle it. */
  readonly sd_ratio_log_alpha: number;
  /** 1 − the ratio squared: 0 where the data say nothing of log α, 1 where they settle it. */
  readonly contraction_log_alpha: number;
  readonly posterior_90_width: number;
  readonly prior_90_width: number;
  readonly width_ratio: number;
  readonly posterior_median: number;
  readonly prior_median: number;
  /** max − min η of a menu, pooled over menus and draws. */
  readonly eta_gap_median: number;
  readonly eta_gap_q5: number;
  readonly eta_gap_q95: number;
  /** Median over draws of α times the mean η-gap: the log odds that choices rest on. */
  readonly alpha_eta_gap: number;
}

/** Root mean square deviation (denominator n). */
function spread(x: Float64Array): number {
  const centre = mean(x);
  return Math.sqrt(x.reduce((sum, value) => sum + (value - centre) * (value - centre), 0) / x.length);
}

const Z90 = normalQuantile(0.45);

/** Exact width between the 5 % and 95 % points of a lognormal. */
const priorWidth = ({ mu, sigma }: LognormalPrior): number => exp(mu + Z90 * sigma) - exp(mu - Z90 * sigma);

/** Gaps that are pooled at most; beyond it draws are taken at even steps. */
const MOST_GAPS = 2_000_000;

function menuGap(draws: Draws, base: number, total: number, s: number, menu: readonly number[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const r of menu) {
    const eta = draws.values[base + r * total + s];
    if (eta < low) low = eta;
    if (eta > high) high = eta;
  }
  return high - low;
}

/** max − min η of every menu, as often as it was shown, at every draw (menus × draws). */
export function pooledEtaGaps(draws: Draws, menus: SeuContent['uncertain']['menus']): Float64Array {
  const total = draws.chains * draws.iterations;
  const base = variableIndex(draws, 'eta[1]') * total;
  const step = Math.ceil((menus.length * total) / MOST_GAPS);
  const taken = Math.ceil(total / step);
  const gaps = new Float64Array(menus.length * taken);
  menus.forEach((menu, m) => {
    for (let i = 0; i < taken; i++) gaps[m * taken + i] = menuGap(draws, base, total, i * step, menu);
  });
  return gaps;
}

export function contractionRow(report: FitReport, content: SeuContent): ContractionRow {
  const alpha = alphaDraws(report);
  const prior = report.model.priors.alpha;
  const [q5, median, q95] = quantiles(alpha, [0.05, 0.5, 0.95]);
  const sd = spread(alpha.map(log));
  const [gap5, gap50, gap95] = quantiles(
    pooledEtaGaps(report.draws, content.uncertain.menus),
    [0.05, 0.5, 0.95],
  );
  const weighed = etaGaps(report.draws, content.uncertain.menus).map((gap, s) => gap * alpha[s]);
  return {
    label: report.label,
    posterior_sd_log_alpha: sd,
    prior_sd_log_alpha: prior.sigma,
    sd_ratio_log_alpha: sd / prior.sigma,
    contraction_log_alpha: contraction(sd, prior.sigma),
    posterior_90_width: q95 - q5,
    prior_90_width: priorWidth(prior),
    width_ratio: (q95 - q5) / priorWidth(prior),
    posterior_median: median,
    prior_median: exp(prior.mu),
    eta_gap_median: gap50,
    eta_gap_q5: gap5,
    eta_gap_q95: gap95,
    alpha_eta_gap: quantiles(weighed, [0.5])[0],
  };
}
