// Writes SEU content as a Stan data file, the form in which others fit it.
import type { ChoiceBlock, SeuContent } from './dataset.ts';

/**
 * JSON text with the keys M, K, D, R, w, I, y; N, S, x, J, z for risky choices; `delta_concentration` where given.
 * Ranks are 1-based. Names of alternatives, problems and presentations have no place in it.
 */
export function writeStanData(content: SeuContent): string {
  const { consequences, features, uncertain, risky, deltaConcentration } = content;
  const data = {
    M: uncertain.menus.length,
    K: consequences,
    D: features[0].length,
    R: features.length,
    w: features,
    I: indicators(uncertain, features.length),
    y: ranks(uncertain),
    ...(risky && {
      N: risky.menus.length,
      S: risky.lotteries.length,
      x: risky.lotteries,
      J: indicators(risky, risky.lotteries.length),
      z: ranks(risky),
    }),
    ...(deltaConcentration !== null && { delta_concentration: deltaConcentration }),
  };
  const lines = Object.entries(data).map(([key, value]) => `  "${key}": ${rows(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

const indicators = ({ menus }: ChoiceBlock, items: number): number[][] =>
  menus.map((menu) => {
    const row = new Array<number>(items).fill(0);
    for (const item of menu) row[item] = 1;
    return row;
  });

const ranks = ({ chosen }: ChoiceBlock): number[] => chosen.map((rank) => rank + 1);

/** A matrix has a line for each row. */
const rows = (value: unknown): string =>
  Array.isArray(value) && Array.isArray(value[0])
    ? `[\n${value.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`
    : JSON.stringify(value);
