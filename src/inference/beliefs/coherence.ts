// Everything that a verdict on coherence needs of a cell: held-out scores across folds, and both tests behind it.
import { randomStream } from '../../math/random.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefReader, summarisePosterior, type BeliefReader } from '../../models/beliefs/posterior.ts';
import { answersTo } from '../../models/beliefs/predict.ts';
import { testNoLatent } from '../../statistics/beliefs/no-latent.ts';
import type { PermutationTest } from '../../statistics/permutation.ts';
import type { InSteps } from '../in-steps.ts';
import { fitBeliefsInSteps } from './fit.ts';
import { heldOutScores, PREDICTORS, type HeldOutScores } from './held-out-scores.ts';
import { testOneLatentInSteps, type OneLatentTest } from './one-latent.ts';
import type { BeliefRows } from './parts.ts';

export interface CoherenceSettings {
  readonly seed: number;
  readonly clip: number;
  /** Simulated studies behind "one latent suffices". */
  readonly simulations: number;
  /** Permutations behind "no latent". */
  readonly permutations: number;
}

export interface CoherenceWork {
  /** Rows of the cell that were tested, fold after fold; scores and beliefs are in their order. */
  readonly tested: readonly number[];
  readonly scores: HeldOutScores;
  /** ẑ of the tested cases given all their answers, by fits that never saw them. */
  readonly beliefs: Float64Array;
  readonly oneLatent: OneLatentTest;
  readonly noLatent: PermutationTest;
}

interface FoldWork {
  readonly test: readonly number[];
  readonly scores: HeldOutScores;
  readonly beliefs: Float64Array;
}

function beliefsOf(reader: BeliefReader, cell: BeliefCell): Float64Array {
  return summarisePosterior(reader.model, reader.posterior(cell, [...cell.outputs.keys()])).mean;
}

/** Verdicts are about the main model, fitted with weak priors. */
const FITTING = { kind: 'linear', estimator: 'map' } as const;

function* foldWork(cell: BeliefCell, rows: BeliefRows, clip: number): InSteps<FoldWork> {
  const { train, test } = rows;
  const { model, theta } = yield* fitBeliefsInSteps(cell, { train, validation: [] }, { ...FITTING, clip });
  const reader = beliefReader(model, theta, { clip });
  const scores = yield* heldOutScores(cell, rows, reader, clip);
  return { test, scores, beliefs: beliefsOf(reader, selectCases(cell, test)) };
}

/** Scores output after output over the cases of all folds. */
function joinScores(folds: readonly FoldWork[], outputs: number): HeldOutScores {
  const total = folds.reduce((sum, { test }) => sum + test.length, 0);
  const joined = PREDICTORS.map((predictor) => {
    const all = new Float64Array(outputs * total);
    for (let j = 0; j < outputs; j++) {
      let at = j * total;
      for (const { test, scores } of folds) {
        all.set(scores[predictor].subarray(j * test.length, (j + 1) * test.length), at);
        at += test.length;
      }
    }
    return [predictor, all] as const;
  });
  return Object.fromEntries(joined) as HeldOutScores;
}

/** Runs folds (those with training and test cases) and tests; the tests are of the cases tested, together. */
export function* coherenceWork(
  cell: BeliefCell,
  folds: readonly BeliefRows[],
  { seed, clip, simulations, permutations }: CoherenceSettings,
): InSteps<CoherenceWork> {
  const done: FoldWork[] = [];
  for (const rows of folds)
    if (rows.train.length > 0 && rows.test.length > 0) done.push(yield* foldWork(cell, rows, clip));
  const tested = done.flatMap(({ test }) => test);
  const own = selectCases(cell, tested);
  const all = { train: [...own.cases.keys()], validation: [] };
  const fit = yield* fitBeliefsInSteps(own, all, { ...FITTING, clip });
  return {
    tested,
    scores: joinScores(done, cell.outputs.length),
    beliefs: Float64Array.from(done.flatMap(({ beliefs }) => Array.from(beliefs))),
    oneLatent: yield* testOneLatentInSteps(own, fit, { simulations, seed, clip }),
    noLatent: testNoLatent(
      own.outputs.map((_, j) => answersTo(own, j)),
      randomStream(seed, 0, 0),
      permutations,
    ),
  };
}
