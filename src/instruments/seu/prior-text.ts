// Priors as people write them: alpha=lognormal(3,0.75), beta=normal(0,1), delta=dirichlet(2).
import type { BetaPrior, LognormalPrior, SeuModel, SeuPriors } from '../../models/seu/presets.ts';

const FORM = /^\s*(alpha|omega|kappa|beta|delta)\s*[=~]\s*(lognormal|normal|dirichlet)\s*\(([^()]*)\)\s*$/;
const NEEDED =
  'alpha|omega|kappa=lognormal(mu,sigma), beta=normal(mean,sd[,sd per feature …]) or delta=dirichlet(concentration)';

export type PriorText =
  { readonly ok: true; readonly model: SeuModel } | { readonly ok: false; readonly needed: string };

const refuse = (needed: string): PriorText => ({ ok: false, needed });

function lognormal(numbers: readonly number[]): LognormalPrior | null {
  const [mu, sigma] = numbers;
  return numbers.length === 2 && sigma > 0 ? { mu, sigma } : null;
}

function normal([mean, ...sd]: readonly number[]): BetaPrior | null {
  if (sd.length === 0 || sd.some((value) => !(value > 0))) return null;
  return { mean, sd: sd.length === 1 ? sd[0] : sd };
}

function priorOf(family: string, numbers: readonly number[]) {
  if (family === 'lognormal') return lognormal(numbers);
  if (family === 'normal') return normal(numbers);
  return numbers.length === 1 && numbers[0] > 0 ? numbers[0] : null;
}

const FAMILY: Readonly<Record<string, string>> = {
  alpha: 'lognormal',
  omega: 'lognormal',
  kappa: 'lognormal',
  beta: 'normal',
  delta: 'dirichlet',
};

/** `model` with one prior replaced as `text` says. */
export function withPrior(model: SeuModel, text: string): PriorText {
  const match = FORM.exec(text);
  if (!match) return refuse(NEEDED);
  const [, parameter, family, list] = match;
  const numbers = list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (FAMILY[parameter] !== family || !numbers.every(Number.isFinite)) return refuse(NEEDED);
  const prior = priorOf(family, numbers);
  if (prior === null) return refuse(`${NEEDED}, with positive scales`);
  const key = parameter === 'delta' ? 'deltaConcentration' : parameter;
  return { ok: true, model: { ...model, priors: { ...model.priors, [key]: prior } as SeuPriors } };
}

/** The priors in the same words; ω and κ only where the model has them. */
export function priorTexts({ link, priors }: SeuModel): readonly string[] {
  const log = ({ mu, sigma }: LognormalPrior): string => `lognormal(${mu}, ${sigma})`;
  const sd = typeof priors.beta.sd === 'number' ? [priors.beta.sd] : priors.beta.sd;
  return [
    `alpha ~ ${log(priors.alpha)}`,
    ...(link === 'separate' ? [`omega ~ ${log(priors.omega)}`] : []),
    ...(link === 'proportional' ? [`kappa ~ ${log(priors.kappa)}`] : []),
    `beta ~ normal(${[priors.beta.mean, ...sd].join(', ')})`,
    `delta ~ dirichlet(${priors.deltaConcentration})`,
  ];
}
