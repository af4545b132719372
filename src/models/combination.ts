// Linear combinations of quantities as people write them: `alpha + 0.5*delta[1]`, `beta[1,2] - beta[2,2]`.

/** A scalar, or entries by indices from 1, of what a point of a model has. */
export interface Family<Point> {
  readonly name: string;
  /** Largest index of each place; none for a scalar. */
  readonly sizes: readonly number[];
  /** Reads one entry at a point, whose log likelihood stands beside it; null where the entry is no quantity. */
  readonly reader: (...index: number[]) => Reader<Point> | null;
}

export type Reader<Point> = (point: Point, likelihood: number) => number;

export interface Combination<Point> {
  /** As tables name it: `alpha + 0.5*delta[1]`, whatever the spaces of the text. */
  readonly name: string;
  readonly value: Reader<Point>;
}

export type CombinationText<Point> =
  | { readonly ok: true; readonly combination: Combination<Point> }
  | { readonly ok: false; readonly fault: string };

const NUMBER = String.raw`(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const NAME = String.raw`[a-z]\w*(?:\[\s*\d+(?:\s*,\s*\d+)*\s*\])?`;
const TERM = new RegExp(
  String.raw`^\s*([+-])?\s*(?:(${NUMBER})\s*\*\s*)?(${NAME})(?:\s*([*/])\s*(${NUMBER}))?\s*(?=[+-]|$)`,
  'i',
);

/** Coefficients by name, in the order of the text; null with what could not be read where a term is no term. */
function termsOf(text: string): ReadonlyMap<string, number> | { readonly unread: string } {
  const terms = new Map<string, number>();
  for (let rest = text.trim(), first = true; first || rest !== ''; first = false) {
    const [all, sign, factor = '1', name, operator, other = '1'] = TERM.exec(rest) ?? [];
    if (all === undefined || (!first && sign === undefined)) return { unread: rest };
    const coefficient = Number(factor) * (operator === '/' ? 1 / Number(other) : Number(other));
    const plain = name.replace(/\s/g, '');
    terms.set(plain, (terms.get(plain) ?? 0) + (sign === '-' ? -coefficient : coefficient));
    rest = rest.slice(all.length);
  }
  return new Map([...terms].filter(([, coefficient]) => coefficient !== 0));
}

const nameOf = (terms: ReadonlyMap<string, number>): string =>
  [...terms]
    .map(([name, coefficient], i) => {
      const size = Math.abs(coefficient);
      const scaled = size === 1 ? name : `${size}*${name}`;
      if (i === 0) return coefficient < 0 ? `-${scaled}` : scaled;
      return `${coefficient < 0 ? '-' : '+'} ${scaled}`;
    })
    .join(' ');

function readerOf<Point>(name: string, families: readonly Family<Point>[]): Reader<Point> | null {
  const [family, list = ''] = name.replace(']', '').split('[');
  const index = list === '' ? [] : list.split(',').map(Number);
  const found = families.find((each) => each.name === family);
  const within = found?.sizes.length === index.length && index.every((i, d) => i >= 1 && i <= found.sizes[d]);
  return found && within ? found.reader(...index) : null;
}

/** "alpha, beta[1…3,1…5], log_lik": what a combination may name. */
const formsOf = (families: readonly Family<never>[]): string =>
  families
    .map(({ name, sizes }) => (sizes.length === 0 ? name : `${name}[${sizes.map((n) => `1…${n}`).join()}]`))
    .join(', ');

/** Reads a combination of entries of `families`; a fault says which part is none. */
export function parseCombination<Point>(
  text: string,
  families: readonly Family<Point>[],
): CombinationText<Point> {
  const refuse = (seen: string, needed: string): CombinationText<Point> => ({
    ok: false,
    fault: `“${text}”: ${seen}; needed ${needed}`,
  });
  const terms = termsOf(text);
  if ('unread' in terms)
    return refuse(`“${terms.unread}” is no term`, 'terms such as 0.5*delta[1] with + or - between them');
  if (terms.size === 0) return refuse('its terms cancel out', 'one that stays');
  const readers = [...terms].map(([name, coefficient]) => ({
    name,
    coefficient,
    read: readerOf(name, families),
  }));
  const unknown = readers.find(({ read }) => read === null);
  if (unknown) return refuse(`no quantity ${unknown.name}`, formsOf(families));
  const value: Reader<Point> = (point, likelihood) => {
    let sum = 0;
    for (const { coefficient, read } of readers) sum += coefficient * read!(point, likelihood);
    return sum;
  };
  return { ok: true, combination: { name: nameOf(terms), value } };
}

/** The text as tables name it, so that plans do not differ by spaces; one that cannot be read stays as it is. */
export function plainCombination(text: string): string {
  const terms = termsOf(text);
  return 'unread' in terms || terms.size === 0 ? text : nameOf(terms);
}

/** What keeps `texts` from being ranked beside the quantities `taken`: unknown parts, and what is ranked already. */
export function combinationFaults<Point>(
  texts: readonly string[],
  families: readonly Family<Point>[],
  taken: readonly string[],
): readonly string[] {
  const seen = new Set(taken);
  return texts.flatMap((text) => {
    const parsed = parseCombination(text, families);
    if (!parsed.ok) return [parsed.fault];
    const { name } = parsed.combination;
    if (seen.has(name)) return [`“${text}”: ${name} is ranked already; needed another combination`];
    seen.add(name);
    return [];
  });
}

/** Combinations of texts that have no fault; throws at the first that has one. */
export const combinationsOf = <Point>(
  texts: readonly string[],
  families: readonly Family<Point>[],
): readonly Combination<Point>[] =>
  texts.map((text) => {
    const parsed = parseCombination(text, families);
    if (!parsed.ok) throw new Error(parsed.fault);
    return parsed.combination;
  });

/** The names that a quantity's name is made of: itself alone ("bet_r4.alpha" is one name), or those of a combination. */
export const namesWithin = (variable: string): readonly string[] =>
  variable.match(/(?<![\w.])[a-z_][\w.]*(?:\[[\d,]+\])?/gi) ?? [];

/** Whether a name in a table is that of a combination: others have neither sign nor factor. */
export const isCombined = (variable: string): boolean => /[-+*]/.test(variable);
