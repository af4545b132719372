// Replicates of the belief models: a truth from the priors, answers simulated at it, and what is fitted.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { QuantityOptions, Replicate, Replication } from '../replication.ts';
import type { BeliefCell, BeliefOutput } from './cell.ts';
import { beliefLikelihood, patternWeights } from './likelihood.ts';
import { beliefModel, type BeliefModel } from './model.ts';
import { beliefQuantities } from './quantities.ts';
import { beliefFrame, type BeliefPosteriorModel } from './sampling.ts';
import { drawTheta, isWithinClip, simulateCell } from './truth.ts';

/** What the sampler is given of a replicate. */
export interface BeliefFitted {
  readonly model: BeliefPosteriorModel;
  readonly cell: BeliefCell;
}

/** A study of one model, which generates and is fitted. */
export interface BeliefStudy {
  readonly model: BeliefPosteriorModel;
  readonly outputs: readonly BeliefOutput[];
  readonly cases: number;
  /** Projections of the standardised parameters; there is no ψ, and there are no combinations. */
  readonly quantities: QuantityOptions;
}

interface Simulated {
  readonly theta: Float64Array;
  readonly cell: BeliefCell;
}

/** The chain whose numbers truths and their answers read. */
const TRUTH_CHAIN = 2;
const MOST_ATTEMPTS = 10_000;

/**
 * Truth and answers of replicate `index`. Where a report is beyond the clip both are drawn again: the likelihood has a
 * density there, not a probability. What is left out goes by the answers alone, so posteriors stay what they are, and
 * ranks uniform.
 */
function simulate(
  model: BeliefModel,
  { model: { priors, clip }, cases }: BeliefStudy,
  seed: number,
  index: number,
): Simulated {
  const random = randomStream(seed, 0, TRUTH_CHAIN);
  random.seek(index, SITE.truth);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const theta = drawTheta(model, priors, random);
    const cell = simulateCell(model, theta, cases, random);
    if (isWithinClip(cell, clip)) return { theta, cell };
  }
  throw new Error(`replicate ${index}: a report beyond ${clip} of 0 or 1 in each of ${MOST_ATTEMPTS} cells`);
}

export function beliefReplication(study: BeliefStudy, seed: number): Replication<BeliefFitted> {
  const { name, priors, clip } = study.model;
  const model = beliefModel(name, study.outputs);
  const { names, write } = beliefQuantities(model, priors, study.quantities.projections, seed);
  const drawn = new Float64Array(model.layout.dimension);

  function replicate(index: number): Replicate<BeliefFitted> {
    const { theta, cell } = simulate(model, study, seed, index);
    const likelihood = beliefLikelihood(model, cell, { clip });
    const weights = patternWeights(likelihood);
    const truth = new Float64Array(names.length);
    write(theta, likelihood.evaluate(theta, weights, null), index, truth);
    return {
      fitted: { model: study.model, cell },
      truth,
      evaluate(position, _, out) {
        beliefFrame(study.model, cell).toTheta(position, drawn);
        write(drawn, likelihood.evaluate(drawn, weights, null), index, out);
      },
    };
  }

  return { quantities: names, replicate };
}
