import { expect, it } from 'vitest';
import { familyOf, shortName } from '../../../src/charts/quantity-name.ts';

const names = (...variables: readonly string[]) => variables.map((variable) => ({ variable }));

it('keeps the indices of what small multiples show', () => {
  expect(names('alpha', 'log_lik', 'contrast[1,2]', 'projection[3]', 'psi[1,2]').map(shortName)).toEqual([
    'α',
    'log lik.',
    'con.[1,2]',
    'proj.[3]',
    'ψ[1,2]',
  ]);
  expect(names('alpha + 0.5*delta[1]').map(shortName)).toEqual(['α + 0.5*δ[1]']);
});

it('has one family for all combinations', () =>
  expect(names('beta[1,2]', 'beta[1,2] - beta[2,2]', '2*alpha').map(familyOf)).toEqual([
    'beta',
    'combination',
    'combination',
  ]));
