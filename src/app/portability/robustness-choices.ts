// Which variants of a robustness study stand side by side: one of predictor, bins and sources moves, the others are held.
import type { VariantAxis } from '../../charts/portability-robustness.ts';
import type { RobustnessReport, VariantReport } from '../../instruments/portability/robustness/report.ts';
import { PREDICTOR_WORDS } from '../../instruments/portability/robustness/words.ts';
import type { VariantPredictor } from '../../statistics/portability/robustness-parts.ts';

export interface RobustnessChoices {
  readonly games: readonly string[];
  readonly predictors: readonly VariantPredictor[];
  /** Those whose distance has bins; all of them where there is none. */
  readonly scalar: readonly VariantPredictor[];
  readonly bins: readonly number[];
  readonly sources: readonly number[];
}

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
const ascending = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);

export function robustnessChoices({ variants }: RobustnessReport): RobustnessChoices {
  const predictors = distinct(variants.map(({ predictor }) => predictor));
  const scalar = predictors.filter((name) => name !== 'choice');
  return {
    games: distinct(variants.map(({ game }) => game)),
    predictors,
    scalar: scalar.length > 0 ? scalar : predictors,
    bins: ascending(distinct(variants.flatMap(({ bins }) => bins ?? []))),
    sources: ascending(distinct(variants.map(({ sources }) => sources))),
  };
}

export interface Held {
  readonly game: string;
  readonly predictor: VariantPredictor | undefined;
  readonly bins: number;
  readonly sources: number;
}

export interface ShownVariants {
  readonly axis: VariantAxis;
  readonly variants: readonly VariantReport[];
  /** What is held, as the subtitle says it. */
  readonly fixed: string;
}

/** A figure by predictor always; by bins and by sources where there are several. */
export function shownVariants(report: RobustnessReport, held: Held): readonly ShownVariants[] {
  const own = report.variants.filter(({ game }) => game === held.game);
  const { bins, sources, scalar } = robustnessChoices({ ...report, variants: own });
  const inBins = ({ bins: count }: VariantReport): boolean => count === null || count === held.bins;
  const ofSources = (variant: VariantReport): boolean => variant.sources === held.sources;
  const ofPredictor = (variant: VariantReport): boolean => variant.predictor === held.predictor;
  const name = held.predictor ? PREDICTOR_WORDS[held.predictor] : '';
  const all: readonly ShownVariants[] = [
    {
      axis: 'predictor',
      variants: own.filter((variant) => inBins(variant) && ofSources(variant)),
      fixed: `${bins.length > 0 ? `B = ${held.bins}, ` : ''}|S| = ${held.sources}; the law of the action needs no bins.`,
    },
    {
      axis: 'bins',
      variants: bins.length > 1 ? own.filter((variant) => ofPredictor(variant) && ofSources(variant)) : [],
      fixed: `${name}, |S| = ${held.sources}.`,
    },
    {
      axis: 'sources',
      variants: sources.length > 1 ? own.filter((variant) => ofPredictor(variant) && inBins(variant)) : [],
      fixed: scalar.includes('choice') ? `${name}.` : `${name}, B = ${held.bins}.`,
    },
  ];
  return all.filter(({ variants }) => variants.length > 0);
}
