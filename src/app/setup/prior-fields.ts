// Priors as fields that people edit: text in, checked on the way to a model, with what it implies.
import { Z90 } from '../../math/normal.ts';
import { significant } from '../../charts/number-format.ts';
import type { BetaPrior, LognormalPrior, SeuModel, SeuPriors } from '../../models/seu/presets.ts';

export type LognormalName = 'alpha' | 'omega' | 'kappa';

/** What holds the priors of models while they are edited. */
export interface PriorDraft {
  priorTexts(model: string): PriorTexts;
  changePrior(model: string, field: string, text: string): void;
  resetPriors(model: string): void;
  isEdited(model: string): boolean;
}

/** Field id → text: "alpha.mu", "beta.sd", "delta". */
export type PriorTexts = Readonly<Record<string, string>>;

export interface PriorField {
  readonly id: string;
  readonly label: string;
}

export interface PriorGroup {
  readonly parameter: string;
  /** "α ~ lognormal". */
  readonly title: string;
  readonly fields: readonly PriorField[];
  /** What the fields' texts mean, in a sentence; '' while a field is in error. */
  readonly implied: (texts: PriorTexts) => string;
}

const SYMBOL = { alpha: 'α', omega: 'ω', kappa: 'κ' } as const;
const lognormalGroup = (parameter: LognormalName): PriorGroup => ({
  parameter,
  title: `${SYMBOL[parameter]} ~ lognormal`,
  fields: [
    { id: `${parameter}.mu`, label: `μ of log ${SYMBOL[parameter]}` },
    { id: `${parameter}.sigma`, label: `σ of log ${SYMBOL[parameter]}` },
  ],
  implied: (texts) => impliedWords(parameter, texts),
});

export const betaGroup: PriorGroup = {
  parameter: 'beta',
  title: 'β ~ normal',
  fields: [
    { id: 'beta.mean', label: 'Mean of β' },
    { id: 'beta.sd', label: 'sd of β' },
  ],
  implied: () => 'One sd, or one for each feature, with commas.',
};

export const deltaGroup: PriorGroup = {
  parameter: 'delta',
  title: 'δ ~ symmetric Dirichlet',
  fields: [{ id: 'delta', label: 'Concentration of δ' }],
  implied: () => '1 makes every utility spacing equally likely.',
};

/** The priors that a model has; m_03 takes the concentration of δ from the data. */
export function priorGroups({ name, link }: SeuModel): readonly PriorGroup[] {
  return [
    lognormalGroup('alpha'),
    ...(link === 'separate' ? [lognormalGroup('omega')] : []),
    ...(link === 'proportional' ? [lognormalGroup('kappa')] : []),
    betaGroup,
    ...(name === 'm_03' ? [] : [deltaGroup]),
  ];
}

/** The fields' texts of given priors. */
export function textsOf({ alpha, omega, kappa, beta, deltaConcentration }: SeuPriors): PriorTexts {
  const both = (name: LognormalName, { mu, sigma }: LognormalPrior) => ({
    [`${name}.mu`]: String(mu),
    [`${name}.sigma`]: String(sigma),
  });
  return {
    ...both('alpha', alpha),
    ...both('omega', omega),
    ...both('kappa', kappa),
    ...betaTexts(beta),
    delta: String(deltaConcentration),
  };
}

/** The fields' texts of a prior of β. */
export const betaTexts = ({ mean, sd }: BetaPrior): PriorTexts => ({
  'beta.mean': String(mean),
  'beta.sd': typeof sd === 'number' ? String(sd) : sd.join(', '),
});

/** NaN where a text is no number. */
export const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text));
const numbersOf = (text: string): readonly number[] => text.split(',').map(numberOf);

/** What is wrong with a field's text, or null. */
export function priorFault(id: string, text: string): string | null {
  const centre = id.endsWith('.mu') || id.endsWith('.mean');
  if (centre) return Number.isFinite(numberOf(text)) ? null : `“${text}” is not a number.`;
  const numbers = id === 'beta.sd' ? numbersOf(text) : [numberOf(text)];
  if (numbers.every((value) => Number.isFinite(value) && value > 0)) return null;
  return id === 'beta.sd'
    ? `sd is “${text}”; needed a number above 0, or one for each feature, with commas.`
    : `“${text}” must be a number above 0.`;
}

export const priorsFault = (texts: PriorTexts): string | null =>
  Object.entries(texts)
    .map(([id, text]) => priorFault(id, text))
    .find((fault) => fault !== null) ?? null;

export function betaOf(texts: PriorTexts): BetaPrior {
  const sd = numbersOf(texts['beta.sd']);
  return { mean: numberOf(texts['beta.mean']), sd: sd.length === 1 ? sd[0] : sd };
}

/** The priors that the texts state; they must be free of faults. */
export function priorsOf(texts: PriorTexts): SeuPriors {
  const lognormal = (name: LognormalName): LognormalPrior => ({
    mu: numberOf(texts[`${name}.mu`]),
    sigma: numberOf(texts[`${name}.sigma`]),
  });
  return {
    alpha: lognormal('alpha'),
    omega: lognormal('omega'),
    kappa: lognormal('kappa'),
    beta: betaOf(texts),
    deltaConcentration: numberOf(texts.delta),
  };
}

/** "Median 20.1, 90 % within 5.85 to 69" of a lognormal; '' while a field is in error. */
export function impliedWords(parameter: LognormalName, texts: PriorTexts): string {
  const [mu, sigma] = [`${parameter}.mu`, `${parameter}.sigma`].map((id) => numberOf(texts[id]));
  if (!Number.isFinite(mu) || !(sigma > 0)) return '';
  const [median, low, high] = [0, -Z90, Z90].map((z) => significant(Math.exp(mu + z * sigma)));
  return `Median ${median}, 90\u202f% from ${low} to ${high}.`;
}

/** A fault where several sd of β are not as many as there are features. */
export function featureSdFault(texts: PriorTexts, features: number): readonly string[] {
  const { length } = numbersOf(texts['beta.sd']);
  return length === 1 || length === features
    ? []
    : [`${length} sd of β for ${features} features; needed one, or one for each feature.`];
}
