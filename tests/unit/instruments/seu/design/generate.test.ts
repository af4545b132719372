import { describe, expect, it } from 'vitest';
import { expectedUtilities, generateContent } from '../../../../../src/instruments/seu/design/generate.ts';
import {
  DEFAULT_DESIGN,
  DEMO_ALPHA,
  DEMO_DESIGN,
  designFaults,
} from '../../../../../src/instruments/seu/design/settings.ts';
import { writeStanData } from '../../../../../src/formats/stan-data.ts';
import { contentOf } from '../fits.ts';

const SIGMAS = 4.5;
const moments = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, variance };
};

describe('a generated design', () => {
  const design = { ...DEFAULT_DESIGN, alternatives: 200, menus: 6000, smallest: 2, largest: 5 };
  const { features, uncertain } = generateContent(design, 1);

  it('has standard normal features', () => {
    const entries = features.flat();
    expect([features.length, features[0].length]).toEqual([200, 5]);
    const { mean, variance } = moments(entries);
    expect(Math.abs(mean)).toBeLessThan(SIGMAS / Math.sqrt(entries.length));
    expect(Math.abs(variance - 1)).toBeLessThan(SIGMAS * Math.sqrt(2 / entries.length));
  });

  it('has menus of uniform sizes with distinct members in ascending order', () => {
    const { menus } = uncertain;
    const sizes = [2, 3, 4, 5].map((size) => menus.filter((menu) => menu.length === size).length);
    const chiSquare = sizes.reduce((sum, count) => sum + (count - 1500) ** 2 / 1500, 0);
    expect(sizes.reduce((sum, count) => sum + count, 0)).toBe(6000);
    expect(chiSquare).toBeLessThan(20);
    for (const menu of menus) expect([...new Set(menu)].sort((a, b) => a - b)).toEqual(menu);
  });

  it('offers every alternative alike', () => {
    const offered = new Array<number>(200).fill(0);
    for (const menu of uncertain.menus) for (const item of menu) offered[item] += 1;
    const total = offered.reduce((sum, count) => sum + count, 0);
    const chiSquare = offered.reduce((sum, count) => sum + (count - total / 200) ** 2 / (total / 200), 0);
    expect(Math.abs(chiSquare - 199)).toBeLessThan(SIGMAS * Math.sqrt(2 * 199));
  });
});

describe('a generated agent', () => {
  it('is recorded with its truth, and is the same for the same seed', () => {
    const content = generateContent(DEMO_DESIGN, DEMO_ALPHA);
    expect(content.truth).toMatchObject({ alpha: 5, omega: null });
    expect(content.truth!.beta.map((row) => row.length)).toEqual([5, 5, 5]);
    expect(content.truth!.delta.reduce((sum, step) => sum + step, 0)).toBeCloseTo(1, 14);
    expect(content.truth!.delta.every((step) => step > 0)).toBe(true);
    expect(generateContent(DEMO_DESIGN, DEMO_ALPHA)).toEqual(content);
    expect(generateContent({ ...DEMO_DESIGN, seed: 43 }, DEMO_ALPHA).features).not.toEqual(content.features);
  });

  it('keeps design and truth when α changes', () => {
    const [dull, keen] = [0.01, 500].map((alpha) => generateContent(DEMO_DESIGN, alpha));
    expect(keen.features).toEqual(dull.features);
    expect(keen.uncertain.menus).toEqual(dull.uncertain.menus);
    expect({ ...keen.truth, alpha: 0 }).toEqual({ ...dull.truth, alpha: 0 });
    expect(keen.uncertain.chosen).not.toEqual(dull.uncertain.chosen);
  });

  it('has increments uniform on the simplex', () => {
    const design = { ...DEFAULT_DESIGN, consequences: 4, menus: 1, alternatives: 2, largest: 2 };
    const N = 3000;
    const deltas = Array.from(
      { length: N },
      (_, seed) => generateContent({ ...design, seed }, 1).truth!.delta,
    );
    for (let i = 0; i < 3; i++) {
      const { mean, variance } = moments(deltas.map((delta) => delta[i]));
      expect(Math.abs(mean - 1 / 3)).toBeLessThan(SIGMAS * Math.sqrt(1 / 18 / N));
      expect(Math.abs(variance - 1 / 18)).toBeLessThan(0.05 / 18 + (SIGMAS * Math.sqrt(1 / 135 / N)) / 3);
    }
  });

  it('chooses with the probabilities of the softmax rule', () => {
    const alpha = 3;
    const design = { ...DEFAULT_DESIGN, alternatives: 4, menus: 20_000, smallest: 2, largest: 3 };
    const { uncertain, features, truth } = generateContent(design, alpha);
    const eta = features.map((w) => {
      const weights = truth!.beta.map((row) => Math.exp(row.reduce((sum, b, d) => sum + b * w[d], 0)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const [first] = truth!.delta;
      return (weights[1] * first + weights[2]) / total;
    });
    expectedUtilities(features, truth!).forEach((value, r) => expect(value).toBeCloseTo(eta[r], 13));
    let chiSquare = 0;
    let freedom = 0;
    for (const key of new Set(uncertain.menus.map((menu) => menu.join()))) {
      const rows = uncertain.menus.flatMap((menu, m) => (menu.join() === key ? [m] : []));
      const weights = uncertain.menus[rows[0]].map((item) => Math.exp(alpha * eta[item]));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, rank) => {
        const expected = (rows.length * weight) / total;
        const seen = rows.filter((m) => uncertain.chosen[m] === rank).length;
        chiSquare += (seen - expected) ** 2 / expected;
      });
      freedom += weights.length - 1;
    }
    expect(freedom).toBe(6 + 4 * 2);
    expect(Math.abs(chiSquare - freedom)).toBeLessThan(SIGMAS * Math.sqrt(2 * freedom));
  });

  it('survives the way through Stan data', () => {
    const content = generateContent(DEMO_DESIGN, DEMO_ALPHA);
    const again = contentOf(JSON.parse(writeStanData(content)));
    expect({ ...again, truth: null }).toEqual({ ...content, truth: null });
  });
});

describe('faults of a design', () => {
  it.each([
    [{}, []],
    [{ consequences: 1 }, ['consequences (K) = 1; needed a whole number from 2']],
    [{ menus: 0, dimensions: 1.5 }, [expect.stringMatching(/^features/), expect.stringMatching(/^menus/)]],
    [{ largest: 16 }, ['largest menu = 16; needed 2 to 15']],
    [{ smallest: 5, largest: 4 }, ['largest menu = 4; needed 5 to 15']],
  ])('of %j', (parts, faults) => {
    expect(designFaults({ ...DEFAULT_DESIGN, ...parts })).toEqual(faults);
    if (faults.length > 0)
      expect(() => generateContent({ ...DEFAULT_DESIGN, ...parts }, 1)).toThrow(RangeError);
  });
});
