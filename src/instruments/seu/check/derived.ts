// Datasets cut or changed for a refit; each says in its history what was done.
import type { ChoiceBlock, Dataset, SeuContent } from '../../../formats/dataset.ts';
import { datasetOf } from '../../../formats/hash.ts';
import { baseProblems } from './problems.ts';

/** `dataset` with other content, under its own hash. */
export const derivedDataset = (dataset: Dataset, content: SeuContent, done: string): Promise<Dataset> =>
  datasetOf(content, { ...dataset, history: [...dataset.history, done] });

const pick = <Value>(values: readonly Value[], kept: readonly number[]): readonly Value[] =>
  kept.map((m) => values[m]);

/** The menus of a block that `keep` is true of. */
export function keepMenus<Block extends ChoiceBlock>(block: Block, keep: (menu: number) => boolean): Block {
  const kept = block.menus.flatMap((_, m) => (keep(m) ? [m] : []));
  return {
    ...block,
    menus: pick(block.menus, kept),
    chosen: pick(block.chosen, kept),
    problems: block.problems && pick(block.problems, kept),
    presentations: block.presentations && pick(block.presentations, kept),
    ...(block.positions && { positions: pick(block.positions, kept) }),
  };
}

/** Keeps the `which`-th presentation (from 0) of each problem, the last one of problems with fewer. */
function onePresentationOf<Block extends ChoiceBlock>(block: Block, which: number): Block {
  const { of, count } = baseProblems(block);
  const shown = new Int32Array(count);
  of.forEach((problem) => (shown[problem] += 1));
  const seen = new Int32Array(count);
  return keepMenus(block, (m) => seen[of[m]]++ === Math.min(which, shown[of[m]] - 1));
}

/** Content with one presentation a problem: as many choices as there are independent looks. */
export const onePresentation = (content: SeuContent, which = 0): SeuContent => ({
  ...content,
  uncertain: onePresentationOf(content.uncertain, which),
  risky: content.risky && onePresentationOf(content.risky, which),
});

/** Content without the choices of some problems of one block (problem numbers as `baseProblems` gives them). */
export function withoutProblems(
  content: SeuContent,
  block: 'uncertain' | 'risky',
  problems: ReadonlySet<number>,
): SeuContent {
  const source = content[block];
  if (!source) throw new Error(`the data have no ${block} choices to leave out`);
  const { of } = baseProblems(source);
  return { ...content, [block]: keepMenus(source, (m) => !problems.has(of[m])) };
}
