// How long acceptance runs are: whole, or short ones that only show that everything works.

export interface RunSize {
  readonly chains: number;
  /** Draws per chain. */
  readonly draws: number;
}

/** The size of a run that is to have `draws` draws in `chains` chains. */
export type Scale = (draws: number, chains: number) => RunSize;

const SHORT = 16;
const SHORT_CHAINS = 4;

export const wholeScale: Scale = (draws, chains) => ({ chains, draws: Math.ceil(draws / chains) });

/** A sixteenth of the draws, in few chains, so that R-hat still says something. */
export const shortScale: Scale = (draws, chains) => wholeScale(draws / SHORT, Math.min(chains, SHORT_CHAINS));

/** How many of `replicates` a study has. */
export const sized = (scale: Scale, replicates: number): number => scale(replicates, 1).draws;
