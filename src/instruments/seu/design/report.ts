// The diagnostics of a design under a model's prior: tables, gaps, ranks, and the findings they amount to.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { encodeSeu } from '../encode.ts';
import { etaGaps, priorEtaGaps, type EtaGaps } from './eta-gaps.ts';
import { chanceFinding, coverageFinding, gapFinding, repeatFinding } from './findings.ts';
import type { HierarchicalDesign } from './hierarchical.ts';
import { menuTable, type MenuTable } from './menu-table.ts';
import { betaFinding, deltaFinding, featureFinding, regressorFinding } from './rank-findings.ts';
import {
  contrastRank,
  featureRank,
  lotterySpan,
  regressorRank,
  type ContrastRank,
  type RankReport,
} from './ranks.ts';

export interface DesignReport {
  readonly consequences: number;
  readonly dimensions: number;
  readonly alternatives: number;
  readonly uncertain: MenuTable;
  /** Null without risky choices, or where the model does not read them. */
  readonly risky: MenuTable | null;
  readonly lotteries: RankReport | null;
  readonly priorGaps: EtaGaps;
  readonly posteriorGaps: EtaGaps | null;
  readonly contrast: ContrastRank;
  readonly features: RankReport;
  readonly findings: readonly Diagnostic[];
}

/** Draws of a posterior: η is draws × R, row by row; α has an entry a draw. */
export interface EtaDraws {
  readonly eta: Float64Array;
  readonly alpha: Float64Array;
}

/** Pure in its arguments: `seed` drives the prior draws of gaps and ranks. */
export function designReport(
  content: SeuContent,
  model: SeuModel,
  seed: number,
  posterior: EtaDraws | null = null,
): DesignReport {
  const data = encodeSeu(content, model.link);
  const { consequences, dimensions, alternatives } = data;
  const risky = model.link === 'none' ? null : content.risky;
  const tables = {
    uncertain: menuTable(content.uncertain, alternatives),
    risky: risky && menuTable(risky, risky.lotteries.length),
  };
  const measures = {
    lotteries: risky && lotterySpan(risky.lotteries),
    priorGaps: priorEtaGaps(model, data, seed),
    posteriorGaps: posterior && etaGaps(data.uncertain, posterior.eta, posterior.alpha),
    contrast: contrastRank(model, data, seed),
    features: featureRank(data),
  };
  const facts = { consequences, dimensions, alternatives, ...tables, ...measures };
  return { ...facts, findings: findingsOf(facts) };
}

const findingsOf = (report: Omit<DesignReport, 'findings'>): readonly Diagnostic[] => [
  chanceFinding(report.uncertain, 'uncertain'),
  ...(report.risky ? [chanceFinding(report.risky, 'risky')] : []),
  coverageFinding(report.uncertain, 'alternative'),
  ...(report.risky ? [coverageFinding(report.risky, 'lottery')] : []),
  repeatFinding(report.uncertain),
  gapFinding(report.priorGaps, 'prior'),
  ...(report.posteriorGaps ? [gapFinding(report.posteriorGaps, 'posterior')] : []),
  deltaFinding(report.lotteries, report.consequences),
  betaFinding(report.contrast),
  featureFinding(report.features, report.alternatives, report.dimensions),
];

/** The menus of all cells as one flat design. */
const pooledContent = ({ consequences, features, cells }: HierarchicalDesign): SeuContent => {
  const menus = cells.flatMap((cell) => cell.menus);
  return {
    schema: 'seu',
    consequences,
    features,
    alternatives: null,
    uncertain: { menus, chosen: menus.map(() => 0), problems: null, presentations: null },
    risky: null,
    deltaConcentration: null,
    truth: null,
  };
};

/** Diagnostics of the pooled menus, and whether the cells tell the regressors apart. */
export function hierarchicalReport(design: HierarchicalDesign, model: SeuModel, seed: number): DesignReport {
  const report = designReport(pooledContent(design), model, seed);
  const regressors = regressorFinding(regressorRank(design.regressors));
  return { ...report, findings: [...report.findings, regressors] };
}
