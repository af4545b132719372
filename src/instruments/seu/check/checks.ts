// What a fitted model says of the choices of one condition that a posterior alone does not show.
import type { SeuContent } from '../../../formats/dataset.ts';
import { randomStream } from '../../../math/random.ts';
import type { FitReport } from '../report.ts';
import { ANALYSIS_CHAIN } from '../streams.ts';
import { agreementChecks, type AgreementCheck } from './agreement.ts';
import { defaultParts, singleAlphaCheck, type SingleAlphaCheck } from './blocks.ts';
import { seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import { leftOutCheck, type FoldFit, type LeftOutCheck } from './left-out.ts';
import { positionCheck, shownChoices, type PositionCheck } from './position.ts';
import { baseProblems } from './problems.ts';

/** Which random numbers checks read: the plan's seed and the condition's place in it. */
export interface CheckStream {
  readonly seed: number;
  readonly condition: number;
}

/** The checks whose p-values come from one replicate a draw. */
export interface PredictiveChecks {
  /** Presentations of one problem: how often they agree, beside replicates that are independent given a draw. */
  readonly agreement: readonly AgreementCheck[];
  readonly single_alpha: SingleAlphaCheck;
}

export interface ConditionChecks extends PredictiveChecks {
  readonly label: string;
  /** What stands for a base problem, in a sentence. */
  readonly problems: string;
  readonly position: PositionCheck;
  readonly left_out: LeftOutCheck;
}

export function predictiveChecks(
  choices: readonly ChoiceDraws[],
  { seed, condition }: CheckStream,
): PredictiveChecks {
  const stream = (name: 'agreement' | 'singleAlpha') => randomStream(seed, condition, ANALYSIS_CHAIN[name]);
  return {
    agreement: agreementChecks(choices[0], stream('agreement')),
    single_alpha: singleAlphaCheck(defaultParts(choices), stream('singleAlpha')),
  };
}

/** `refits` without some problems each take the place of importance weights where they are at hand. */
export function conditionChecks(
  report: FitReport,
  content: SeuContent,
  stream: CheckStream,
  refits: readonly FoldFit[] = [],
): ConditionChecks {
  const choices = seuChoiceDraws(report.model, content, report.draws);
  const random = randomStream(stream.seed, stream.condition, ANALYSIS_CHAIN.position);
  return {
    label: report.label,
    problems: baseProblems(content.uncertain).note,
    ...predictiveChecks(choices, stream),
    position: positionCheck(shownChoices(content.uncertain), random),
    left_out: leftOutCheck(report.model, content, choices, refits),
  };
}
