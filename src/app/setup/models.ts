// Which models a dataset admits, what each is in one line, and which one to begin with.
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset, SeuContent } from '../../formats/dataset.ts';
import { modelFor } from '../../instruments/seu/encode.ts';
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
