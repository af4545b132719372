// SEU content as the Stan data of the m_0 … m_3 families.
import type { ChoiceBlock, SeuContent } from '../../formats/dataset.ts';

const indicator = ({ menus }: ChoiceBlock, items: number): number[][] =>
  menus.map((menu) => {
    const row = new Array<number>(items).fill(0);
    for (const item of menu) row[item] = 1;
    return row;
  });

const ranks = ({ chosen }: ChoiceBlock): number[] => chosen.map((rank) => rank + 1);

/** Keys M, K, D, R, w, I, y, and N, S, x, J, z with a risky block; y and z count from 1. */
export function stanDataOf(content: SeuContent): Record<string, unknown> {
  const { features, uncertain, risky, deltaConcentration } = content;
  const base = {
    M: uncertain.menus.length,
    K: content.consequences,
    D: features[0].length,
    R: features.length,
    w: features,
    I: indicator(uncertain, features.length),
    y: ranks(uncertain),
  };
  const concentration = deltaConcentration === null ? {} : { delta_concentration: deltaConcentration };
  if (!risky) return { ...base, ...concentration };
  const { lotteries } = risky;
  return {
    ...base,
    ...concentration,
    N: risky.menus.length,
    S: lotteries.length,
    x: lotteries,
    J: indicator(risky, lotteries.length),
    z: ranks(risky),
  };
}
