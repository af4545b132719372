// Whether reasoning under one framing reads more alike than reasoning under different ones.
import { reasoningOf } from './reasoning.ts';

/** Distinct words of a text: runs of a … z in lower case, the line with the answer left out. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    reasoningOf(text)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [],
  );

/** Shared words over all words of either; 1 for two texts without words. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  const all = one.size + other.size - shared;
  return all > 0 ? shared / all : 1;
}

export interface FramedText {
  readonly text: string;
  readonly environment: number;
}

export interface Similarity {
  /** Mean over all unordered pairs of texts of one environment, and of two; null without pairs. */
  readonly within: number | null;
  readonly between: number | null;
  readonly pairsWithin: number;
  readonly pairsBetween: number;
}

const without = (words: ReadonlySet<string>, echoes: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !echoes.has(word)));

/**
 * Mean similarity within and between environments. A text that repeats the nouns of its own prompt is like others of
 * its environment for that alone: `echoes`, the words by which the prompts differ, are taken out of every text.
 */
export function similarity(
  texts: readonly FramedText[],
  echoes: ReadonlySet<string> = new Set(),
): Similarity {
  const words = texts.map(({ text }) => without(wordsOf(text), echoes));
  const sums = { within: 0, between: 0 };
  const pairs = { within: 0, between: 0 };
  for (let i = 0; i < texts.length; i++) {
    for (let j = 0; j < i; j++) {
      const side = texts[i].environment === texts[j].environment ? 'within' : 'between';
      sums[side] += jaccard(words[i], words[j]);
      pairs[side] += 1;
    }
  }
  const mean = (side: 'within' | 'between'): number | null =>
    pairs[side] > 0 ? sums[side] / pairs[side] : null;
  return {
    within: mean('within'),
    between: mean('between'),
    pairsWithin: pairs.within,
    pairsBetween: pairs.between,
  };
}

/**
 * Words by which prompts differ: those of one environment's prompts that not every environment's prompts have. `prompts`
 * holds one prompt or more for each environment.
 */
export function echoesOf(prompts: readonly (readonly string[])[]): ReadonlySet<string> {
  const byEnvironment = prompts.map((texts) => new Set(texts.flatMap((text) => [...wordsOf(text)])));
  const all = new Set(byEnvironment.flatMap((words) => [...words]));
  return new Set([...all].filter((word) => !byEnvironment.every((words) => words.has(word))));
}
