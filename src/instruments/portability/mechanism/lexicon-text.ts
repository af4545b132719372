// A lexicon as text: one motif a line, its name, a colon, and the regular expression that shows it.
import { compileLexicon } from '../../../statistics/portability/text/motifs.ts';
import type { Lexicon, Motif } from '../../../statistics/portability/text/lexicon.ts';

export const lexiconText = (lexicon: Lexicon): string =>
  lexicon.map(({ name, pattern }) => `${name}: ${pattern}`).join('\n');

export interface ReadLexicon {
  readonly lexicon: Lexicon;
  /** One sentence a fault, with the line from 1. */
  readonly faults: readonly string[];
}

/** Names become columns of tables. */
const NAME = /^[A-Za-z]\w*$/;

function lineFault({ name }: Motif, seen: ReadonlySet<string>): string | null {
  if (!NAME.test(name)) return `a motif called “${name}”; needed letters, digits and _ before a colon`;
  return seen.has(name) ? `motif ${name} a second time; needed each once` : null;
}

/** Blank lines are left out; a line without a colon is a fault. */
export function readLexicon(text: string): ReadLexicon {
  const lexicon: Motif[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const [, name, pattern] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [, line.trim(), ''];
    const motif = { name: name ?? '', pattern: pattern ?? '' };
    const fault = lineFault(motif, seen) ?? compileLexicon([motif]).faults[0]?.message ?? null;
    if (fault !== null) return void faults.push(`line ${i + 1}: ${fault}`);
    seen.add(motif.name);
    lexicon.push(motif);
  });
  return { lexicon, faults };
}

/** Words apart by anything that is no letter, in lower case, each once. */
export const wordList = (text: string): readonly string[] => [
  ...new Set(text.toLowerCase().match(/[a-z]+/g) ?? []),
];
