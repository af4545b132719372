// What a verdict on coherence rests on, as rows: held-out log scores fold by fold, and the tests of one latent and of none.
import { randomStream } from '../../math/random.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefReader, summarisePosterior } from '../../models/beliefs/posterior.ts';
import { answersTo } from '../../models/beliefs/predict.ts';
import { testNoLatent } from '../../statistics/beliefs/no-latent.ts';
import type { InSteps } from '../in-steps.ts';
import type { NamedRow } from './fit-rows.ts';
import { fitBeliefsInSteps } from './fit.ts';
import { heldOutScores } from './held-out-scores.ts';
import { testOneLatentInSteps } from './one-latent.ts';
import type { BeliefRows, BeliefWork, JudgedPart } from './parts.ts';

export interface JudgeJob {
  readonly cell: BeliefCell;
  /** A fold, or all cases as training rows. */
  readonly rows: BeliefRows;
  readonly settings: BeliefWork;
  readonly seed: number;
}

/** Verdicts are about the main model, fitted with weak priors. */
const FITTING = { kind: 'linear', estimator: 'map' } as const;

const fitted = ({ cell, rows, settings: { clip } }: JudgeJob) =>
  fitBeliefsInSteps(cell, { train: rows.train, validation: [] }, { ...FITTING, clip });

/** Log scores of a fold's test cases by the latent, by base rates and by a saturated regression; and their beliefs. */
function* foldScores(job: JudgeJob): InSteps<NamedRow> {
  const { cell, rows, settings } = job;
  const { model, theta } = yield* fitted(job);
  const reader = beliefReader(model, theta, { clip: settings.clip });
  const scores = yield* heldOutScores(cell, rows, reader, settings.clip);
  const posterior = reader.posterior(selectCases(cell, rows.test), [...cell.outputs.keys()]);
  return { ...scores, belief: summarisePosterior(model, posterior).mean };
}

/** Both tests on the training rows together. */
function* latentTests(job: JudgeJob): InSteps<NamedRow> {
  const { cell, rows, settings, seed } = job;
  const { clip, oneLatent, noLatent } = settings;
  const fit = yield* fitted(job);
  const own = selectCases(cell, rows.train);
  const { p, pairs } = yield* testOneLatentInSteps(own, fit, { simulations: oneLatent, seed, clip });
  const columns = own.outputs.map((_, j) => answersTo(own, j));
  const none = testNoLatent(columns, randomStream(seed, 0, 0), noLatent);
  return {
    one_latent_p: [p],
    no_latent_p: [none.p],
    no_latent_statistic: [none.statistic],
    q3: pairs.map((pair) => pair.q3),
    q3_expected: pairs.map(({ expected }) => expected),
    q3_p: pairs.map((pair) => pair.p),
    score: pairs.map(({ score }) => score),
  };
}

export const judgeRow = (job: JudgeJob, part: JudgedPart): InSteps<NamedRow> =>
  part === 'coherence' ? foldScores(job) : latentTests(job);
