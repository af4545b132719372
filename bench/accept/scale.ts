// How long acceptance runs are: whole, or short ones that only show that everything works.

/** Number of draws to run for a stated number. */
export type Scale = (draws: number) => number;

const SHORT = 16;

export const wholeScale: Scale = (draws) => draws;
export const shortScale: Scale = (draws) => Math.ceil(draws / SHORT);
