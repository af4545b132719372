import { describe, expect, it } from 'vitest';
import { agreementChecks } from '../../../../../src/instruments/seu/check/agreement.ts';
import {
  defaultParts,
  partitionBy,
  singleAlphaCheck,
} from '../../../../../src/instruments/seu/check/blocks.ts';
import {
  calibratedPredictive,
  predictiveBounds,
  predictivePower,
} from '../../../../../src/instruments/seu/check/calibrated.ts';
import {
  groupLogLikelihood,
  seuChoiceDraws,
  type ChoiceDraws,
} from '../../../../../src/instruments/seu/check/choice-draws.ts';
import { randomStream, type RandomStream } from '../../../../../src/math/random.ts';
import { drawChoice, menuProbabilities } from '../../../../../src/models/seu/predictive.ts';
import { menuBlock } from '../../../../../src/models/seu/data.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import type { ChoiceBlock } from '../../../../../src/formats/dataset.ts';
import { block, constantDraws, contentOf, repeated } from './content.ts';

const DRAWS = 200;
const stream = (chain: number): RandomStream => randomStream(7, 0, chain);

/** Draws at which every alternative has a known η, for data in `uncertain`. */
const choicesOf = (uncertain: ChoiceBlock, alpha: number, eta: readonly number[]): ChoiceDraws =>
  seuChoiceDraws(
    SEU_PRESETS.m_0,
    contentOf(uncertain),
    constantDraws(new Array<number>(DRAWS).fill(alpha), eta),
  )[0];

const ETA = [0, 0.2, 0.6, 1];

/** Choices of an agent with sensitivity `alphaOf(menu)`. */
function simulated(shown: ChoiceBlock, alphaOf: (m: number) => number, seed: number): ChoiceBlock {
  const menus = menuBlock(shown.menus, shown.chosen);
  const random = randomStream(seed, 1, 0);
  const chosen = shown.menus.map((_, m) => {
    random.seek(m, 0);
    return drawChoice(menuProbabilities(menus, m, alphaOf(m), Float64Array.from(ETA)), random.uniform());
  });
  return { ...shown, chosen };
}

it('rebuilds the log likelihood of groups of choices', () => {
  const data = block({
    menus: [
      [0, 3],
      [1, 2, 3],
      [0, 3],
    ],
    chosen: [1, 0, 0],
  });
  const [first, second] = groupLogLikelihood(choicesOf(data, 2, ETA), [0, 1, 0], 2);
  const high = Math.log(1 / (1 + Math.exp(-2)));
  const low = Math.log(1 / (1 + Math.exp(2)));
  expect(first[5]).toBeCloseTo(high + low, 12);
  expect(second[0]).toBeCloseTo(-Math.log(1 + Math.exp(0.8) + Math.exp(1.6)), 12);
});

describe('agreement of presentations', () => {
  const pair = repeated(
    Array.from({ length: 60 }, () => [0, 3]),
    1,
  );
  const problems = Array.from({ length: 60 }, (_, m) => `p${Math.floor(m / 3)}`);

  it('has the share that independent choices would have', () => {
    const agree = { ...pair, problems };
    const [all, two] = agreementChecks(choicesOf(agree, 1, ETA), stream(1));
    const p = 1 / (1 + Math.exp(-1));
    expect(all).toMatchObject({ size: null, problems: 20, presentations: 60, observed: 1 });
    const expected = p ** 3 + (1 - p) ** 3;
    const error = Math.sqrt((expected * (1 - expected)) / 20 / DRAWS);
    expect(Math.abs(all.replicated - expected)).toBeLessThan(4 * error);
    expect(all.p).toBeLessThan(0.01);
    expect(two).toMatchObject({ size: 2, observed: 1, p: all.p });
  });

  it('finds nothing in independent choices', () => {
    const ps = Array.from({ length: 20 }, (_, seed) => {
      const data = simulated({ ...pair, problems }, () => 1, seed);
      return agreementChecks(choicesOf(data, 1, ETA), stream(1))[0].p;
    });
    expect(ps.filter((p) => p < 0.05).length).toBeLessThan(5);
    expect(Math.max(...ps)).toBeGreaterThan(0.5);
  });

  it('leaves out problems that were shown once', () => {
    const data = block({
      menus: [
        [0, 1],
        [0, 1, 2],
        [0, 1, 2],
        [2, 3],
      ],
      chosen: [0, 0, 1, 0],
    });
    const rows = agreementChecks(choicesOf(data, 1, ETA), stream(1));
    expect(rows.map(({ size, problems: n, observed }) => [size, n, observed])).toEqual([
      [null, 1, 0],
      [3, 1, 0],
    ]);
    expect(agreementChecks(choicesOf(block({ menus: [[0, 1]], chosen: [0] }), 1, ETA), stream(1))).toEqual(
      [],
    );
  });
});

describe('one sensitivity for all blocks', () => {
  const shown = block({
    menus: Array.from({ length: 120 }, (_, m) => (m % 2 === 0 ? [0, 2, 3] : [0, 1, 2, 3])),
    chosen: new Array<number>(120).fill(0),
  });
  const checkOf = (data: ChoiceBlock) => singleAlphaCheck(defaultParts([choicesOf(data, 4, ETA)]), stream(2));

  it('is accepted where it holds', () => {
    const ps = Array.from({ length: 20 }, (_, seed) => checkOf(simulated(shown, () => 4, seed)).p);
    expect(ps.filter((p) => p < 0.05).length).toBeLessThan(5);
  });

  it('is refused where one block is noisier and one sharper than it', () => {
    const { p, blocks } = checkOf(simulated(shown, (m) => (m % 2 === 0 ? 14 : 0.5), 3));
    expect(p).toBeLessThan(0.01);
    expect(blocks.map(({ block: label, choices }) => [label, choices])).toEqual([
      ['menus of 3', 60],
      ['menus of 4', 60],
    ]);
    expect(blocks[0].p).toBeLessThan(0.05);
    expect(blocks[1].p).toBeGreaterThan(0.95);
  });

  it('takes any partition', () => {
    expect(partitionBy(4, (m) => `part ${m % 2}`)).toEqual({
      labels: ['part 0', 'part 1'],
      of: Int32Array.of(0, 1, 0, 1),
    });
  });
});

describe('a predictive p-value among replicates', () => {
  const replicates = Float64Array.from({ length: 99 }, (_, i) => 0.3 + (0.4 * i) / 98);

  it('is placed by its rank', () => {
    const placed = calibratedPredictive(0.31, replicates);
    expect(placed.below).toBeCloseTo(4 / 100, 12);
    expect(placed.calibrated).toBeCloseTo(8 / 100, 12);
    expect(placed.median).toBeCloseTo(0.5, 12);
    expect(calibratedPredictive(0.5, replicates).calibrated).toBe(1);
    expect(() => calibratedPredictive(0.5, new Float64Array())).toThrow(/no replicates/);
  });

  it.each([20, 40, 99, 100])('is called rare by one rule, with %d replicates', (n) => {
    const sound = Float64Array.from({ length: n }, (_, i) => i / n);
    const [low, high] = predictiveBounds(sound, 0.1);
    for (let i = -1; i <= 4 * n + 1; i++) {
      const p = i / (4 * n);
      const { calibrated } = calibratedPredictive(p, sound);
      expect(p < low || p > high, `p = ${p}`).toBe(calibrated <= 0.1 + 1e-12);
    }
  });

  it('is never called rare among too few replicates', () =>
    expect(predictiveBounds(Float64Array.of(0.2, 0.5, 0.8), 0.1)).toEqual([-Infinity, Infinity]));

  it('has power against a misfit that moves it', () => {
    const { hits, cases, bounds } = predictivePower(
      replicates,
      replicates.map((p) => p - 0.3),
      0.1,
    );
    expect(bounds[0]).toBeCloseTo(replicates[4], 12);
    expect(hits).toBe([...replicates].filter((p) => p - 0.3 < bounds[0]).length);
    expect(cases).toBe(99);
    const sound = predictivePower(replicates, replicates, 0.1);
    expect(sound.hits / sound.cases).toBeLessThanOrEqual(0.1);
  });
});
