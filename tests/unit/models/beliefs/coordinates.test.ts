import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import type { BeliefOutput } from '../../../../src/models/beliefs/cell.ts';
import { beliefCoordinates } from '../../../../src/models/beliefs/coordinates.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { addLogPrior, PROPER_PRIORS } from '../../../../src/models/beliefs/priors.ts';
import type { SampledKind } from '../../../../src/models/beliefs/sampling.ts';
import { drawTheta } from '../../../../src/models/beliefs/truth.ts';

const OUTPUTS: readonly BeliefOutput[] = [
  { prompt: 'report', family: 'probability' },
  { prompt: 'scale', family: 'ordinal', categories: 5 },
  { prompt: 'act', family: 'decision', framing: 'none', threshold: 0.3 },
  { prompt: 'bet', family: 'decision', framing: 'bet', threshold: 0.8 },
];
const KINDS: readonly SampledKind[] = ['linear', 'spline', 'shared'];

/** log det of a symmetric positive definite n × n matrix, by elimination. */
function logDeterminant(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => [...row]);
  let sum = 0;
  rows.forEach((row, k) => {
    sum += Math.log(row[k]);
    for (let i = k + 1; i < rows.length; i++) {
      const factor = rows[i][k] / row[k];
      for (let j = k; j < rows.length; j++) rows[i][j] -= factor * row[j];
    }
  });
  return sum;
}

describe.each(KINDS)('coordinates of a %s model', (kind) => {
  const model = beliefModel(kind, OUTPUTS);
  const { dimension, toTheta, fromTheta, addPrior } = beliefCoordinates(model, PROPER_PRIORS);
  const D = model.layout.dimension;
  const thetaAt = (position: Float64Array): Float64Array => {
    const theta = new Float64Array(D);
    toTheta(position, theta);
    return theta;
  };
  const random = randomStream(5, 0, 0);
  const positions = Array.from({ length: 4 }, () =>
    Float64Array.from({ length: dimension }, () => 1.5 * random.normal()),
  );

  /** ½ log det J′J of dθ/dx by central differences: the level of η does not move. */
  function logVolume(position: Float64Array): number {
    const h = 1e-5;
    const columns = Array.from(position, (_, i) => {
      const at = (step: number): Float64Array =>
        thetaAt(position.map((value, j) => (i === j ? value + step : value)));
      const low = at(-h);
      return at(h).map((value, k) => (value - low[k]) / (2 * h));
    });
    const products = columns.map((a) =>
      columns.map((b) => a.reduce((sum, value, k) => sum + value * b[k], 0)),
    );
    return 0.5 * logDeterminant(products);
  }

  it('leave out the level of η alone', () => {
    expect(dimension).toBe(D - 1);
    for (let i = 0; i < 5; i++) {
      random.seek(i, 1);
      const theta = drawTheta(model, PROPER_PRIORS, random);
      const back = thetaAt(fromTheta(theta));
      theta.forEach((value, k) => expect(back[k]).toBeCloseTo(value, 9));
      const raised = thetaAt(fromTheta(theta.map((value, k) => (k < 7 ? value + 3 : value))));
      theta.forEach((value, k) => expect(raised[k]).toBeCloseTo(value, 9));
    }
  });

  it('have the priors of the natural values times the volume as their density', () => {
    const gaps = positions.map((position) => {
      const theta = thetaAt(position);
      const natural = addLogPrior(model.layout, PROPER_PRIORS, theta, new Float64Array(D));
      const own = addPrior(position, new Float64Array(D), new Float64Array(dimension));
      return own - natural - logVolume(position);
    });
    gaps.forEach((gap) => expect(gap).toBeCloseTo(gaps[0], 5));
  });

  it('have the gradient of the log prior, and of a linear function of θ', () => {
    const slopes = Float64Array.from({ length: D }, (_, k) => Math.sin(k + 1));
    const valueAt = (position: Float64Array): number => {
      const theta = thetaAt(position);
      const linear = theta.reduce((sum, value, k) => sum + slopes[k] * value, 0);
      return linear + addPrior(position, slopes, new Float64Array(dimension));
    };
    for (const position of positions) {
      const gradient = new Float64Array(dimension);
      thetaAt(position);
      addPrior(position, slopes, gradient);
      position.forEach((value, i) => {
        const at = (step: number): number =>
          valueAt(position.map((other, j) => (i === j ? value + step : other)));
        const numeric = (at(1e-5) - at(-1e-5)) / 2e-5;
        expect(Math.abs(gradient[i] - numeric)).toBeLessThan(1e-5 * (1 + Math.abs(numeric)));
      });
    }
  });

  it('are finite far out', () => {
    for (const far of [-40, 40]) {
      const position = new Float64Array(dimension).fill(far);
      position[7] = -5;
      const theta = thetaAt(position);
      expect(theta.every((value) => !Number.isNaN(value))).toBe(true);
    }
  });
});
