// What full Bayes found in sentences, what has not converged first.
import { fixed, fraction, integer, percent } from '../../seu/views/number-format.ts';
import { cautionWords } from '../threshold-words.ts';
import { convergenceWords, whyLook } from './convergence-words.ts';
import type { PosteriorCellReport, PosteriorEstimates } from './report.ts';
import type { ScoreSummary } from './scores.ts';
import type { PosteriorDifference, PosteriorThreshold } from './thresholds.ts';

/** What brackets of a posterior's scores hold, and what they hold fixed. */
export const OVER_DRAWS = '90\u202f% of posterior draws, the test cases as they are';

const shareWords = ({ mean, q5, q95 }: ScoreSummary): string =>
  `${percent(mean)} [${integer(100 * q5)}, ${integer(100 * q95)}]`;

/** How well each kind of prompt orders the other's answers, and how sure that is. */
export function scoreWords({ scores }: PosteriorEstimates): string {
  if (scores === null) return 'No held-out answer could be predicted from others.';
  return (
    `Over the posterior, reports order held-out decisions correctly in ${shareWords(scores.reports_to_decisions.concordance)} ` +
    `of pairs, and decisions order reports in ${shareWords(scores.decisions_to_reports.concordance)} (${OVER_DRAWS}).`
  );
}

type Told = PosteriorThreshold & { readonly nominal: number };

const isTold = (row: PosteriorThreshold): row is Told => row.nominal !== null && row.caution === null;

/** "under bet they lie 1.04 [0.76, 1.49] logits above those under threshold": the higher framing first. */
function differenceWords({ first, second, median, q5, q95 }: PosteriorDifference): string {
  const [high, low, ...ends] = median < 0 ? [second, first, -q95, -q5] : [first, second, q5, q95];
  return (
    `under ${high} they lie ${fixed(Math.abs(median), 2)} [${fixed(ends[0], 2)}, ${fixed(ends[1], 2)}] logits above those ` +
    `under ${low}`
  );
}

/** Whether fewer than half of the instructed decisions have a threshold that means something. */
export function tooFewTold(thresholds: PosteriorEstimates['thresholds']): boolean {
  const instructed = thresholds.filter(({ nominal }) => nominal !== null);
  return 2 * instructed.filter(isTold).length < instructed.length;
}

/** How many thresholds leave their instruction out. */
function toldWords({ thresholds }: PosteriorEstimates): string {
  const told = thresholds.filter(isTold);
  if (tooFewTold(thresholds)) return `Whether it acts as told cannot be told. ${cautionWords(thresholds)}`;
  if (told.length === 0) return 'No decision was instructed, so that no threshold can be compared.';
  const apart = told.filter(({ nominal, q5, q95 }) => nominal < q5 || nominal > q95).length;
  const caution = cautionWords(thresholds);
  return (
    `${apart} of ${told.length} thresholds have 90\u202f% intervals that leave out the instruction.` +
    (caution === '' ? '' : ` ${caution}`)
  );
}

/** The same, and how framings differ. */
export function posteriorThresholdWords(estimates: PosteriorEstimates): string {
  const differences = estimates.differences.map(differenceWords).join('; ');
  const told = toldWords(estimates);
  return differences === '' ? told : `${told} ${differences[0].toUpperCase()}${differences.slice(1)}.`;
}

type Drawn = PosteriorCellReport & { readonly estimates: PosteriorEstimates };

export const isDrawn = (cell: PosteriorCellReport): cell is Drawn => cell.estimates !== null;

/** The finding of the run: of its one cell, or the span over several; what has not converged first. */
export function posteriorFinding(cells: readonly PosteriorCellReport[]): string {
  const drawn = cells.filter(isDrawn);
  if (drawn.length === 0) return 'No cell could be fitted.';
  const open = drawn.filter(({ estimates }) => convergenceWords(estimates.diagnostics) !== null);
  if (drawn.length === 1) {
    const [{ estimates }] = drawn;
    const caution = convergenceWords(estimates.diagnostics);
    return `${caution === null ? '' : `${caution} `}${scoreWords(estimates)} ${toldWords(estimates)}`;
  }
  const counted =
    open.length === 0
      ? `The chains of all ${drawn.length} cells have converged.`
      : `The chains of ${open.length} of ${drawn.length} cells need a look: ${open
          .map(({ name, estimates }) => `${name} (${whyLook(estimates.diagnostics)})`)
          .join('; ')}.`;
  return `${counted} ${spanWords(drawn)}`.trim();
}

function spanWords(drawn: readonly Drawn[]): string {
  const scored = drawn
    .flatMap(({ name, estimates: { scores } }) =>
      scores ? [{ name, value: scores.reports_to_decisions.concordance }] : [],
    )
    .sort((a, b) => b.value.mean - a.value.mean);
  if (scored.length === 0) return '';
  const [best, worst] = [scored[0], scored[scored.length - 1]];
  const text = ({ mean, q5, q95 }: ScoreSummary): string =>
    `${fraction(mean)} [${fraction(q5)}, ${fraction(q95)}]`;
  return (
    `One belief orders held-out decisions best for ${best.name} (${text(best.value)}) and worst for ` +
    `${worst.name} (${text(worst.value)}); ${OVER_DRAWS}.`
  );
}

/** What could not be estimated and why, cell by cell. */
export const posteriorNotes = (cells: readonly PosteriorCellReport[]): readonly string[] =>
  cells.flatMap(({ name, limits }) =>
    limits.map((limit) => (cells.length > 1 ? `${name}: ${limit}` : limit)),
  );
