// A score that agents have from elsewhere, a capability index say: written as lines, and held against what a study finds.
import { randomStream } from '../../math/random.ts';
import { rankCorrelation } from '../../statistics/beliefs/agent-score.ts';
import type { BeliefCellReport, RankedRow } from './report-types.ts';

/** Score by agent. */
export type AgentScores = Readonly<Record<string, number>>;

export interface ReadScores {
  readonly scores: AgentScores;
  readonly faults: readonly string[];
}

/** Reads `agent = number`, a line each; blank lines count for nothing. */
export function readScores(lines: readonly string[]): ReadScores {
  const scores = new Map<string, number>();
  const faults: string[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const [, agent = '', text = ''] = /^\s*(.*?)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
    const score = Number(text);
    if (agent === '' || text === '' || !Number.isFinite(score))
      faults.push(`“${line.trim()}”; needed agent = number`);
    else if (scores.has(agent)) faults.push(`${agent} twice; needed one score an agent`);
    else scores.set(agent, score);
  }
  return { scores: Object.fromEntries(scores), faults };
}

const STATISTICS = {
  reports_to_decisions: ({ concordance }: BeliefCellReport) =>
    concordance?.reportsToDecisions.macroConcordance.value ?? null,
  decisions_to_reports: ({ concordance }: BeliefCellReport) =>
    concordance?.decisionsToReports.macroConcordance.value ?? null,
  each_from_all_others: ({ single }: BeliefCellReport) => single?.macroConcordance.value ?? null,
} as const satisfies Readonly<Record<RankedRow['statistic'], (cell: BeliefCellReport) => number | null>>;
/** With fewer agents every order is as likely as not. */
const FEWEST_AGENTS = 3;

/** A row for every domain and statistic that three agents with a score have. */
export function rankedRows(
  cells: readonly BeliefCellReport[],
  scores: AgentScores,
  seed: number,
): readonly RankedRow[] {
  const domains = [...new Set(cells.map(({ domain }) => domain))];
  const names = Object.keys(STATISTICS) as readonly RankedRow['statistic'][];
  return domains.flatMap((domain) =>
    names.flatMap((statistic): RankedRow[] => {
      const pairs = cells.flatMap((cell) => {
        const value = cell.domain === domain ? STATISTICS[statistic](cell) : null;
        const scored = value !== null && Object.hasOwn(scores, cell.agent);
        return scored ? [[scores[cell.agent], value] as const] : [];
      });
      if (pairs.length < FEWEST_AGENTS) return [];
      const x = Float64Array.from(pairs, ([score]) => score);
      const y = Float64Array.from(pairs, ([, value]) => value);
      return [{ domain, statistic, ...rankCorrelation(x, y, randomStream(seed, 0, 0)) }];
    }),
  );
}

/** Cells by their agents' scores, ascending; those without one after the others, all else in order. */
export const byScore = <Cell extends { readonly agent: string }>(
  cells: readonly Cell[],
  scores: AgentScores,
): readonly Cell[] => {
  const of = ({ agent }: Cell): number => (Object.hasOwn(scores, agent) ? scores[agent] : Infinity);
  return [...cells].sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
};
