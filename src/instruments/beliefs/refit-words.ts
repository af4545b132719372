// What refits to drawn cases found in sentences, and how their intervals differ from those of the delta method.
import { integer, percent } from '../seu/views/number-format.ts';
import type { RefitsReport, RefitThreshold } from './report-types/thresholds.ts';

type Told = RefitThreshold & { readonly nominal: number; readonly lower: number; readonly upper: number };

const isTold = (row: RefitThreshold): row is Told =>
  row.nominal !== null && row.caution === null && row.lower !== null && row.upper !== null;

const drawnWords = ({ refits, landed, cases }: RefitsReport): string =>
  `${integer(landed)}${landed < refits ? ` of ${integer(refits)}` : ''} refits, each to ${integer(cases)} training cases drawn with replacement`;

function toldWords({ thresholds }: RefitsReport): string {
  const told = thresholds.filter(isTold);
  if (told.length === 0) return 'no threshold of an instructed decision means anything';
  const instructed = thresholds.filter(({ nominal }) => nominal !== null).length;
  const of =
    told.length < instructed
      ? ` (${told.length} of ${instructed} decisions have one that means something)`
      : '';
  const apart = told.filter(({ nominal, lower, upper }) => nominal < lower || nominal > upper).length;
  return `${apart} of ${told.length} thresholds have 95\u202f% intervals that leave out the instruction${of}`;
}

/** Decisions some of whose refits have slopes near 0: the commonest first. */
function weakWords({ thresholds }: RefitsReport): string {
  const weak = thresholds
    .filter((row) => row.weak > 0)
    .sort((a, b) => b.weakShare - a.weakShare)
    .map(({ prompt, weakShare }) => `${prompt} (${percent(weakShare, 1)})`);
  return weak.length === 0
    ? ''
    : ` Slopes so near 0 that a threshold means nothing, counted all the same: ${weak.join(', ')} of refits.`;
}

export const refitWords = (report: RefitsReport): string =>
  `Over ${drawnWords(report)}, ${toldWords(report)}.${weakWords(report)}`;

/** What either interval of a threshold holds fixed. */
export const INTERVAL_WORDS =
  'Two intervals of a threshold differ in what they hold fixed. The delta method keeps the training cases, takes the ' +
  'model as true, and reads the spread off the curvature at the optimum. Refits keep the model and draw the cases anew: ' +
  'they suppose no curvature, and no prior that parameters are drawn from, but with few cases they come out too short. ' +
  'Where the two disagree, the likelihood is lopsided, or the answers scatter otherwise than the model has them.';
