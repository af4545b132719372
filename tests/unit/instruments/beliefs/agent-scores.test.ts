import { describe, expect, it } from 'vitest';
import { byScore, rankedRows, readScores } from '../../../../src/instruments/beliefs/agent-scores.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';

const bounded = (value: number) => ({ value, lower: null, upper: null });
const cell = (agent: string, domain: string, decisions: number, reports: number): BeliefCellReport =>
  ({
    agent,
    domain,
    concordance: {
      reportsToDecisions: { macroConcordance: bounded(decisions) },
      decisionsToReports: { macroConcordance: bounded(reports) },
    },
    single: null,
  }) as unknown as BeliefCellReport;

describe('scores of agents', () => {
  it('are read a line each, whatever is in an agent’s name', () => {
    expect(readScores(['gpt-4o = 57', '', ' a=b (v2)  = -1.5e1 '])).toEqual({
      scores: { 'gpt-4o': 57, 'a=b (v2)': -15 },
      faults: [],
    });
  });

  it('have their faults named, line by line', () => {
    expect(readScores(['a', 'b = x', '= 3', 'c = 1', 'c = 2', 'd = Infinity']).faults).toEqual([
      '“a”; needed agent = number',
      '“b = x”; needed agent = number',
      '“= 3”; needed agent = number',
      'c twice; needed one score an agent',
      '“d = Infinity”; needed agent = number',
    ]);
  });

  const cells = [
    cell('a', 'ckd', 0.9, 0.6),
    cell('b', 'ckd', 0.7, 0.7),
    cell('c', 'ckd', 0.8, 0.65),
    cell('d', 'ckd', 0.95, 0.5),
    cell('a', 'other', 0.9, 0.6),
    cell('b', 'other', 0.7, 0.7),
  ];

  it('are held against concordances by Spearman’s ρ with its exact p, where three agents have both', () => {
    const rows = rankedRows(cells, { a: 30, b: 10, c: 20 }, 1);
    expect(rows.map(({ domain, statistic, agents, rho }) => [domain, statistic, agents, rho])).toEqual([
      ['ckd', 'reports_to_decisions', 3, 1],
      ['ckd', 'decisions_to_reports', 3, -1],
    ]);
    // Of the six orders of three agents two have |ρ| = 1.
    expect(rows[0]).toMatchObject({ p: 1 / 3, exact: true, ends: null });
    expect(rankedRows(cells, { a: 30, b: 10 }, 1)).toEqual([]);
  });

  it('order cells, those without one last', () => {
    const names = byScore(cells.slice(0, 4), { a: 30, b: 10, d: 20 }).map(({ agent }) => agent);
    expect(names).toEqual(['b', 'd', 'a', 'c']);
    expect(byScore(cells, {})).toEqual(cells);
  });
});
