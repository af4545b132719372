// What full Bayes found in sentences, and whether its chains allow any of it to be read.
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { fixed, fraction, integer, percent, significant } from '../../seu/views/number-format.ts';
import type { PosteriorCellReport, PosteriorEstimates } from './report.ts';
import type { ScoreSummary } from './scores.ts';
import type { PosteriorDifference, PosteriorThreshold } from './thresholds.ts';

const isOfChains = ({ id }: Diagnostic): boolean => /^(nested_rhat|rhat|ess_bulk|ess_tail):/.test(id);

/** R-hat needs the digits that tell it from its bound; effective draws are counted. */
const valueOf = ({ id, value }: Diagnostic): string =>
  id.startsWith('ess') ? integer(value) : significant(value, 4);

const named = (found: Diagnostic): string =>
  `${found.label} is ${valueOf(found)} where ${significant(found.threshold)} is needed`;

/** The worst of each kind first. */
function worstOf(found: readonly Diagnostic[]): Diagnostic {
  const distance = ({ id, value, threshold }: Diagnostic): number => {
    if (value === null || threshold === null) return Infinity;
    return id.startsWith('ess') ? threshold / value : 100 * Math.max(0, value - threshold);
  };
  return found.reduce((worst, one) => (distance(one) > distance(worst) ? one : worst));
}

/** Why a cell's numbers must not be read, or only with care; null where every diagnostic is fine. */
export function convergenceWords(diagnostics: readonly Diagnostic[]): string | null {
  const failed = diagnostics.filter(({ severity }) => severity === 'fail');
  const looks = diagnostics.filter(({ severity }) => severity === 'look');
  const found = failed.length > 0 ? failed : looks;
  if (found.length === 0) return null;
  const others = found.length === 1 ? '' : `, and ${integer(found.length - 1)} more like it`;
  const worst = `${named(worstOf(found))}${others}.`;
  if (failed.length > 0) return `Not converged: ${worst} Do not read the numbers of this cell.`;
  return looks.some(isOfChains)
    ? `Not converged yet: ${worst} Intervals are rough; run more draws.`
    : `Look here first: ${worst}`;
}

/** The same in a word or three. */
export function convergenceWord(diagnostics: readonly Diagnostic[]): string {
  const words = convergenceWords(diagnostics);
  if (words === null) return 'converged';
  return words.startsWith('Not converged') ? 'not converged' : 'look here';
}

const shareWords = ({ mean, q5, q95 }: ScoreSummary): string =>
  `${percent(mean)} [${integer(100 * q5)}, ${integer(100 * q95)}]`;

/** How well each kind of prompt orders the other's answers, and how sure that is. */
export function scoreWords({ scores }: PosteriorEstimates): string {
  if (scores === null) return 'No held-out answer could be predicted from others.';
  return (
    `Over the posterior, reports order held-out decisions correctly in ${shareWords(scores.reports_to_decisions.concordance)} ` +
    `of pairs, and decisions order reports in ${shareWords(scores.decisions_to_reports.concordance)}.`
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

/** How many thresholds leave their instruction out. */
function toldWords({ thresholds }: PosteriorEstimates): string {
  const told = thresholds.filter(isTold);
  if (told.length === 0) return 'No threshold of an instructed decision means anything here.';
  const apart = told.filter(({ nominal, q5, q95 }) => nominal < q5 || nominal > q95).length;
  return `${apart} of ${told.length} thresholds have 90\u202f% intervals that leave out the instruction.`;
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
      : `The chains of ${open.length} of ${drawn.length} cells need a look: ${open.map(({ name }) => name).join('; ')}.`;
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
    `${worst.name} (${text(worst.value)}).`
  );
}

/** What could not be estimated and why, cell by cell. */
export const posteriorNotes = (cells: readonly PosteriorCellReport[]): readonly string[] =>
  cells.flatMap(({ name, limits }) =>
    limits.map((limit) => (cells.length > 1 ? `${name}: ${limit}` : limit)),
  );
