// The answers of a cell as a device reads them: rows of each pattern, and the patterns of each row.
import { answerRow, numberKeys, patternsOf } from '../../models/beliefs/bundles.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefModel, ReportTerm } from '../../models/beliefs/model.ts';
import { distinctReports, type DistinctReports } from '../../models/beliefs/reports.ts';
import { NONE } from './beliefs-layout.ts';

/** One stated probability: its logarithms in every line, NaN where it is missing there. */
export interface ReportLines {
  readonly term: ReportTerm;
  readonly reports: DistinctReports;
  /** The feature that gathers the patterns with an answer. */
  readonly feature: number;
}

export interface DeviceAnswers {
  readonly model: BeliefModel;
  readonly patterns: number;
  /** Distinct rows of stated probabilities, and the one of each pattern. */
  readonly lines: number;
  readonly lineOf: Int32Array;
  readonly reports: readonly ReportLines[];
  /** Posterior masses are gathered for every category row, every stated probability, and all patterns. */
  readonly features: number;
  readonly everything: number;
  /** Rows by pattern and score, lines by pattern, ends of the features' lists, and the lists. */
  readonly words: Uint32Array;
}

function linesOf({ reports: terms, rows }: BeliefModel, cell: BeliefCell, example: Int32Array, clip: number) {
  const { responses, outputs } = cell;
  const valueOf = (i: number, { output }: ReportTerm): number => responses[i * outputs.length + output];
  const keys = Array.from(example, (i) => terms.map((term) => valueOf(i, term)).join());
  const { of, example: first } = numberKeys(keys);
  const reports = terms.map((term, t): ReportLines => {
    const values = Array.from(first, (p) => valueOf(example[p], term));
    return { term, feature: rows + t, reports: distinctReports(values, clip) };
  });
  return { lines: first.length, lineOf: of, reports };
}

/** Lists end to end behind their ends: `lists.length + 1` starts first. */
function packLists(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const { length } of lists) starts.push(starts[starts.length - 1] + length);
  return [...starts, ...lists.flat()];
}

export function deviceAnswers(model: BeliefModel, cell: BeliefCell, clip: number): DeviceAnswers {
  const { count, example } = patternsOf(cell, [...cell.outputs.keys()]);
  const { lines, lineOf, reports } = linesOf(model, cell, example, clip);
  const everything = model.rows + reports.length;
  const members: number[][] = Array.from({ length: everything + 1 }, () => []);
  const answers: number[] = [];
  example.forEach((i, p) => {
    members[everything].push(p);
    for (const { feature, reports: distinct } of reports)
      if (!Number.isNaN(distinct.logP[lineOf[p]])) members[feature].push(p);
    for (const term of model.scores) {
      const row = answerRow(term, cell, i);
      answers.push(row < 0 ? NONE : row);
      if (row >= 0) members[row].push(p);
    }
  });
  const words = Uint32Array.from([...answers, ...lineOf, ...packLists(members)]);
  return { model, patterns: count, lines, lineOf, reports, features: everything + 1, everything, words };
}
