// Priors of the hierarchical models as people write them: gamma0=normal(3,0.75), sigma_cell=halfnormal(0.3).
import type { HierarchicalModel, HierarchicalPriors } from '../../../models/hierarchical/presets.ts';

const FORM = /^\s*(\w+)\s*[=~]\s*(normal|halfnormal|dirichlet)\s*\(([^()]*)\)\s*$/;
const NEEDED =
  'gamma0=normal(mu,sd), gamma|gamma_size=normal(0,sd), sigma_cell|sigma_pool=halfnormal(scale), ' +
  'beta=normal(mean,sd[,sd per feature …]) or delta=dirichlet(concentration), with positive scales';

export type HierarchicalPriorText =
  { readonly ok: true; readonly model: HierarchicalModel } | { readonly ok: false; readonly needed: string };

interface Parameter {
  readonly family: 'normal' | 'halfnormal' | 'dirichlet';
  /** The priors that the numbers change, or null where they do not fit. */
  read(numbers: readonly number[]): Partial<HierarchicalPriors> | null;
}

const positive = (values: readonly number[]): boolean => values.length > 0 && values.every((v) => v > 0);

const centred = (key: 'gammaSd' | 'gammaSizeSd'): Parameter => ({
  family: 'normal',
  read: ([mean, ...sd]) => (mean === 0 && sd.length === 1 && positive(sd) ? { [key]: sd[0] } : null),
});

const single = (
  family: Parameter['family'],
  key: 'sigmaCellScale' | 'sigmaPoolScale' | 'deltaConcentration',
): Parameter => ({
  family,
  read: (numbers) => (numbers.length === 1 && positive(numbers) ? { [key]: numbers[0] } : null),
});

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  gamma0: {
    family: 'normal',
    read: ([mu, ...sd]) => (sd.length === 1 && positive(sd) ? { gamma0: { mu, sd: sd[0] } } : null),
  },
  gamma: centred('gammaSd'),
  gamma_size: centred('gammaSizeSd'),
  sigma_cell: single('halfnormal', 'sigmaCellScale'),
  sigma_pool: single('halfnormal', 'sigmaPoolScale'),
  beta: {
    family: 'normal',
    read: ([mean, ...sd]) => (positive(sd) ? { beta: { mean, sd: sd.length === 1 ? sd[0] : sd } } : null),
  },
  delta: single('dirichlet', 'deltaConcentration'),
};

/** `model` with one prior replaced as `text` says. */
export function withHierarchicalPrior(model: HierarchicalModel, text: string): HierarchicalPriorText {
  const [, name = '', family, list = ''] = FORM.exec(text) ?? [];
  const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : null;
  const numbers = list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const fits = parameter !== null && parameter.family === family && numbers.every(Number.isFinite);
  const changed = fits ? parameter.read(numbers) : null;
  return changed === null
    ? { ok: false, needed: NEEDED }
    : { ok: true, model: { ...model, priors: { ...model.priors, ...changed } } };
}

/** The priors in the same words; those of γ_size and σ_pool only where the model has them. */
export function hierarchicalPriorTexts({
  sizeEffect,
  poolEffect,
  priors,
}: HierarchicalModel): readonly string[] {
  const { gamma0, beta } = priors;
  const sd = typeof beta.sd === 'number' ? [beta.sd] : beta.sd;
  return [
    `gamma0 ~ normal(${gamma0.mu}, ${gamma0.sd})`,
    `gamma ~ normal(0, ${priors.gammaSd})`,
    ...(sizeEffect ? [`gamma_size ~ normal(0, ${priors.gammaSizeSd})`] : []),
    `sigma_cell ~ halfnormal(${priors.sigmaCellScale})`,
    ...(poolEffect ? [`sigma_pool ~ halfnormal(${priors.sigmaPoolScale})`] : []),
    `beta ~ normal(${[beta.mean, ...sd].join(', ')})`,
    `delta ~ dirichlet(${priors.deltaConcentration})`,
  ];
}
