// Base problems: which choices are presentations of one problem, and so are not independent looks at the agent.
import type { ChoiceBlock } from '../../../formats/dataset.ts';

export interface BaseProblems {
  /** Problem of each menu, 0 … count − 1 in order of appearance. */
  readonly of: Int32Array;
  readonly count: number;
  /** Names from the source, or where it has none the menus themselves ("1,4,7", 1-based). */
  readonly names: readonly string[];
  readonly source: 'named' | 'menus';
  /** How problems were told apart, in a sentence. */
  readonly note: string;
}

const oneBased = (menu: readonly number[]): string => menu.map((r) => r + 1).join(',');

/** Problems by their names where the source keeps them, else by identical menus. */
export function baseProblems({ menus, problems }: Pick<ChoiceBlock, 'menus' | 'problems'>): BaseProblems {
  const keys = problems ?? menus.map(oneBased);
  const index = new Map<string, number>();
  const of = Int32Array.from(keys, (key) => {
    const found = index.get(key) ?? index.size;
    index.set(key, found);
    return found;
  });
  const count = index.size;
  const note = problems
    ? `${count} base problems, as the source names them.`
    : `The source names no problems: ${menus.length} choices from ${count} distinct menus count as ${count} base ` +
      'problems. Two problems with the same menu cannot be told apart.';
  return { of, count, names: [...index.keys()], source: problems ? 'named' : 'menus', note };
}

/** Menus of each problem, in the order of the data. */
export function menusByProblem({ of, count }: BaseProblems): readonly (readonly number[])[] {
  const lists = Array.from({ length: count }, (): number[] => []);
  of.forEach((problem, m) => lists[problem].push(m));
  return lists;
}
