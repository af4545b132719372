import { describe, expect, it } from 'vitest';
import { similarity } from '../../../../../src/statistics/portability/text/jaccard.ts';
import { LEXICON } from '../../../../../src/statistics/portability/text/lexicon.ts';
import {
  reasoningColumns,
  reasoningRow,
  type ReasoningTexts,
  type ReasoningWork,
} from '../../../../../src/statistics/portability/text/study.ts';
import { GAMES, META, fixtureJson, fixtureRows } from '../fixture.ts';

interface Means {
  readonly within: number;
  readonly between: number;
  readonly n_within: number;
  readonly n_between: number;
}
interface Expected {
  readonly mean_coverage: number;
  readonly at_least_one: number;
  readonly jaccard: Means;
  readonly jaccard_echo_removed: Means;
  readonly motif_rate: Record<string, number>;
}
const oracle = fixtureJson<{ games: Record<string, Record<string, Expected>> }>('text.json');
const nouns = fixtureJson<{ frame_nouns: Record<string, string[]> }>('meta.json').frame_nouns;

function textsOf(game: string, model: string): ReasoningTexts {
  const rows = fixtureRows(game).filter((row) => row.model === model && row.raw_text !== '');
  const names = [...new Set(rows.map(({ environment }) => environment))].sort();
  const features = META.features[game];
  return {
    texts: rows.map(({ raw_text }) => raw_text),
    environments: names.length,
    environment: Uint16Array.from(rows, ({ environment }) => names.indexOf(environment)),
    instance: Uint32Array.from(rows, ({ instance }) => Number(instance)),
    features: features.length,
    x: Float64Array.from(rows.flatMap((row) => features.map((name) => Number(row[name])))),
    shared: META.shared_instances[game],
  };
}

function row(texts: ReasoningTexts, work: Partial<ReasoningWork> = {}): Record<string, number> {
  const whole = { lexicon: LEXICON, echoes: [], mostTexts: 1000, relabellings: 19, ...work };
  const pieces = reasoningRow(texts, whole, { seed: 5, task: 1 });
  let next = pieces.next();
  while (!next.done) next = pieces.next();
  const columns = reasoningColumns(whole.lexicon);
  expect(next.value).toHaveLength(columns.length);
  return Object.fromEntries(columns.map((name, k) => [name, next.value[k]]));
}

describe.each(GAMES)('%s', (game) => {
  it.each(Object.keys(oracle.games[game]))('%s: one row has all that the reference counts', (model) => {
    const expected = oracle.games[game][model];
    const found = row(textsOf(game, model), { echoes: nouns[game] });
    expect(found.texts).toBe(24);
    expect(found.coverage).toBeCloseTo(expected.mean_coverage, 12);
    expect(found.at_least_one).toBeCloseTo(expected.at_least_one, 12);
    for (const [prefix, means] of [
      ['', expected.jaccard],
      ['echo_', expected.jaccard_echo_removed],
    ] as const) {
      expect(found[`${prefix}within`]).toBeCloseTo(means.within, 12);
      expect(found[`${prefix}between`]).toBeCloseTo(means.between, 12);
      expect(found[`${prefix}pairs_within`]).toBe(means.n_within);
      expect(found[`${prefix}pairs_between`]).toBe(means.n_between);
      expect(found[`${prefix}p`]).toBeGreaterThanOrEqual(1 / 20);
    }
    for (const [name, rate] of Object.entries(expected.motif_rate))
      expect(found[`motif_${name}`]).toBeCloseTo(rate, 12);
  });
});

describe('reasoning', () => {
  const texts = textsOf('dictator', 'frame');

  it('stands out where framings shape it, and not once framings were exchanged beforehand', () => {
    expect(row(texts, { relabellings: 199 }).p).toBeLessThan(0.05);
    const exchanged = {
      ...texts,
      environment: texts.environment.map((_, i) => (i * 5) % texts.environments),
    };
    expect(row(exchanged, { relabellings: 199 }).p).toBeGreaterThan(0.05);
  });

  it('is sampled beyond a number of texts, the same for one seed', () => {
    const few = row(texts, { mostTexts: 10 });
    expect([few.texts, few.compared, few.pairs_within + few.pairs_between]).toEqual([24, 10, 45]);
    expect(row(texts, { mostTexts: 10 })).toEqual(few);
    const all = similarity(texts.texts.map((text, i) => ({ text, environment: texts.environment[i] })));
    expect(Math.abs(few.between - all.between!)).toBeLessThan(0.1);
  });

  it('leaves out what was not asked for', () => {
    const found = row(texts, { lexicon: [{ name: 'half', pattern: 'half' }], relabellings: 0 });
    expect(found).toMatchObject({ echo_within: NaN, p: NaN, motif_half: expect.any(Number) });
    expect(found).not.toHaveProperty('motif_fairness');
  });
});
