// Priors of belief parameters as people write them: beta=halfnormal(3), alpha=normal(0,1.5), phi=lognormal(3,1).
import type { ProperPriors } from '../../../models/beliefs/priors.ts';

const FORM = /^\s*(\w+)\s*[=~]\s*(\w+)\s*\(([^()]*)\)\s*$/;

type Scale = Exclude<keyof ProperPriors, 'phi'>;

const NORMALS: Readonly<Record<string, Scale>> = { eta: 'eta', alpha: 'intercept', tau1: 'cutpoint' };
const HALF_NORMALS: Readonly<Record<string, Scale>> = { beta: 'slope', taugap: 'cutpointGap' };

export const PRIOR_FORMS =
  'eta|alpha|tau1=normal(0,sd), beta|taugap=halfnormal(scale) or phi=lognormal(mu,sigma), with positive scales';

/** `priors` with one replaced as `text` says; null where it says none. */
export function withBeliefPrior(priors: ProperPriors, text: string): ProperPriors | null {
  const [, parameter = '', family, list = ''] = FORM.exec(text) ?? [];
  const numbers = list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const scale = numbers[numbers.length - 1];
  if (!numbers.every(Number.isFinite) || !(scale > 0)) return null;
  if (parameter === 'phi' && family === 'lognormal' && numbers.length === 2)
    return { ...priors, phi: { mu: numbers[0], sigma: scale } };
  const centred = family === 'normal' && numbers.length === 2 && numbers[0] === 0;
  if (centred && parameter in NORMALS) return { ...priors, [NORMALS[parameter]]: scale };
  const half = family === 'halfnormal' && numbers.length === 1;
  return half && parameter in HALF_NORMALS ? { ...priors, [HALF_NORMALS[parameter]]: scale } : null;
}
