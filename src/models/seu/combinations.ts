// What a linear combination may name of an SEU model: the variables of its summaries that are not constant by design.
import type { Family } from '../combination.ts';
import type { SeuData } from './data.ts';
import type { SeuPoint } from './point.ts';
import type { SeuModel } from './presets.ts';

type SeuFamily = Family<SeuPoint>;

function scalars({ link }: SeuModel): readonly SeuFamily[] {
  const scalar = (name: string, read: (point: SeuPoint, likelihood: number) => number): SeuFamily => ({
    name,
    sizes: [],
    reader: () => read,
  });
  return [
    scalar('alpha', ({ alpha }) => alpha),
    ...(link === 'separate' || link === 'proportional' ? [scalar('omega', ({ omega }) => omega)] : []),
    ...(link === 'proportional' ? [scalar('kappa', ({ alpha, omega }) => omega / alpha)] : []),
    scalar('log_lik', (_, likelihood) => likelihood),
  ];
}

/** υ₁ = 0 and υ_K = 1 are no quantities, nor is δ where it has one entry. */
const utilities = (K: number): readonly SeuFamily[] =>
  K < 3
    ? []
    : [
        { name: 'delta', sizes: [K - 1], reader: (i) => (point) => point.delta[i - 1] },
        {
          name: 'upsilon',
          sizes: [K],
          reader: (k) => (k === 1 || k === K ? null : (point) => point.upsilon[k - 1]),
        },
      ];

/** β[k,d], δ[i], υ[k], ψ[r,k], η[r] and η of lotteries, the sensitivities, and the log likelihood. */
export function seuFamilies(
  model: SeuModel,
  { consequences: K, dimensions: D, alternatives: R, risky }: SeuData,
): readonly SeuFamily[] {
  const lotteries = model.link === 'none' ? 0 : (risky?.lotteries ?? 0);
  return [
    ...scalars(model),
    { name: 'beta', sizes: [K, D], reader: (k, d) => (point) => point.beta[(k - 1) * D + d - 1] },
    ...utilities(K),
    { name: 'psi', sizes: [R, K], reader: (r, k) => (point) => point.psi[(k - 1) * R + r - 1] },
    { name: 'eta', sizes: [R], reader: (r) => (point) => point.eta[r - 1] },
    ...(lotteries > 0
      ? [
          {
            name: 'eta_risky',
            sizes: [lotteries],
            reader: (s: number) => (point: SeuPoint) => point.etaRisky[s - 1],
          },
        ]
      : []),
  ];
}
