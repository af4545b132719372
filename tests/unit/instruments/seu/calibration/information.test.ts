import { describe, expect, it } from 'vitest';
import {
  groupOf,
  hasPriorSd,
  informationOf,
  isLogScale,
  isOfInterest,
} from '../../../../../src/instruments/seu/calibration/information.ts';
import { symbolOf } from '../../../../../src/instruments/seu/views/variables.ts';

describe('projections of the user’s choice', () => {
  it('are no sensitivities, and have a prior sd unless choices are in them', () => {
    expect(['alpha + 0.5*delta[1]', '-alpha', 'eta[2]', 'eta_risky[1]'].map(groupOf)).toEqual(
      Array.from({ length: 4 }, () => 'combination'),
    );
    expect(groupOf('alpha - log_lik')).toBe('data');
    expect([hasPriorSd('alpha - omega'), hasPriorSd('alpha - log_lik')]).toEqual([true, false]);
    expect([isLogScale('alpha - omega'), isOfInterest('alpha - omega')]).toEqual([false, false]);
  });

  it('count once where they say what another quantity says', () => {
    const three = [
      'alpha',
      'delta[1]',
      'delta[2]',
      '2*alpha',
      'delta[1] - delta[2]',
      'upsilon[2]',
      'alpha + delta[1]',
    ];
    expect(informationOf(three)).toEqual([
      'alpha',
      'delta[1]',
      'delta[1]',
      'alpha',
      'delta[1]',
      'delta[1]',
      'alpha + delta[1]',
    ]);
    const four = ['delta[1]', 'delta[2]', 'delta[3]', 'upsilon[3]', 'delta[1] - delta[2]', '-upsilon[3]'];
    expect(informationOf(four)).toEqual([
      'delta[1]',
      'delta[2]',
      'delta[3]',
      'delta[3]',
      'delta[1] - delta[2]',
      'delta[3]',
    ]);
    expect(informationOf(['psi[1,1]', 'psi[1,2]', '0.5*psi[1,2]', 'psi[1,1] + delta[7]'])).toEqual([
      'psi[1,1]',
      'psi[1,1]',
      'psi[1,1]',
      'psi[1,1] + delta[7]',
    ]);
  });

  it('are written with the symbols of their parts', () => {
    expect(symbolOf('alpha + 0.5*delta[1] - 1e-7*eta_risky[2]')).toBe('α + 0.5*δ[1] - 1e-7*η risky[2]');
    expect(['psi[1,2]', 'log_lik', 'projection[1]', 'lp__'].map(symbolOf)).toEqual([
      'ψ[1,2]',
      'log likelihood',
      'projection[1]',
      'lp__',
    ]);
  });
});

describe('parameters of belief models', () => {
  const names = [
    'eta[1]',
    'phi',
    'bet_r4.alpha',
    'bet_r4.beta',
    'likert.taugap[1]',
    'likert.taugap[2]',
    'bet_r4.threshold',
  ];

  it('are each a quantity of its own, with a prior sd', () => {
    expect(informationOf(names)).toEqual(names);
    expect(names.every(hasPriorSd)).toBe(true);
    expect(names.map(groupOf)).toEqual(names.map(() => 'combination'));
  });

  it('are judged by φ beside the log likelihood', () => {
    expect([...names, 'log_lik'].filter(isOfInterest)).toEqual(['phi', 'log_lik']);
  });
});
