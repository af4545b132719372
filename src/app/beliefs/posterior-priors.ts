// Priors of full Bayes for beliefs as fields that people edit, and what they imply.
import { significant } from '../../charts/number-format.ts';
import { Z90 } from '../../math/normal.ts';
import { PROPER_PRIORS, type ProperPriors } from '../../models/beliefs/priors.ts';
import { numberOf, type PriorGroup, type PriorTexts } from '../setup/prior-fields.ts';

/** The 95 % point of |z|. */
const HALF_Z95 = 1.959963984540054;

type Scale = Exclude<keyof ProperPriors, 'phi' | 'secondSlope'>;

/** Within ± what, or below what, 95 % of a scale's prior lies; '' while the field is in error. */
function reachWords(id: Scale, what: string, sided: 'within ±' | 'below '): (texts: PriorTexts) => string {
  return (texts) => {
    const scale = numberOf(texts[id]);
    return scale > 0 ? `${what} ${sided}${significant(HALF_Z95 * scale)} with probability .95.` : '';
  };
}

function phiWords(texts: PriorTexts): string {
  const [mu, sigma] = [numberOf(texts['phi.mu']), numberOf(texts['phi.sigma'])];
  if (!Number.isFinite(mu) || !(sigma > 0)) return '';
  const [median, low, high] = [0, -Z90, Z90].map((z) => significant(2 + Math.exp(mu + z * sigma)));
  return `φ: median ${median}, 90\u202f% from ${low} to ${high}.`;
}

const scaled = (
  parameter: Scale,
  title: string,
  label: string,
  implied: (texts: PriorTexts) => string,
): PriorGroup => ({ parameter, title, fields: [{ id: parameter, label }], implied });

export const POSTERIOR_PRIORS: readonly PriorGroup[] = [
  scaled('intercept', 'α ~ normal, mean 0', 'sd of α', reachWords('intercept', 'α', 'within ±')),
  scaled('slope', 'β ~ half-normal', 'Scale of β', reachWords('slope', 'β', 'below ')),
  scaled('eta', 'η about its mean ~ normal', 'sd of η', reachWords('eta', 'η', 'within ±')),
  {
    parameter: 'phi',
    title: 'φ − 2 ~ lognormal',
    fields: [
      { id: 'phi.mu', label: 'μ of log (φ − 2)' },
      { id: 'phi.sigma', label: 'σ of log (φ − 2)' },
    ],
    implied: phiWords,
  },
  scaled('cutpoint', 'τ₁ ~ normal, mean 0', 'sd of τ₁', reachWords('cutpoint', 'τ₁', 'within ±')),
  scaled(
    'cutpointGap',
    'Gaps of τ ~ half-normal',
    'Scale of gaps',
    reachWords('cutpointGap', 'A gap', 'below '),
  ),
];

const SCALES = ['intercept', 'slope', 'eta', 'cutpoint', 'cutpointGap'] as const satisfies readonly Scale[];

/** The fields' texts of the default priors. */
export const DEFAULT_PRIOR_TEXTS: PriorTexts = {
  ...Object.fromEntries(SCALES.map((name) => [name, String(PROPER_PRIORS[name])])),
  'phi.mu': String(PROPER_PRIORS.phi.mu),
  'phi.sigma': String(PROPER_PRIORS.phi.sigma),
};

/** The priors that the texts state; they must be free of faults. */
export const properPriorsOf = (texts: PriorTexts): ProperPriors => ({
  ...PROPER_PRIORS,
  ...(Object.fromEntries(SCALES.map((name) => [name, numberOf(texts[name])])) as Record<
    (typeof SCALES)[number],
    number
  >),
  phi: { mu: numberOf(texts['phi.mu']), sigma: numberOf(texts['phi.sigma']) },
});
