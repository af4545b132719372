// Replicates of the SEU models: a truth from the prior (or a posterior), choices at it, and the part that is fitted.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { QuantityOptions, Replicate, Replication } from '../replication.ts';
import { multiply } from './beliefs.ts';
import { menuCount, type MenuBlock, type SeuData } from './data.ts';
import { expander } from './expand.ts';
import type { Fault } from './faults.ts';
import { drawChoice, menuProbabilities } from './predictive.ts';
import type { SeuModel } from './presets.ts';
import { linkPrior, lognormalAt, omegaAt, pointState, priorDraws, type PriorDraws } from './prior-draws.ts';
import type { SeuPoint } from './point.ts';
import { likelihoodOf, quantityNames, quantityWriter, referencePoint } from './quantities.ts';
import { joinData, subsetOf, type MenuSubset } from './subset.ts';

/** What the sampler is given of a replicate. */
export interface SeuFitted {
  readonly model: SeuModel;
  readonly data: SeuData;
  readonly fault: Fault | null;
}

/** A study of one model: what generates, what is fitted. */
export interface SeuStudy {
  /** Truths and choices come from this model on the menus of `design`. */
  readonly model: SeuModel;
  readonly design: SeuData;
  readonly fitted: SeuModel;
  readonly menus: MenuSubset;
  readonly fault: Fault | null;
  /**
   * Truths from a posterior instead of the prior: rows of [α, ω, β row by row, δ]. The fit then sees the choices of
   * `design` as well as the simulated ones, which makes the study conditional on them.
   */
  readonly posterior: Float64Array | null;
  readonly quantities: QuantityOptions;
}

/** The chain whose numbers a replicate's choices read. */
const CHOICE_CHAIN = 4;

function chooseFrom(menus: MenuBlock, a: number, eta: Float64Array, uniform: () => number): MenuBlock {
  const chosen = Int32Array.from({ length: menuCount(menus) }, (_, m) =>
    drawChoice(menuProbabilities(menus, m, a, eta), uniform()),
  );
  return { ...menus, chosen };
}

/** The design with choices of the agent `point`, from the choice site of iteration `index`. */
function simulate(design: SeuData, point: SeuPoint, seed: number, index: number): SeuData {
  const random = randomStream(seed, 0, CHOICE_CHAIN);
  random.seek(index, SITE.choice);
  const uniform = (): number => random.uniform53();
  const uncertain = chooseFrom(design.uncertain, point.alpha, point.eta, uniform);
  const { risky } = design;
  return {
    ...design,
    uncertain,
    risky: risky && { ...risky, menus: chooseFrom(risky.menus, point.omega, point.etaRisky, uniform) },
  };
}

/** Truths of replicates: prior draws, or rows of a posterior taken in turn. */
function truthsOf({ model, design, posterior }: SeuStudy, seed: number): (index: number) => SeuPoint {
  const draws = priorDraws(model, design, seed);
  if (posterior !== null) return posteriorTruths(posterior, design);
  return (index) => priorTruth(model, draws, index);
}

function priorTruth(model: SeuModel, { draw, state }: PriorDraws, index: number): SeuPoint {
  draw(index);
  const alpha = lognormalAt(model.priors.alpha, state.zAlpha);
  return { ...state, alpha, omega: omegaAt(model.link, linkPrior(model), alpha, state.zLink) };
}

function posteriorTruths(rows: Float64Array, design: SeuData): (index: number) => SeuPoint {
  const { consequences: K, dimensions: D } = design;
  const width = 2 + K * D + K - 1;
  return (index) => {
    const at = (index % (rows.length / width)) * width;
    const beta = rows.slice(at + 2, at + 2 + K * D);
    const delta = rows.slice(at + 2 + K * D, at + width);
    return { ...pointState(design, beta, delta), alpha: rows[at], omega: rows[at + 1] };
  };
}

/** What `fitted` reads of a data set: a model of uncertain choices alone has no lotteries. */
const readBy = (fitted: SeuModel, data: SeuData): SeuData =>
  fitted.link === 'none' ? { ...data, risky: null } : data;

/** η of the design's lotteries at a draw's υ, which a model of uncertain choices alone does not compute. */
function lotteryUtilities({ risky, consequences: K }: SeuData): (upsilon: Float64Array) => Float64Array {
  const eta = new Float64Array(risky?.lotteries ?? 0);
  return (upsilon) => {
    if (risky) multiply(risky.probabilities, 0, eta.length, K, upsilon, 0, eta, 0);
    return eta;
  };
}

export function seuReplication(study: SeuStudy, seed: number): Replication<SeuFitted> {
  const { model, design, fitted, menus, fault, quantities } = study;
  const truthOf = truthsOf(study, seed);
  const names = quantityNames(model, design, quantities);
  const write = quantityWriter(model, design, quantities, seed);
  const etaRisky = lotteryUtilities(design);

  function replicate(index: number): Replicate<SeuFitted> {
    const point = truthOf(index);
    const simulated = simulate(design, point, seed, index);
    const seen = subsetOf(simulated, menus);
    const data = readBy(fitted, study.posterior === null ? seen : joinData(design, seen));
    const whole = study.posterior === null ? simulated : joinData(design, simulated);
    const likelihood = likelihoodOf(whole);
    const reference = referencePoint(seed, index, model, design);
    const truth = new Float64Array(names.length);
    write(point, likelihood(point), reference, truth);
    const random = randomStream(seed, 1, index);
    const { expand } = expander(fitted, data, random);
    const evaluate = (position: Float64Array, draw: number, out: Float64Array): void => {
      const { state, alpha, omega, beta } = expand(position, draw);
      const drawn = { ...state, etaRisky: etaRisky(state.upsilon), alpha, omega, beta };
      write(drawn, likelihood(drawn), reference, out);
    };
    return { fitted: { model: fitted, data, fault }, truth, evaluate };
  }

  return { quantities: names, replicate };
}
