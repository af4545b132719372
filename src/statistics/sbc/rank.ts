// The rank of a truth among draws: the only number that simulation-based calibration takes from a fit.

/**
 * Number of draws below `truth`, plus a uniformly random number 0 … m where m draws equal it: 0 … draws.length.
 * `uniform` in [0, 1) decides among ties and comes from the caller's stream. Throws where truth or a draw is NaN.
 */
export function rankOf(truth: number, draws: ArrayLike<number>, uniform: number): number {
  if (!(uniform >= 0 && uniform < 1)) throw new RangeError(`uniform ${uniform} is not within [0, 1)`);
  let below = 0;
  let equal = 0;
  for (let i = 0; i < draws.length; i++) {
    if (draws[i] < truth) below++;
    else if (draws[i] === truth) equal++;
    else if (!(draws[i] > truth))
      throw new RangeError(`truth ${truth} cannot be ranked: draw ${i + 1} is ${draws[i]}`);
  }
  return below + Math.floor(uniform * (equal + 1));
}

/** How far the reported posterior missed, in its own standard deviations: (truth − mean) / sd, as the R package SBC has it. */
export const zScore = (truth: number, mean: number, sd: number): number => (truth - mean) / sd;

/** 1 − (posterior sd / prior sd)²: 0 where the data said nothing, 1 where they said everything. */
export const contraction = (sd: number, priorSd: number): number => 1 - (sd / priorSd) * (sd / priorSd);
