// Which models a dataset admits, what each is in one line, and which one to begin with.
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset, SeuContent } from '../../formats/dataset.ts';
import { modelFor } from '../../instruments/seu/encode.ts';
import { HIERARCHICAL_PRESETS } from '../../models/hierarchical/presets.ts';
import { SEU_PRESETS, type SensitivityLink, type SeuModel } from '../../models/seu/presets.ts';

const LINK_WORDS: Readonly<Record<SensitivityLink, string>> = {
  none: 'uncertain choices',
  shared: 'uncertain and risky choices with one sensitivity, ω = α',
  separate: 'uncertain and risky choices, each with its own sensitivity',
  proportional: 'uncertain and risky choices with proportional sensitivities, ω = κα',
};

/** "uncertain choices; α ~ lognormal(0, 1)". */
export function modelWords({ name, link, priors }: SeuModel): string {
  const { mu, sigma } = priors.alpha;
  const steps = name === 'm_03' ? '; concentration of δ from the data' : '';
  return `${LINK_WORDS[link]}; α ~ lognormal(${mu}, ${sigma})${steps}`;
}

/** What each hierarchical model assumes of its cells. */
export const HIERARCHICAL_WORDS: Readonly<Record<string, string>> = {
  h_m01:
    'utilities δ are shared, beliefs β are each cell’s own; log α of a cell is a regression on its predictors plus a deviation, so cells borrow strength from one another',
  h_m01_size:
    'as h_m01, and log α changes by γ_size for each alternative that a menu has above the mean size: sensitivity may depend on how much there is to choose from',
  h_m01_pools:
    'as h_m01, and cells whose items come from one pool share a further deviation: what a pool does to α is told apart from what a cell does',
};

/** A sentence on what a model takes and assumes, flat or hierarchical. */
export const aboutModel = (name: string): string =>
  Object.hasOwn(HIERARCHICAL_PRESETS, name) ? HIERARCHICAL_WORDS[name] : modelWords(SEU_PRESETS[name]);

export interface ModelOffer {
  readonly name: string;
  /** Why the data do not allow it, or null. */
  readonly refused: string | null;
}

/** Every preset, those that the content does not allow with what they need. */
export const modelOffers = (content: SeuContent): readonly ModelOffer[] =>
  Object.keys(SEU_PRESETS).map((name) => {
    const parsed = modelFor(name, content);
    return { name, refused: parsed.ok ? null : `needs ${parsed.faults[0].needed}` };
  });

/** Presets that every one of the contents allows. */
export const commonModels = (contents: readonly SeuContent[]): readonly string[] =>
  Object.keys(SEU_PRESETS).filter((name) => contents.every((content) => modelFor(name, content).ok));

/** The model that the catalogue's source fitted, else the simplest that uses all the choices. */
export function suggestedModel({ source, content }: Dataset, catalog: Catalog | null): string {
  const entry = catalog?.entries.find(({ address }) => address === source.address);
  if (entry && modelFor(entry.model, content).ok) return entry.model;
  return content.risky ? 'm_1' : 'm_0';
}
