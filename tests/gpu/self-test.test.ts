import { describe, expect, it } from 'vitest';
import { compareAnswers, examine, selfTestQuestions } from '../../src/engine/gpu/examine.ts';
import { selfTest } from '../../src/engine/gpu/self-test.ts';
import { NO_ADAPTER, testGpu, type TestGpu } from './support.ts';

const test = await testGpu();

describe.skipIf(test === null)(`arithmetic on the device${test ? '' : `: ${NO_ADAPTER}`}`, () => {
  const { opened, pipelines } = test ?? ({} as TestGpu);

  it('keeps its functions within 2 ulp and its integers exact', async () => {
    const questions = selfTestQuestions(1 << 18);
    const found = compareAnswers(questions, await examine(opened, pipelines, questions));
    expect(found.words).toBe(0);
    expect(found.finiteness).toBe(0);
    for (const name of ['exp', 'log', 'log1p', 'uniform', 'normal'] as const)
      expect(found[name], name).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('gives the published Philox vector of counter %j', async (counter, key, expected) => {
    const [counter0, counter1, counter2, counter3] = counter;
    const [question] = selfTestQuestions(1);
    const asked = { ...question, counter0, counter1, counter2, counter3, key0: key[0], key1: key[1] };
    const [answer] = await examine(opened, pipelines, [asked]);
    expect([answer.block0, answer.block1, answer.block2, answer.block3]).toEqual(expected);
  });

  it('passes its own test', async () => {
    expect(await selfTest(opened, pipelines)).toMatchObject({ passed: true });
  });
});
