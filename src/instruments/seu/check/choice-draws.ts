// The choice probabilities behind a fit, draw by draw and menu by menu, rebuilt from reported draws.
import { exp, log } from '../../../math/elementary.ts';
import type { ChoiceBlock, SeuContent } from '../../../formats/dataset.ts';
import { menuBlock, menuCount, type MenuBlock } from '../../../models/seu/data.ts';
import { menuProbabilities } from '../../../models/seu/predictive.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import { variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';

/** One block of choices under a softmax model: at draw s, P(item r of a menu) ∝ exp(sensitivity(s) · value(s, r)). */
export interface ChoiceDraws {
  readonly name: 'uncertain' | 'risky';
  readonly block: ChoiceBlock;
  readonly menus: MenuBlock;
  /** Draws of all chains, one after another. */
  readonly total: number;
  readonly chains: number;
  /** Writes the values of all items at draw s and returns the sensitivity there. */
  read(s: number, values: Float64Array): number;
  readonly items: number;
}

function readerOf(
  draws: Draws,
  sensitivity: string | null,
  name: string,
  items: number,
): ChoiceDraws['read'] {
  const total = draws.chains * draws.iterations;
  const a = sensitivity === null ? null : variableOf(draws, variableIndex(draws, sensitivity));
  const base = variableIndex(draws, `${name}[1]`) * total;
  return (s, values) => {
    for (let r = 0; r < items; r++) values[r] = draws.values[base + r * total + s];
    return a === null ? 1 : a[s];
  };
}

/** A block whose item values are reported as `name[1] … name[items]`, at the sensitivity reported under its name, or 1. */
export function choiceDraws(
  name: ChoiceDraws['name'],
  block: ChoiceBlock,
  draws: Draws,
  value: { readonly sensitivity: string | null; readonly name: string; readonly items: number },
): ChoiceDraws {
  return {
    name,
    block,
    menus: menuBlock(block.menus, block.chosen),
    total: draws.chains * draws.iterations,
    chains: draws.chains,
    items: value.items,
    read: readerOf(draws, value.sensitivity, value.name, value.items),
  };
}

/** The blocks that an SEU model was fitted to. */
export function seuChoiceDraws(model: SeuModel, content: SeuContent, draws: Draws): readonly ChoiceDraws[] {
  const { uncertain, risky, features } = content;
  const eta = { sensitivity: 'alpha', name: 'eta', items: features.length };
  const first = choiceDraws('uncertain', uncertain, draws, eta);
  if (!risky || model.link === 'none') return [first];
  const sensitivity = model.link === 'shared' ? 'alpha' : 'omega';
  const value = { sensitivity, name: 'eta_risky', items: risky.lotteries.length };
  return [first, choiceDraws('risky', risky, draws, value)];
}

/** Log probability of menu m's choice. */
export function logProbability(menus: MenuBlock, m: number, a: number, values: Float64Array): number {
  const start = menus.starts[m];
  const end = menus.starts[m + 1];
  let top = -Infinity;
  for (let i = start; i < end; i++) top = Math.max(top, values[menus.items[i]]);
  let sum = 0;
  for (let i = start; i < end; i++) sum += exp(a * (values[menus.items[i]] - top));
  return a * (values[menus.items[start + menus.chosen[m]]] - top) - log(sum);
}

/** Log likelihood of each group of choices at every draw: groups × draws, row by row. `groupOf` gives −1 to skip a menu. */
export function groupLogLikelihood(
  choices: ChoiceDraws,
  groupOf: ArrayLike<number>,
  groups: number,
): readonly Float64Array[] {
  const { menus, total, items, read } = choices;
  const sums = Array.from({ length: groups }, () => new Float64Array(total));
  const values = new Float64Array(items);
  for (let s = 0; s < total; s++) {
    const a = read(s, values);
    for (let m = 0; m < menuCount(menus); m++)
      if (groupOf[m] >= 0) sums[groupOf[m]][s] += logProbability(menus, m, a, values);
  }
  return sums;
}

/** Calls `visit` with the probabilities of every menu at every draw. */
export function forEachProbability(
  { menus, total, items, read }: ChoiceDraws,
  visit: (s: number, m: number, probabilities: Float64Array) => void,
): void {
  const values = new Float64Array(items);
  for (let s = 0; s < total; s++) {
    const a = read(s, values);
    for (let m = 0; m < menuCount(menus); m++) visit(s, m, menuProbabilities(menus, m, a, values));
  }
}
