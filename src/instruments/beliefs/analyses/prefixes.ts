// Whether answers tell of the instance that gave them: prefix trees, their correlation, and prediction (Figure 6).
import { beliefReader } from '../../../models/beliefs/posterior.ts';
import {
  iccInterval,
  intraclassCorrelation,
  permutedIcc,
  type IccEstimates,
} from '../../../statistics/beliefs/icc.ts';
import { withinCases } from '../../../statistics/beliefs/prefix-cases.ts';
import {
  prefixDraws,
  summarisePrefixes,
  type PrefixScore,
  type PrefixScores,
} from '../../../statistics/beliefs/prefixes.ts';
import { prefixDesign } from '../../../inference/beliefs/read-rows.ts';
import type { FittedModel } from '../flags.ts';
import { collectedPrefixes, repeatedReports } from '../import/prefix-cells.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type {
  IccReportRows,
  PrefixComparisonRows,
  PrefixReport,
  PrefixScoreRow,
} from '../report-types/prefixes.ts';
import type { PartColumns } from './joined.ts';
import { bounded, defined } from './rows.ts';

/** Deals of answers to prefixes for the estimators' values without clustering. */
const PERMUTATIONS = 200;

const ESTIMATORS = [
  'caseIcc',
  'caseIccClipped',
  'caseVarianceFraction',
  'pooledVarianceFraction',
  'pooledIcc',
] as const satisfies readonly (keyof IccEstimates)[];

function iccRows(own: PlannedBeliefs): IccReportRows | null {
  const groups = [...repeatedReports(own.branches, own.fitted)];
  if (groups.length === 0) return null;
  const all = groups.map(([, prefixes]) => prefixes);
  const found = intraclassCorrelation(all);
  const permuted = permutedIcc(all, PERMUTATIONS);
  return {
    trees: groups.map(([name, prefixes], c) => ({
      case: name,
      prefixes: prefixes.map((values) => Array.from(values)),
      icc: defined(found.iccByCase[c]),
    })),
    cases: found.cases,
    constantCases: found.constantCases,
    caseIcc: bounded(found.caseIcc, found.constantCases < found.cases ? iccInterval(found.iccByCase) : null),
    estimators: ESTIMATORS.map((name) => ({ name, value: found[name], permuted: permuted[name] })),
  };
}

function drawnScores(columns: PartColumns): PrefixScores[] {
  const score = (part: 'pooled' | 'within', i: number): PrefixScore => {
    const [decisions, reports] = [columns[`${part}_decisions`][i], columns[`${part}_reports`][i]];
    return { decisions, reports, mean: (decisions + reports) / 2 };
  };
  return Array.from(columns.pooled_decisions, (_, i) => ({
    pooled: score('pooled', i),
    within: score('within', i),
  }));
}

function comparisonRows(
  own: PlannedBeliefs,
  fit: FittedModel,
  clip: number,
  draws: PartColumns | null,
): PrefixComparisonRows | null {
  const { prefixes } = own;
  if (prefixes === null || draws === null) return null;
  const reader = beliefReader(fit.model, fit.theta, { clip });
  const design = prefixDesign({ reader, test: prefixes });
  const summary = summarisePrefixes(prefixDraws(design).same, drawnScores(draws));
  const within = withinCases(design);
  const row = (pairs: 'pooled' | 'within', evidence: 'same' | 'different'): PrefixScoreRow => {
    const { decisions, reports, mean } = summary[evidence][pairs];
    const ofDraws = pairs === 'pooled' ? summary.pooledEnds : summary.withinEnds;
    const ends = evidence === 'same' ? null : ofDraws;
    const ofCases = pairs === 'within' ? within[evidence].ends : null;
    return {
      ...{ pairs, evidence, decisions: defined(decisions), reports: defined(reports), mean: defined(mean) },
      lower: defined(ends?.[0]),
      upper: defined(ends?.[1]),
      caseLower: defined(ofCases?.[0]),
      caseUpper: defined(ofCases?.[1]),
    };
  };
  return {
    scores: [
      row('pooled', 'same'),
      row('pooled', 'different'),
      row('within', 'same'),
      row('within', 'different'),
    ],
    draws: summary.draws.length,
    withinDifference: bounded(within.difference.mean, within.difference.ends),
  };
}

/** Null where the cell has no answers under prefixes. Correlations need no fit; predictions wait for one. */
export function prefixReport(
  own: PlannedBeliefs,
  fit: FittedModel | null,
  clip: number,
  draws: PartColumns | null,
): PrefixReport | null {
  const { branches, prefixes } = own;
  if (branches.size === 0) return null;
  return {
    collected: collectedPrefixes(branches),
    rows: prefixes?.cases.length ?? 0,
    cases: new Set(prefixes?.cases ?? []).size,
    icc: iccRows(own),
    comparison: fit && comparisonRows(own, fit, clip, draws),
  };
}
