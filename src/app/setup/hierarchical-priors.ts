// Priors of the hierarchical models as fields that people edit, and what they imply.
import { Z90 } from '../../math/normal.ts';
import { significant } from '../../charts/number-format.ts';
import {
  HIERARCHICAL_PRESETS,
  type HierarchicalModel,
  type HierarchicalPriors,
} from '../../models/hierarchical/presets.ts';
import {
  betaGroup,
  betaOf,
  betaTexts,
  deltaGroup,
  numberOf,
  type PriorGroup,
  type PriorTexts,
} from './prior-fields.ts';

/** The 95 % point of |z|. */
const HALF_Z95 = 1.959963984540054;

export const isHierarchicalModel = (name: string): boolean => Object.hasOwn(HIERARCHICAL_PRESETS, name);

const around = (centre: number, sd: number): readonly [string, string] => [
  significant(Math.exp(centre - Z90 * sd)),
  significant(Math.exp(centre + Z90 * sd)),
];

/** "A unit of a predictor multiplies α by 0.439 to 2.28 (90 %)." */
function slopeWords(id: string, what: string): (texts: PriorTexts) => string {
  return (texts) => {
    const sd = numberOf(texts[id]);
    if (!(sd > 0)) return '';
    const [low, high] = around(0, sd);
    return `${what} multiplies α by ${low} to ${high} (90\u202f%).`;
  };
}

/** How far cells, or pools, lie from the regression. */
function spreadWords(id: string, what: string): (texts: PriorTexts) => string {
  return (texts) => {
    const scale = numberOf(texts[id]);
    if (!(scale > 0)) return '';
    return `sd of log α over ${what}: below ${significant(HALF_Z95 * scale)} with probability .95.`;
  };
}

function interceptWords(texts: PriorTexts): string {
  const [mu, sd] = [numberOf(texts['gamma0.mu']), numberOf(texts['gamma0.sd'])];
  if (!Number.isFinite(mu) || !(sd > 0)) return '';
  const [low, high] = around(mu, sd);
  return `α where every predictor is 0: median ${significant(Math.exp(mu))}, 90\u202f% from ${low} to ${high}.`;
}

const single = (
  parameter: string,
  title: string,
  field: { readonly id: string; readonly label: string },
  implied: (texts: PriorTexts) => string,
): PriorGroup => ({ parameter, title, fields: [field], implied });

/** The priors that a hierarchical model has. */
export function hierarchicalGroups({ sizeEffect, poolEffect }: HierarchicalModel): readonly PriorGroup[] {
  return [
    {
      parameter: 'gamma0',
      title: 'γ₀ ~ normal',
      fields: [
        { id: 'gamma0.mu', label: 'Mean of γ₀' },
        { id: 'gamma0.sd', label: 'sd of γ₀' },
      ],
      implied: interceptWords,
    },
    single(
      'gamma',
      'γ ~ normal, mean 0',
      { id: 'gamma.sd', label: 'sd of γ' },
      slopeWords('gamma.sd', 'A unit of a predictor'),
    ),
    ...(sizeEffect
      ? [
          single(
            'gamma_size',
            'γ of menu size ~ normal, mean 0',
            { id: 'gamma_size.sd', label: 'sd of γ of menu size' },
            slopeWords('gamma_size.sd', 'One more alternative in a menu'),
          ),
        ]
      : []),
    single(
      'sigma_cell',
      'σ of cells ~ half-normal',
      { id: 'sigma_cell.scale', label: 'Scale of σ of cells' },
      spreadWords('sigma_cell.scale', 'cells'),
    ),
    ...(poolEffect
      ? [
          single(
            'sigma_pool',
            'σ of pools ~ half-normal',
            { id: 'sigma_pool.scale', label: 'Scale of σ of pools' },
            spreadWords('sigma_pool.scale', 'item pools'),
          ),
        ]
      : []),
    betaGroup,
    deltaGroup,
  ];
}

export const hierarchicalTexts = ({ priors }: HierarchicalModel): PriorTexts => ({
  'gamma0.mu': String(priors.gamma0.mu),
  'gamma0.sd': String(priors.gamma0.sd),
  'gamma.sd': String(priors.gammaSd),
  'gamma_size.sd': String(priors.gammaSizeSd),
  'sigma_cell.scale': String(priors.sigmaCellScale),
  'sigma_pool.scale': String(priors.sigmaPoolScale),
  ...betaTexts(priors.beta),
  delta: String(priors.deltaConcentration),
});

/** The priors that the texts state; they must be free of faults. */
export const hierarchicalPriorsOf = (texts: PriorTexts): HierarchicalPriors => ({
  gamma0: { mu: numberOf(texts['gamma0.mu']), sd: numberOf(texts['gamma0.sd']) },
  gammaSd: numberOf(texts['gamma.sd']),
  gammaSizeSd: numberOf(texts['gamma_size.sd']),
  sigmaCellScale: numberOf(texts['sigma_cell.scale']),
  sigmaPoolScale: numberOf(texts['sigma_pool.scale']),
  beta: betaOf(texts),
  deltaConcentration: numberOf(texts.delta),
});
