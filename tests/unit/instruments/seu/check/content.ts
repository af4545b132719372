// Small data sets with presentations of named problems, and draws whose choice probabilities are known.
import type { ChoiceBlock, SeuContent } from '../../../../../src/formats/dataset.ts';
import type { Draws } from '../../../../../src/statistics/draws.ts';
import { drawsOf } from '../views/reports.ts';

export const block = (parts: Partial<ChoiceBlock>): ChoiceBlock => ({
  menus: [],
  chosen: [],
  problems: null,
  presentations: null,
  ...parts,
});

export const contentOf = (uncertain: ChoiceBlock, alternatives = 4): SeuContent => ({
  schema: 'seu',
  consequences: 3,
  features: Array.from({ length: alternatives }, (_, r) => [r]),
  alternatives: null,
  uncertain,
  risky: null,
  deltaConcentration: null,
  truth: null,
});

/** Draws of α and η: the same at each of `draws` draws unless `alpha` lists them. */
export function constantDraws(alpha: readonly number[], eta: readonly number[]): Draws {
  const columns = Object.fromEntries(
    eta.map((value, r) => [`eta[${r + 1}]`, new Array<number>(alpha.length).fill(value)]),
  );
  return drawsOf({ alpha, ...columns }, 1);
}

/** Every problem shown `times` times. */
export function repeated(menus: readonly (readonly number[])[], times: number): ChoiceBlock {
  const all = menus.flatMap((menu) => Array.from({ length: times }, () => menu));
  return block({ menus: all, chosen: all.map(() => 0) });
}
