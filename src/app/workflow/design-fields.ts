// A study design as fields that people edit: text in, checked on the way to the settings.
import type { DesignSettings } from '../../instruments/seu/design/settings.ts';
import { parseDesign, type DesignSpec } from '../../instruments/seu/design/spec.ts';

export type DesignField = 'K' | 'D' | 'R' | 'M' | 'menu' | 'featureSd' | 'N' | 'S' | 'lotteries' | 'seed';

/** Field → text; an empty text leaves that part of a specification out. */
export type DesignTexts = Readonly<Record<DesignField, string>>;

interface FieldWords {
  readonly label: string;
  readonly hint: string;
  /** Whether the field belongs to the risky block. */
  readonly risky: boolean;
}

export const DESIGN_FIELDS: Readonly<Record<Exclude<DesignField, 'lotteries'>, FieldWords>> = {
  K: { label: 'Consequences, K', hint: 'Outcomes that utilities rank.', risky: false },
  D: { label: 'Features, D', hint: 'What beliefs are formed from.', risky: false },
  R: { label: 'Alternatives, R', hint: 'The pool menus draw on.', risky: false },
  M: { label: 'Menus, M', hint: 'One choice from each.', risky: false },
  menu: { label: 'Menu sizes', hint: '2-5, or 2/4/6 for these alone.', risky: false },
  featureSd: { label: 'Scale of features', hint: 'Embeddings have about 0.1.', risky: false },
  N: { label: 'Risky menus, N', hint: 'Empty: no risky block.', risky: true },
  S: { label: 'Lotteries, S', hint: 'The pool risky menus draw on.', risky: true },
  seed: { label: 'Seed of the design', hint: 'The same seed, the same menus.', risky: false },
};

/** The paper's designs of its foundational and its risky study. */
export const PAPER_DESIGN: DesignTexts = {
  K: '3',
  D: '5',
  R: '15',
  M: '25',
  menu: '2-5',
  featureSd: '1',
  N: '',
  S: '',
  lotteries: '',
  seed: '42',
};
export const PAPER_RISKY_DESIGN: DesignTexts = { ...PAPER_DESIGN, N: '25', S: '15', lotteries: 'dirichlet' };

const ORDER: readonly DesignField[] = [
  'K',
  'D',
  'R',
  'M',
  'menu',
  'featureSd',
  'N',
  'S',
  'lotteries',
  'seed',
];

/** The texts as one specification, in the words of the command line. */
export const specOf = (texts: DesignTexts): string =>
  ORDER.filter((field) => texts[field].trim() !== '' && (texts.N.trim() !== '' || !isRisky(field)))
    .map((field) => `${field}=${texts[field].trim()}`)
    .join(',');

const isRisky = (field: DesignField): boolean =>
  field === 'lotteries' || (field !== 'N' && DESIGN_FIELDS[field].risky);

/** Settings, or what is wrong with the texts; without a seed a design is not the same twice, so it must be there. */
export function designOf(texts: DesignTexts): DesignSpec {
  const missing = (['K', 'D', 'R', 'M', 'menu', 'seed'] as const).filter(
    (field) => texts[field].trim() === '',
  );
  if (missing.length > 0)
    return {
      ok: false,
      faults: missing.map((field) => `${DESIGN_FIELDS[field].label} is empty; needed a value`),
    };
  return parseDesign(specOf(texts));
}

/** "K 3 · D 5 · R 15 · M 25". */
export function designWords({
  consequences: K,
  dimensions: D,
  alternatives: R,
  menus: M,
  riskyMenus,
}: DesignSettings): string {
  return [`K ${K}`, `D ${D}`, `R ${R}`, `M ${M}`, ...(riskyMenus ? [`N ${riskyMenus}`] : [])].join(' · ');
}
