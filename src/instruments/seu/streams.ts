// Random numbers of what is computed from finished draws: chains that no fit has, so that page and command agree.
const FIRST = 1 << 21;

export const ANALYSIS_CHAIN = {
  singleAlpha: FIRST,
  agreement: FIRST + 1,
  resolution: FIRST + 2,
  folds: FIRST + 3,
  position: FIRST + 4,
  simulated: FIRST + 5,
} as const;
