// Designs drawn from a seed, and whole chains as bits, for the reference and its WebAssembly twin, in Node or a page.
import { initialPoint, pointAt, type Point } from '../../src/inference/chain.ts';
import { hmcKernel } from '../../src/inference/hmc.ts';
import { nutsKernel } from '../../src/inference/nuts.ts';
import { startPilot, type Pilot } from '../../src/inference/pooled.ts';
import { randomStream } from '../../src/math/random.ts';
import type { SamplingModel } from '../../src/models/sampling.ts';
import { menuBlock, type MenuBlock, type SeuData } from '../../src/models/seu/data.ts';
import { seuTarget } from '../../src/models/seu/density.ts';
import { frameOf, turnFrame } from '../../src/models/seu/frame.ts';
import type { SeuModel } from '../../src/models/seu/presets.ts';
import { seuSampling } from '../../src/models/seu/sampling.ts';

/** Menus of two to `largest` items, some shown twice. */
function menusOf(items: number, count: number, largest: number, seed: number): MenuBlock {
  const random = randomStream(seed, 1, 0);
  random.seek(0, 16);
  const below = (n: number): number => random.word() % n;
  const members = Array.from({ length: count }, () => {
    const size = Math.min(items, 2 + below(largest - 1));
    const menu = new Set<number>();
    while (menu.size < size) menu.add(below(items));
    return [...menu].sort((a, b) => a - b);
  });
  const twice = [...members, ...members.slice(0, count >> 1)];
  return menuBlock(
    twice,
    twice.map((menu) => below(menu.length)),
  );
}

/** A design with lotteries; models without a risky block leave them aside. */
export function designOf(K: number, D: number, R: number, menus: number, seed: number): SeuData {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 16);
  const lotteries = 2 + (seed % 4);
  const weights = Array.from({ length: lotteries }, () => Array.from({ length: K }, () => random.uniform()));
  return {
    consequences: K,
    alternatives: R,
    dimensions: D,
    features: Float64Array.from({ length: R * D }, () => random.normal()),
    uncertain: menusOf(R, menus, 5, seed),
    risky: {
      lotteries,
      probabilities: Float64Array.from(
        weights.flatMap((row) => row.map((p) => p / row.reduce((a, b) => a + b, 0))),
      ),
      menus: menusOf(lotteries, 8, 4, seed + 1),
    },
  };
}

/** Hexadecimal digits of the bits of every value. */
export function bitsOf(values: Float64Array): string {
  const words = new BigUint64Array(values.buffer, values.byteOffset, values.length);
  return Array.from(words, (word) => word.toString(16)).join(' ');
}

/** The model with its sampling target, or with the reference in its place. */
export function twinModels(model: SeuModel, data: SeuData): readonly [SamplingModel, SamplingModel] {
  const fast = seuSampling(model, data);
  const frame = frameOf(model, data);
  return [fast, { ...fast, target: (basis) => seuTarget(model, data, turnFrame(frame, basis)) }];
}

const PILOT = 30;
const DRAWS = 12;

function pilotOf(model: SamplingModel): Pilot {
  const pilot = startPilot([model], 5, 0, PILOT, 0.9, null);
  while (pilot.iteration() < pilot.total) pilot.advance();
  return pilot;
}

/** Positions, gradients, log densities and energies of an hmc chain after its pilot, as bits. */
export function hmcChain(model: SamplingModel): string {
  const { basis, positions, variances, stepSize } = pilotOf(model).result();
  const start = positions.slice(0, model.dimension);
  model.turn(basis, start, false);
  const target = model.target(basis);
  const kernel = hmcKernel(target, randomStream(6, 0, 0));
  return draws(pointAt(target, start), (point, i) => kernel.transition(point, i, stepSize, variances));
}

/** The same of a nuts chain from a random start, at a fixed step. */
export function nutsChain(model: SamplingModel): string {
  const target = model.target(new Float64Array(0));
  const random = randomStream(7, 0, 0);
  const kernel = nutsKernel(target, random, 8);
  const variances = new Float64Array(target.dimension).fill(1);
  return draws(initialPoint(target, random), (point, i) => kernel.transition(point, i, 0.05, variances));
}

function draws(point: Point, move: (point: Point, iteration: number) => { energy: number }): string {
  const rows: string[] = [];
  for (let i = 1; i <= DRAWS; i++) {
    const { energy } = move(point, i);
    rows.push(bitsOf(Float64Array.of(point.lp, energy, ...point.position, ...point.gradient)));
  }
  return rows.join('\n');
}
