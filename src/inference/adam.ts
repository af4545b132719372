// Adam (Kingma and Ba 2015) with early stopping on a validation loss, as the belief paper fits its models.
import { finish, type InSteps } from './in-steps.ts';

/** A loss to descend and another to watch. */
export interface WatchedLoss {
  readonly dimension: number;
  /** Training and validation loss at `position`; writes the gradient of the training loss. */
  evaluate(
    position: Float64Array,
    gradient: Float64Array,
  ): { readonly loss: number; readonly validation: number };
}

export interface AdamSettings {
  readonly rate: number;
  readonly firstDecay: number;
  readonly secondDecay: number;
  readonly epsilon: number;
  readonly maxEpochs: number;
  /** Epochs without improvement of the validation loss after which the descent ends. */
  readonly patience: number;
  /** An improvement counts where it exceeds this. */
  readonly minImprovement: number;
}

/** A.3: learning rate 0.02, at most 30,000 epochs, patience 500, minimum improvement 1e-5; Adam's own defaults. */
export const PAPER_ADAM: AdamSettings = {
  rate: 0.02,
  firstDecay: 0.9,
  secondDecay: 0.999,
  epsilon: 1e-8,
  maxEpochs: 30000,
  patience: 500,
  minImprovement: 1e-5,
};

export interface AdamResult {
  /** Position with the best validation loss. */
  readonly position: Float64Array;
  readonly loss: number;
  readonly validation: number;
  /** Epochs done, and the one whose position is returned; 0 is the start. */
  readonly epochs: number;
  readonly bestEpoch: number;
}

interface Moments {
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Powers of the decay rates, which correct the bias of moments that began at zero. */
  firstPower: number;
  secondPower: number;
}

/** One step down, in place. */
function step(
  position: Float64Array,
  gradient: Float64Array,
  moments: Moments,
  settings: AdamSettings,
): void {
  const { rate, firstDecay, secondDecay, epsilon } = settings;
  const { first, second } = moments;
  moments.firstPower *= firstDecay;
  moments.secondPower *= secondDecay;
  const size = rate / (1 - moments.firstPower);
  const correction = Math.sqrt(1 - moments.secondPower);
  for (let i = 0; i < position.length; i++) {
    first[i] = firstDecay * first[i] + (1 - firstDecay) * gradient[i];
    second[i] = secondDecay * second[i] + (1 - secondDecay) * gradient[i] * gradient[i];
    position[i] -= (size * first[i]) / (Math.sqrt(second[i]) / correction + epsilon);
  }
}

/** Descends from `start` until the validation loss stops improving, an epoch a piece. Deterministic. */
export function* descendInSteps(
  loss: WatchedLoss,
  start: Float64Array,
  settings: AdamSettings = PAPER_ADAM,
): InSteps<AdamResult> {
  const position = start.slice();
  const gradient = new Float64Array(loss.dimension);
  const moments: Moments = {
    first: new Float64Array(loss.dimension),
    second: new Float64Array(loss.dimension),
    firstPower: 1,
    secondPower: 1,
  };
  loss.evaluate(position, gradient);
  let best: AdamResult = { position: start, loss: Infinity, validation: Infinity, epochs: 0, bestEpoch: 0 };
  let epochs = 0;
  while (epochs < settings.maxEpochs && epochs - best.bestEpoch < settings.patience) {
    step(position, gradient, moments, settings);
    epochs++;
    const { loss: value, validation } = loss.evaluate(position, gradient);
    if (validation < best.validation - settings.minImprovement)
      best = { position: position.slice(), loss: value, validation, epochs, bestEpoch: epochs };
    yield;
  }
  return { ...best, epochs };
}

/** Descends to the end at once. */
export const descend = (
  loss: WatchedLoss,
  start: Float64Array,
  settings: AdamSettings = PAPER_ADAM,
): AdamResult => finish(descendInSteps(loss, start, settings));
