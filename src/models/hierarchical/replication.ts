// Replicates of the hierarchical models: a truth from the prior, choices at it in every cell, and what is fitted.
import { randomStream } from '../../math/random.ts';
import type { QuantityOptions, Replicate, Replication } from '../replication.ts';
import { pointState } from '../seu/prior-draws.ts';
import type { HierarchicalData } from './data.ts';
import { hierarchicalExpander, type HierarchicalDraw } from './expand.ts';
import type { HierarchicalPoint } from './point.ts';
import type { HierarchicalModel } from './presets.ts';
import { hierarchicalLikelihood, hierarchicalQuantities, hierarchicalWriter } from './quantities.ts';
import { simulateChoices } from './simulate.ts';
import { drawTruth, type HierarchicalTruth } from './truth.ts';

/** What the sampler is given of a replicate. */
export interface HierarchicalFitted {
  readonly model: HierarchicalModel;
  readonly data: HierarchicalData;
}

/** A study of one model: what generates, what is fitted; both have the same effects. */
export interface HierarchicalStudy {
  /** Truths and choices come from this model on the menus of `design`. */
  readonly model: HierarchicalModel;
  readonly design: HierarchicalData;
  readonly fitted: HierarchicalModel;
  readonly quantities: QuantityOptions;
}

/** The chains whose numbers truths and choices read. */
const TRUTH_CHAIN = 2;
const CHOICE_CHAIN = 4;

function pointOfTruth({ cells }: HierarchicalData, truth: HierarchicalTruth): HierarchicalPoint {
  const states = cells.map((cell, j) => pointState(cell, truth.beta[j], truth.delta));
  return {
    ...truth,
    upsilon: states[0].upsilon,
    eta: states.map(({ eta }) => eta),
    psi: states.map(({ psi }) => psi),
  };
}

const pointOfDraw = (drawn: HierarchicalDraw): HierarchicalPoint => ({
  ...drawn,
  alpha: Float64Array.from(drawn.cells, ({ alpha }) => alpha),
  eta: drawn.cells.map(({ eta }) => eta),
  psi: drawn.cells.map(({ psi }) => psi),
});

function checkEffects({ model, fitted }: HierarchicalStudy): void {
  if (model.sizeEffect !== fitted.sizeEffect || model.poolEffect !== fitted.poolEffect)
    throw new Error(`a study of ${model.name} fitted by ${fitted.name}: needed the same effects in both`);
}

/** Throws where the two models differ in their effects: their quantities would not correspond. */
export function hierarchicalReplication(
  study: HierarchicalStudy,
  seed: number,
): Replication<HierarchicalFitted> {
  checkEffects(study);
  const { model, design, fitted, quantities } = study;
  const names = hierarchicalQuantities(model, design, quantities);
  const write = hierarchicalWriter(model, design, quantities, seed);

  function replicate(index: number): Replicate<HierarchicalFitted> {
    const drawn = drawTruth(model, design, randomStream(seed, 0, TRUTH_CHAIN), index);
    const data = simulateChoices(design, drawn, randomStream(seed, 0, CHOICE_CHAIN), index);
    const point = pointOfTruth(design, drawn);
    const truth = new Float64Array(names.length);
    write(point, hierarchicalLikelihood(model, data)(point), index, truth);
    const { expand } = hierarchicalExpander(fitted, data, randomStream(seed, 1, index));
    const evaluate = (position: Float64Array, draw: number, out: Float64Array): void => {
      const expanded = expand(position, draw);
      write(pointOfDraw(expanded), expanded.logLikelihood, index, out);
    };
    return { fitted: { model: fitted, data }, truth, evaluate };
  }

  return { quantities: names, replicate };
}
