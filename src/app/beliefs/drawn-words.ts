// What the rail says of draws from a posterior: scores and thresholds once the chains have converged, else that they have not.
import { boundedText } from '../../charts/beliefs-bounded.ts';
import { convergenceWord } from '../../instruments/beliefs/posterior/convergence-words.ts';
import { tooFewTold } from '../../instruments/beliefs/posterior/words.ts';
import { worstSeverity } from '../../statistics/diagnostic.ts';
import type { PosteriorCell } from '../../workers/beliefs-posterior.ts';
import { stateOfSeverity } from '../components/state.ts';
import type { StepWord } from '../workflow/step-links.ts';
import type { ResultStep } from './results.ts';

/** Steps beside the fit that read one cell. */
export type CellStep = Exclude<ResultStep, 'fit'>;

const NOT_RUN: StepWord = { state: 'idle', word: 'not run' };
const fine = (word: string): StepWord => ({ state: 'fine', word });

type Drawn = NonNullable<PosteriorCell['estimates']>;

const scoreWord = ({ scores }: Drawn): StepWord => {
  if (scores === null) return NOT_RUN;
  const { mean, q5, q95 } = scores.reports_to_decisions.concordance;
  return fine(boundedText({ value: mean, lower: q5, upper: q95 }));
};

function drawnThresholdWord({ thresholds }: Drawn): StepWord {
  if (tooFewTold(thresholds)) return { state: 'look', word: 'cannot tell' };
  const told = thresholds.filter(({ nominal, caution }) => nominal !== null && caution === null);
  if (told.length === 0) return { state: 'idle', word: 'none' };
  const apart = told.filter(({ nominal, q5, q95 }) => nominal! < q5 || nominal! > q95).length;
  const word = `${apart} of ${told.length} shifted`;
  return apart > told.length / 2 ? { state: 'look', word } : fine(word);
}

const NOT_OF_DRAWS: StepWord = { state: 'idle', word: 'with MAP' };

/** Words of the steps that read draws; the others come with a fit. */
const DRAWN_WORDS = {
  coherence: scoreWord,
  thresholds: drawnThresholdWord,
  generalisation: () => NOT_OF_DRAWS,
  sufficiency: () => NOT_OF_DRAWS,
  instances: () => NOT_OF_DRAWS,
} as const satisfies Readonly<Record<CellStep, (drawn: Drawn) => StepWord>>;

/** What draws say, once they may be read; until then that they may not. */
export function drawnWord(step: CellStep, drawn: Drawn): StepWord {
  const word = DRAWN_WORDS[step](drawn);
  const severity = worstSeverity(drawn.diagnostics);
  if (word.state === 'idle' || severity === 'fine' || severity === 'na') return word;
  const judged = convergenceWord(drawn.diagnostics);
  return { state: stateOfSeverity(severity), word: judged === 'look here' ? word.word : judged };
}
