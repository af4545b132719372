// Answers under reasoning prefixes: rows of whole answers for prediction, and repeated reports for their correlation.
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import type { PrefixGroups } from '../../../statistics/beliefs/icc.ts';

interface Branch {
  readonly name: string;
  /** Answers by prompt, in the order of the table. */
  readonly answers: Map<string, number[]>;
}

/** Answers of an agent in a domain by case and prefix, in the order in which they first occur. */
export type Branches = ReadonlyMap<string, readonly Branch[]>;

/** Answers under prefixes of one agent in one domain; missing ones are left out. */
export function branchesOf(table: ResponseTable, agent: string, domain: string): Branches {
  const cases = new Map<string, Map<number, Branch>>();
  for (let row = 0; row < table.rows; row++) {
    const prefix = table.prefix.codes[row];
    if (table.prefix.names[prefix] === '' || Number.isNaN(table.response[row])) continue;
    if (table.agent.names[table.agent.codes[row]] !== agent) continue;
    if (table.domain.names[table.domain.codes[row]] !== domain) continue;
    const name = table.case.names[table.case.codes[row]];
    const branches = cases.get(name) ?? new Map<number, Branch>();
    cases.set(name, branches);
    const branch = branches.get(prefix) ?? { name: table.prefix.names[prefix], answers: new Map() };
    branches.set(prefix, branch);
    const prompt = table.prompt.names[table.prompt.codes[row]];
    branch.answers.set(prompt, [...(branch.answers.get(prompt) ?? []), table.response[row]]);
  }
  return new Map([...cases].map(([name, branches]) => [name, [...branches.values()]]));
}

/**
 * Rows of the prefixes that answer every prompt of `cell`, named by their case, those of a case next to each other; cases
 * of one such prefix are left out. Null where no case has two. The first of repeated answers counts.
 */
export function prefixCell(branches: Branches, { agent, domain, outputs }: BeliefCell): BeliefCell | null {
  const rows = [...branches].flatMap(([name, own]) => {
    const whole = own
      .map(({ answers }) => outputs.map(({ prompt }) => answers.get(prompt)?.[0] ?? NaN))
      .filter((answers) => !answers.some(Number.isNaN));
    return whole.length > 1 ? whole.map((answers) => ({ name, answers })) : [];
  });
  if (rows.length === 0) return null;
  return {
    agent,
    domain,
    cases: rows.map(({ name }) => name),
    outputs,
    responses: Float64Array.from(rows.flatMap(({ answers }) => answers)),
    outcomes: new Float64Array(rows.length).fill(NaN),
  };
}

/** Rows collected under prefixes that could be whole: one a case and prefix that answers more than one prompt. */
export const collectedPrefixes = (branches: Branches): number =>
  [...branches.values()].flat().filter(({ answers }) => answers.size > 1).length;

/** Repeated stated probabilities by case and prefix: of prefixes with several, cases of two such prefixes or more. */
export function repeatedReports(
  branches: Branches,
  { outputs }: BeliefCell,
): ReadonlyMap<string, PrefixGroups> {
  const stated = outputs.filter(({ family }) => family === 'probability').map(({ prompt }) => prompt);
  const groups = [...branches].map(([name, own]) => {
    const repeated = own.flatMap(({ answers }) =>
      stated.map((prompt) => Float64Array.from(answers.get(prompt) ?? [])).filter(({ length }) => length > 1),
    );
    return [name, repeated] as const;
  });
  return new Map(groups.filter(([, repeated]) => repeated.length > 1));
}
