import { describe, expect, it } from 'vitest';
import { selectCases } from '../../../../src/models/beliefs/cell.ts';
import { startValues } from '../../../../src/models/beliefs/layout.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { beliefReader } from '../../../../src/models/beliefs/posterior.ts';
import { caseResiduals, outputPairs } from '../../../../src/models/beliefs/residuals.ts';
import { smallCell } from '../../../support/beliefs.ts';

const cell = selectCases(smallCell(), [...Array(30).keys()]);
const model = beliefModel('linear', cell.outputs);
const reader = beliefReader(model, startValues(model.layout));
const J = cell.outputs.length;
const posterior = reader.posterior(cell, [...cell.outputs.keys()]);
const { residuals, products } = caseResiduals(reader)(cell, posterior);

describe('caseResiduals', () => {
  it('lists every pair once', () => {
    expect(outputPairs(4)).toHaveLength(6);
    expect(outputPairs(16)[119]).toEqual({ first: 14, second: 15 });
  });

  it('sums products of residuals over the nodes, 0 where an answer is missing', () => {
    const pairs = outputPairs(J);
    const missing = cell.responses.findIndex(Number.isNaN);
    const rows = [0, 11, ...(missing < 0 ? [] : [Math.floor(missing / J)])];
    for (const i of rows)
      pairs.forEach(({ first, second }, k) => {
        let sum = 0;
        for (let q = 0; q < 128; q++)
          sum +=
            posterior.mass[posterior.of[i] * 128 + q] *
            (cell.responses[i * J + first] - reader.expectation(first)[q]) *
            (cell.responses[i * J + second] - reader.expectation(second)[q]);
        expect(products[i * pairs.length + k]).toBeCloseTo(Number.isNaN(sum) ? 0 : sum, 9);
      });
  });

  it('takes the mean over the posterior from an answer', () => {
    for (const j of [0, 1, 8]) {
      let mean = 0;
      for (let q = 0; q < 128; q++)
        mean += posterior.mass[posterior.of[3] * 128 + q] * reader.expectation(j)[q];
      expect(residuals[3 * J + j]).toBeCloseTo(cell.responses[3 * J + j] - mean, 9);
    }
  });
});
