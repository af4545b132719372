// How often reasoning texts show each motif of a lexicon.
import type { Lexicon } from './lexicon.ts';
import { reasoningOf } from './reasoning.ts';

/** A motif ready to be searched for. */
export interface CompiledMotif {
  readonly name: string;
  readonly expression: RegExp;
}

/** What is wrong with a motif of an edited lexicon. */
export interface MotifFault {
  readonly name: string;
  readonly message: string;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Compiles what can be compiled; the rest comes back as faults. */
export function compileLexicon(lexicon: Lexicon): {
  readonly motifs: readonly CompiledMotif[];
  readonly faults: readonly MotifFault[];
} {
  const motifs: CompiledMotif[] = [];
  const faults: MotifFault[] = [];
  for (const { name, pattern } of lexicon) {
    if (pattern.trim() === '') {
      faults.push({ name, message: `motif ${name}: an empty pattern; needed a regular expression` });
      continue;
    }
    try {
      motifs.push({ name, expression: new RegExp(pattern, 'i') });
    } catch (error) {
      faults.push({ name, message: `motif ${name}: ${reasonOf(error)}; needed a regular expression` });
    }
  }
  return { motifs, faults };
}

export interface MotifRate {
  readonly name: string;
  /** 1 for each text in which the motif's expression matches once or more, else 0. */
  readonly hits: readonly number[];
  /** Share of texts; null without texts. */
  readonly rate: number | null;
}

export function motifRates(texts: readonly string[], motifs: readonly CompiledMotif[]): readonly MotifRate[] {
  const reasoning = texts.map(reasoningOf);
  return motifs.map(({ name, expression }) => {
    const hits: number[] = reasoning.map((text) => (expression.test(text) ? 1 : 0));
    const total = hits.reduce((sum, hit) => sum + hit, 0);
    return { name, hits, rate: texts.length > 0 ? total / texts.length : null };
  });
}
