import { expect, it } from 'vitest';
import { beliefTasks } from '../../../../src/instruments/beliefs/tasks.ts';
import { beliefPlan } from '../../../support/belief-study.ts';

it('refuses a plan whose thresholds of coherence do not ascend, before any data is looked at', () => {
  const coherence = { coherent: 0.2, incoherent: 0.8, smallestGain: 0.01 };
  expect(() => beliefTasks(beliefPlan({ coherence }), new Map())).toThrow(
    'coherence thresholds 0.8 and 0.2: needed 0 or more, ascending',
  );
});
