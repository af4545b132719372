import { describe, expect, it } from 'vitest';
import {
  echoesOf,
  jaccard,
  similarity,
  wordsOf,
} from '../../../../../src/statistics/portability/text/jaccard.ts';
import { LEXICON } from '../../../../../src/statistics/portability/text/lexicon.ts';
import { compileLexicon, motifRates } from '../../../../../src/statistics/portability/text/motifs.ts';
import {
  coverage,
  numbersOf,
  parametersNamed,
} from '../../../../../src/statistics/portability/text/numbers.ts';
import { GAMES, META, fixtureJson, fixtureRows } from '../fixture.ts';

interface Means {
  readonly within: number;
  readonly between: number;
  readonly n_within: number;
  readonly n_between: number;
}

interface Expected {
  readonly rows: [row: number, named: number, parameters: number][];
  readonly mean_coverage: number;
  readonly at_least_one: number;
  readonly jaccard: Means;
  readonly jaccard_echo_removed: Means;
  readonly motif_rate: Record<string, number>;
  readonly motif_hits: Record<string, number[]>;
}

interface Oracle {
  readonly lexicon: Record<string, string>;
  readonly games: Record<string, Record<string, Expected>>;
}

const oracle = fixtureJson<Oracle>('text.json');
const nouns = fixtureJson<{ frame_nouns: Record<string, string[]> }>('meta.json').frame_nouns;

describe.each(GAMES)('%s', (game) => {
  const rows = fixtureRows(game);

  it.each(Object.keys(oracle.games[game]))('%s: all that the reference counts', (model) => {
    const expected = oracle.games[game][model];
    const kept = rows.flatMap((row, i) => (row.model === model && row.raw_text !== '' ? [i] : []));
    expect(kept).toEqual(expected.rows.map(([row]) => row));
    const texts = kept.map((i) => rows[i].raw_text);
    const parameters = kept.map((i) => META.features[game].map((name) => Number(rows[i][name])));
    const covered = coverage(texts.map((text, i) => ({ text, parameters: parameters[i] })));
    expect(covered.named).toEqual(expected.rows.map(([, named]) => named));
    expect(covered.mean).toBeCloseTo(expected.mean_coverage, 12);
    expect(covered.atLeastOne).toBe(expected.at_least_one);

    const environments = [...new Set(rows.map(({ environment }) => environment))];
    const framed = kept.map((i, at) => ({
      text: texts[at],
      environment: environments.indexOf(rows[i].environment),
    }));
    for (const [echoes, { within, between, n_within, n_between }] of [
      [new Set<string>(), expected.jaccard],
      [new Set(nouns[game]), expected.jaccard_echo_removed],
    ] as const) {
      const found = similarity(framed, echoes);
      expect(found.within).toBeCloseTo(within, 12);
      expect(found.between).toBeCloseTo(between, 12);
      expect([found.pairsWithin, found.pairsBetween]).toEqual([n_within, n_between]);
    }

    for (const { name, hits, rate } of motifRates(texts, compileLexicon(LEXICON).motifs)) {
      expect(hits).toEqual(expected.motif_hits[name]);
      expect(rate).toBe(expected.motif_rate[name]);
    }
  });
});

describe('numbers of a text', () => {
  it.each([
    ['$1,993 and 504 dollars', [1993, 504]],
    ['33, 81,29 and 1.8.', [33, 81, 29, 1.8]],
    ['35% or 12.5 percent', [35, 0.35, 12.5, 0.125]],
    ['8.3 per cent', [8.3, 0.083]],
    ['losing -5 (−7), or 10-20', [-5, -7, 10, 20]],
    ['.5 of 1,234,567.25', [0.5, 1234567.25]],
    ['None\nFINAL_ANSWER: 12', []],
  ])('%s', (text, expected) => {
    expect([...numbersOf(text)]).toEqual(expected);
  });

  it('serve two parameters of one value', () => {
    expect(parametersNamed('both get 7', [7, 7, 8])).toBe(2);
    expect(coverage([])).toEqual({ named: [], mean: null, atLeastOne: null });
  });
});

describe('similarity', () => {
  it('is the share of words in common', () => {
    expect(jaccard(wordsOf('One fair split.'), wordsOf('a FAIR one'))).toBe(2 / 4);
    expect(jaccard(wordsOf('1'), wordsOf('FINAL_ANSWER: fair'))).toBe(1);
    expect(similarity([{ text: 'a', environment: 0 }])).toEqual({
      within: null,
      between: null,
      pairsWithin: 0,
      pairsBetween: 0,
    });
  });

  it('finds the words by which prompts differ', () => {
    const echoes = echoesOf([
      ['Split the bonus of $5.', 'Share the bonus.'],
      ['Split the refund. Share it.'],
    ]);
    expect([...echoes].sort()).toEqual(['bonus', 'it', 'of', 'refund']);
  });
});

describe('the lexicon', () => {
  it('is that of the reference', () => {
    expect(Object.fromEntries(LEXICON.map(({ name, pattern }) => [name, pattern]))).toEqual(oracle.lexicon);
  });

  it('may be edited, and faults come back by name', () => {
    const { motifs, faults } = compileLexicon([
      { name: 'greed', pattern: String.raw`\bgreed(y)?\b` },
      { name: 'broken', pattern: '(' },
      { name: 'empty', pattern: ' ' },
    ]);
    expect(faults.map(({ name }) => name)).toEqual(['broken', 'empty']);
    expect(motifRates(['Greed is good', 'agreed'], motifs)).toEqual([
      { name: 'greed', hits: [1, 0], rate: 0.5 },
    ]);
  });
});
