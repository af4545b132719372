// Addresses and the pages they name.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BELIEF_STEPS } from '../../../src/app/beliefs/steps.ts';
import { PORTABILITY_STEPS } from '../../../src/app/portability/steps.ts';
import {
  addressOf,
  beliefAddress,
  parseRoute,
  portabilityAddress,
  stepAddress,
} from '../../../src/app/route.ts';
import { neighbourLink, seuLinks } from '../../../src/app/workflow/step-links.ts';
import { isStep, STEP_NAMES } from '../../../src/app/workflow/steps.ts';

describe('parseRoute', () => {
  it.each(['', '#', '#/'])('reads %j as the first page', (hash) =>
    expect(parseRoute(hash)).toEqual({ page: 'home' }),
  );

  it.each(['home', 'data', 'runs'] as const)('reads back the address of %s', (page) =>
    expect(parseRoute(addressOf(page))).toEqual({ page }),
  );

  it('reads back every run id', () => {
    expect(parseRoute(addressOf('seu'))).toEqual({ page: 'seu', run: null, step: 'fit' });
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (run) => {
        fc.pre(!isStep(run));
        expect(parseRoute(addressOf('seu', run))).toEqual({ page: 'seu', run, step: 'fit' });
      }),
    );
  });

  it.each(STEP_NAMES)('reads back the address of the step %s', (step) =>
    expect(parseRoute(stepAddress(step))).toEqual({ page: 'seu', run: null, step }),
  );

  it.each(PORTABILITY_STEPS)('reads back the address of the portability step %s', (step) =>
    expect(parseRoute(portabilityAddress(step))).toEqual({ page: 'portability', run: null, step }),
  );

  it.each(BELIEF_STEPS)('reads back the address of the belief step %s', (step) =>
    expect(parseRoute(beliefAddress(step))).toEqual({ page: 'beliefs', run: null, step }),
  );

  it('reads a run of beliefs as its report, and the bare address as the first step', () => {
    expect(parseRoute(addressOf('beliefs', 'a b'))).toEqual({ page: 'beliefs', run: 'a b', step: 'report' });
    expect(parseRoute(addressOf('beliefs'))).toEqual({ page: 'beliefs', run: null, step: 'data' });
  });

  it('reads a run of portability as its report, and the bare address as the first step', () => {
    expect(parseRoute(addressOf('portability', 'a b'))).toEqual({
      page: 'portability',
      run: 'a b',
      step: 'report',
    });
    expect(parseRoute(addressOf('portability'))).toEqual({ page: 'portability', run: null, step: 'data' });
  });

  it('walks the steps and stays at their ends', () => {
    const steps = seuLinks(STEP_NAMES.map((name) => ({ name, state: 'idle', word: '', share: null })));
    expect(neighbourLink(steps, 'design', -1).name).toBe('design');
    expect(neighbourLink(steps, 'design', 1)).toMatchObject({ title: 'Prior', address: '#/seu/prior' });
    expect(neighbourLink(steps, 'compare', 1).name).toBe('compare');
  });

  it.each(['#/nowhere', '#/data/1', '#/seu/a/b', '#/home'])('knows no %s', (hash) =>
    expect(parseRoute(hash)).toEqual({ page: 'missing', path: hash.slice(2) }),
  );

  it('takes a badly encoded run id as it is', () =>
    expect(parseRoute('#/seu/%E0%')).toEqual({ page: 'seu', run: '%E0%', step: 'fit' }));
});
