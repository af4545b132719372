import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { menuBlock, type MenuBlock, type SeuData } from '../../../../src/models/seu/data.ts';
import { droppedConstants, expander } from '../../../../src/models/seu/expand.ts';
import { ownTarget } from '../../../../src/models/seu/own.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { seuSampling } from '../../../../src/models/seu/sampling.ts';

/** Every menu of the first two, three, … items, and a choice that moves through its ranks. */
function menusOver(items: number): MenuBlock {
  const members = Array.from({ length: items - 1 }, (_, m) => Array.from({ length: m + 2 }, (_, i) => i));
  return menuBlock(
    members,
    members.map((menu, m) => m % menu.length),
  );
}

function dataOf(K: number, D: number, R: number, seed: number): SeuData {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 16);
  const raw = Array.from({ length: R }, () => Array.from({ length: K }, () => random.uniform()));
  return {
    consequences: K,
    alternatives: R,
    dimensions: D,
    features: Float64Array.from({ length: R * D }, () => random.normal()),
    uncertain: menusOver(R),
    risky: {
      lotteries: R,
      probabilities: Float64Array.from(
        raw.flatMap((row) => row.map((p) => p / row.reduce((a, b) => a + b, 0))),
      ),
      menus: menusOver(R),
    },
  };
}

const shape = fc.record({
  K: fc.integer({ min: 2, max: 6 }),
  D: fc.integer({ min: 1, max: 7 }),
  R: fc.integer({ min: 2, max: 7 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
  name: fc.constantFrom('m_0', 'm_01', 'm_1', 'm_21', 'm_3'),
});

it('samples, expands and differentiates for any number of consequences, features and alternatives', () => {
  fc.assert(
    fc.property(shape, ({ K, D, R, seed, name }) => {
      const data = dataOf(K, D, R, seed);
      const model = SEU_PRESETS[name];
      const target = seuSampling(model, data).target(new Float64Array(0));
      const random = randomStream(seed, 1, 0);
      random.seek(0, 0);
      const position = Float64Array.from({ length: target.dimension }, () => 0.5 * random.normal());
      const gradient = new Float64Array(target.dimension);
      const scratch = new Float64Array(target.dimension);
      const value = target.logDensity(position, gradient);
      const h = 1e-5;
      gradient.forEach((slope, i) => {
        const at = (by: number) =>
          target.logDensity(
            position.map((q, j) => (j === i ? q + by : q)),
            scratch,
          );
        const difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        expect(Math.abs(difference - slope)).toBeLessThan(1e-5 * (1 + Math.abs(slope)));
      });
      const drawn = expander(model, data, random).expand(position, 0);
      expect(drawn.frameDensity).toBeCloseTo(value, 10);
      const beta = Array.from({ length: K * D }, (_, i) => drawn.beta[(i % K) * D + Math.floor(i / K)]);
      const second =
        model.link === 'separate'
          ? [Math.log(drawn.omega)]
          : model.link === 'proportional'
            ? [Math.log(drawn.kappa)]
            : [];
      const sticks = Array.from(position.subarray(target.dimension - (K - 2)));
      const own = ownTarget(model, data);
      const vector = Float64Array.from([Math.log(drawn.alpha), ...second, ...beta, ...sticks]);
      expect(own.logDensity(vector, new Float64Array(own.dimension))).toBeCloseTo(
        drawn.lp + droppedConstants(model, data),
        6,
      );
    }),
    { numRuns: 60, seed: 7 },
  );
});
