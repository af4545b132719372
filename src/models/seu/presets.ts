// The SEU model family: which blocks of choices, how their sensitivities are linked, and the priors as values.

/** How the risky block's sensitivity ω relates to α: no risky block, ω = α, ω free, or ω = κα. */
export type SensitivityLink = 'none' | 'shared' | 'separate' | 'proportional';

/** log x ~ N(mu, sigma²). */
export interface LognormalPrior {
  readonly mu: number;
  readonly sigma: number;
}

/** Independent normals over the entries of β; an `sd` per feature column is allowed. */
export interface BetaPrior {
  readonly mean: number;
  readonly sd: number | readonly number[];
}

export interface SeuPriors {
  readonly alpha: LognormalPrior;
  /** Prior of ω; used by the `separate` link only. */
  readonly omega: LognormalPrior;
  /** Prior of κ; used by the `proportional` link only. */
  readonly kappa: LognormalPrior;
  readonly beta: BetaPrior;
  /** Symmetric Dirichlet concentration of δ. */
  readonly deltaConcentration: number;
}

/** One member of the family, as plans record it. */
export interface SeuModel {
  readonly name: string;
  readonly link: SensitivityLink;
  readonly priors: SeuPriors;
}

const foundational: SeuPriors = {
  alpha: { mu: 0, sigma: 1 },
  omega: { mu: 0, sigma: 1 },
  kappa: { mu: 0, sigma: 0.5 },
  beta: { mean: 0, sd: 1 },
  deltaConcentration: 1,
};
const insurance: SeuPriors = {
  ...foundational,
  alpha: { mu: 3, sigma: 0.75 },
  omega: { mu: 3, sigma: 0.75 },
};
const ellsberg: SeuPriors = { ...foundational, alpha: { mu: 3.5, sigma: 0.75 } };

const preset = (name: string, link: SensitivityLink, priors: SeuPriors): SeuModel => ({ name, link, priors });

/** The models of the SEU-sensitivity paper by name. m_03 takes its Dirichlet concentration from the data. */
export const SEU_PRESETS: Readonly<Record<string, SeuModel>> = {
  m_0: preset('m_0', 'none', foundational),
  m_01: preset('m_01', 'none', insurance),
  m_02: preset('m_02', 'none', ellsberg),
  m_03: preset('m_03', 'none', foundational),
  m_1: preset('m_1', 'shared', foundational),
  m_11: preset('m_11', 'shared', insurance),
  m_2: preset('m_2', 'separate', foundational),
  m_21: preset('m_21', 'separate', insurance),
  m_3: preset('m_3', 'proportional', foundational),
  m_31: preset('m_31', 'proportional', insurance),
};
