import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { choiceKernel } from '../../../../src/models/seu/choice.ts';
import type { SeuData } from '../../../../src/models/seu/data.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import { seuTarget } from '../../../../src/models/seu/density.ts';
import { naiveChoiceKernel, removeStickJacobian, type Fault } from '../../../../src/models/seu/faults.ts';
import { frameOf, stickOffset } from '../../../../src/models/seu/frame.ts';
import { countMenus } from '../../../../src/models/seu/menus.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';

/** A design of K consequences with choices that mean nothing. */
function design(K: number): SeuData {
  const random = randomStream(21, 0, K);
  random.seek(0, 0);
  return {
    consequences: K,
    alternatives: 5,
    dimensions: 2,
    features: Float64Array.from({ length: 10 }, () => random.normal()),
    uncertain: menuBlock(
      [
        [0, 1, 2],
        [1, 3],
        [0, 2, 3, 4],
        [2, 4],
      ],
      [0, 1, 3, 0],
    ),
    risky: null,
  };
}

const point = (dimension: number): Float64Array =>
  Float64Array.from({ length: dimension }, (_, i) => 0.4 * Math.sin(1.3 * i + 0.5));

function numericGradient(value: (q: Float64Array) => number, q: Float64Array, h: number): number[] {
  return Array.from(q, (_, i) => {
    const at = (step: number): number => {
      const moved = q.slice();
      moved[i] += step;
      return value(moved);
    };
    return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  });
}

describe.each([3, 4, 5])('faults at K = %i', (K) => {
  const data = design(K);
  const model = SEU_PRESETS.m_0;
  const frame = frameOf(model, data);

  it.each([
    ['delta_jacobian', 1e-3, 1e-7],
    ['naive_exponentials', 2e-2, 1e-3],
  ] as const)('%s: the gradient is that of the density', (fault, h, tolerance) => {
    const target = seuTarget(model, data, frame, fault);
    const q = point(target.dimension);
    const gradient = new Float64Array(target.dimension);
    target.logDensity(q, gradient);
    const scratch = new Float64Array(target.dimension);
    numericGradient((at) => target.logDensity(at, scratch), q, h).forEach((slope, i) =>
      expect(Math.abs(gradient[i] - slope)).toBeLessThan(tolerance * (1 + Math.abs(slope))),
    );
  });

  it('leaves out log |dδ/du|, the determinant of the sticks by finite differences', () => {
    const q = point(frame.dimension);
    const base = stickOffset(frame);
    const target = seuTarget(model, data, frame);
    const gradient = new Float64Array(frame.dimension);
    const deltaAt = (u: Float64Array, row: number): number => {
      const moved = q.slice();
      moved.set(u, base);
      target.logDensity(moved, gradient);
      return target.state.delta[row];
    };
    const u = q.slice(base);
    // δ₁ depends on u₁ alone, δ₂ on u₁ and u₂, …: the determinant is the product of the diagonal.
    const logDiagonal = u.map((_, i) =>
      Math.log(Math.abs(numericGradient((v) => deltaAt(v, i), u, 1e-3)[i])),
    );
    const expected = logDiagonal.reduce((sum, value) => sum + value, 0);
    const value = removeStickJacobian(q, base, K, new Float64Array(frame.dimension));
    expect(value).toBeCloseTo(expected, 8);
    const faulty = seuTarget(model, data, frame, 'delta_jacobian');
    const gap = target.logDensity(q, gradient) - faulty.logDensity(q, gradient);
    expect(gap).toBeCloseTo(expected, 8);
  });
});

describe('naive exponentials', () => {
  const counts = countMenus(design(3).uncertain, 5);
  const kernels = (a: number, eta: readonly number[]): [number, number] => {
    const gradient = new Float64Array(5);
    const values = Float64Array.from(eta);
    return [
      naiveChoiceKernel(counts)(a, values, gradient),
      choiceKernel(counts)(a, values, gradient),
    ] as const as [number, number];
  };

  it('agree with the sound kernel to single precision while nothing overflows', () => {
    const [naive, sound] = kernels(20, [0.1, 0.9, 0.4, 0.2, 0.7]);
    expect(naive).not.toBe(sound);
    expect(Math.abs(naive - sound)).toBeLessThan(1e-5);
  });

  it('overflow above 88', () => {
    expect(Number.isFinite(kernels(120, [0.1, 0.9, 0.4, 0.2, 0.7])[1])).toBe(true);
    expect(Number.isFinite(kernels(120, [0.1, 0.9, 0.4, 0.2, 0.7])[0])).toBe(false);
  });
});

it('names every fault', () => {
  const faults: Record<Fault, true> = { delta_jacobian: true, naive_exponentials: true };
  expect(Object.keys(faults)).toHaveLength(2);
});
