// Encoding of content as typed arrays, and presets resolved against content.
import { describe, expect, it } from 'vitest';
import type { SeuContent } from '../../../../src/formats/dataset.ts';
import { encodeSeu, modelFor, unusedBy } from '../../../../src/instruments/seu/encode.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';

const block = { problems: null, presentations: null };
const plain: SeuContent = {
  schema: 'seu',
  consequences: 3,
  features: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
  alternatives: null,
  uncertain: {
    menus: [
      [0, 2],
      [0, 1, 2],
    ],
    chosen: [1, 0],
    ...block,
  },
  risky: null,
  deltaConcentration: null,
  truth: null,
};
const lotteries = [
  [0.5, 0.25, 0.25],
  [0, 1, 0],
];
const risky: SeuContent = { ...plain, risky: { lotteries, menus: [[0, 1]], chosen: [1], ...block } };

describe('encodeSeu', () => {
  it('lays features, menus and lotteries out row by row', () => {
    const data = encodeSeu(risky);
    expect([data.consequences, data.alternatives, data.dimensions]).toEqual([3, 3, 2]);
    expect([...data.features]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...data.uncertain.starts]).toEqual([0, 2, 5]);
    expect([...data.uncertain.items]).toEqual([0, 2, 0, 1, 2]);
    expect([...data.uncertain.chosen]).toEqual([1, 0]);
    expect(data.risky?.lotteries).toBe(2);
    expect([...(data.risky?.probabilities ?? [])]).toEqual([0.5, 0.25, 0.25, 0, 1, 0]);
    expect([...(data.risky?.menus.chosen ?? [])]).toEqual([1]);
  });

  it('leaves the risky block out for the m_0 family', () => {
    expect(encodeSeu(risky, 'none').risky).toBeNull();
    expect(encodeSeu(risky, 'separate').risky).not.toBeNull();
    expect(encodeSeu(plain, 'shared').risky).toBeNull();
  });
});

describe('modelFor', () => {
  const seen = (name: string, content: SeuContent): string => {
    const model = modelFor(name, content, 'a.json');
    return model.ok ? 'fine' : `${model.faults[0].seen}; ${model.faults[0].needed}`;
  };

  it('gives every preset the data can carry', () => {
    for (const name of ['m_0', 'm_01', 'm_02']) {
      expect(modelFor(name, plain)).toEqual({ ok: true, value: SEU_PRESETS[name] });
    }
    for (const name of ['m_1', 'm_11', 'm_2', 'm_21', 'm_3', 'm_31', 'm_01'])
      expect(seen(name, risky)).toBe('fine');
  });

  it('takes the concentration of m_03 from the data', () => {
    const model = modelFor('m_03', { ...plain, deltaConcentration: 5 });
    expect(model.ok && model.value.priors.deltaConcentration).toBe(5);
    expect(SEU_PRESETS.m_03.priors.deltaConcentration).toBe(1);
    expect(seen('m_03', plain)).toBe('data without delta_concentration; delta_concentration, for model m_03');
  });

  it('refuses risky models without risky data, and names that are none', () => {
    expect(seen('m_2', plain)).toBe(
      'data without risky choices; risky choices (N, S, x, J, z) for model m_2',
    );
    expect(seen('m_9', plain)).toMatch(/^model "m_9"; one of m_0, m_01/);
    expect(seen('toString', plain)).toMatch(/^model "toString"/);
  });

  it('says what a model leaves unused', () => {
    expect(unusedBy(SEU_PRESETS.m_01, { ...risky, deltaConcentration: 2 })).toEqual([
      'm_01 has no risky block: 1 risky choices are not used.',
      'm_01 does not read delta_concentration = 2 from the data.',
    ]);
    expect(unusedBy(SEU_PRESETS.m_1, risky)).toEqual([]);
  });
});
