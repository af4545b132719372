// Findings of a study of beliefs in sentences: one a step of a cell, and one of the whole study.
import { counted, fixed, fraction, integer, percent, probability } from '../seu/views/number-format.ts';
import { COHERENCE_VERDICTS } from '../../statistics/beliefs/verdict.ts';
import { OVER_CASES, verdictFinding } from './coherence/words.ts';
import { cellName } from './plan.ts';
import type { BeliefCellReport, BeliefReport } from './report-types.ts';
import type { IccReportRows, PrefixComparisonRows, PrefixScoreRow } from './report-types/prefixes.ts';
import type { Bounded } from './report-types/scores.ts';
import type { TransferRow } from './report-types/transfer.ts';
import { thresholdWords } from './threshold-words.ts';

const ends = ({ lower, upper }: Bounded): string =>
  lower === null || upper === null ? '' : ` [${integer(100 * lower)}, ${integer(100 * upper)}]`;

const share = (bounded: Bounded): string =>
  bounded.value === null ? 'NA' : `${percent(bounded.value)}${ends(bounded)}`;

/** ".81 [.79, .83]" */
const scoreText = ({ value, lower, upper }: Bounded, decimals = 2): string =>
  lower === null || upper === null
    ? fraction(value, decimals)
    : `${fraction(value, decimals)} [${fraction(lower, decimals)}, ${fraction(upper, decimals)}]`;

/** " (95 %, over drawn cases)" where something has an interval. */
const overCases = (...values: readonly Bounded[]): string =>
  values.some(({ lower }) => lower !== null) ? ` (${OVER_CASES})` : '';

/** How well each kind of prompt orders the other's answers. */
export function concordanceWords({ concordance, single }: BeliefCellReport): string {
  if (concordance) {
    const decisions = concordance.reportsToDecisions.macroConcordance;
    const reports = concordance.decisionsToReports.macroConcordance;
    return (
      `Through one belief, reports order held-out decisions correctly in ${share(decisions)} of ` +
      `pairs, and decisions order reports in ${share(reports)}${overCases(decisions, reports)}.`
    );
  }
  const value = single?.macroConcordance;
  return value
    ? `Through one belief, all other answers order each held-out answer correctly in ${share(value)} of pairs${overCases(value)}.`
    : 'No held-out answer could be predicted from others.';
}

/** The verdict with its shares where it has been reached, else how well answers order one another. */
export const coherenceWords = (cell: BeliefCellReport): string =>
  cell.coherence ? verdictFinding(cell.coherence) : concordanceWords(cell);

const scored = (
  rows: readonly TransferRow[],
  transfer: TransferRow['transfer'],
  evidence: TransferRow['evidence'],
): number | null =>
  rows.find((row) => row.transfer === transfer && row.evidence === evidence)?.logScore ?? null;

/** What parameters learned elsewhere lose. */
export function transferWords({ transfer }: BeliefCellReport): string {
  if (transfer === null || transfer.length === 0)
    return 'Transfer was not computed, or the prompts do not allow it.';
  const { evidence } = transfer[0];
  const within = scored(transfer, 'within', evidence);
  const parts = (
    [
      ['cross_framing', 'other framings'],
      ['cross_domain', 'other domains'],
      ['combined', 'other framings and domains'],
    ] as const
  ).flatMap(([name, words]) => {
    const score = scored(transfer, name, evidence);
    return score === null ? [] : [`${fixed(score, 3)} with parameters of ${words}`];
  });
  return `Decisions have a log score of ${fixed(within, 3)} with parameters of their own framing and domain${
    parts.length > 0 ? `, of ${parts.join(', of ')}` : ''
  }.`;
}

/** What decisions say of the outcome beyond the belief, beside what noise alone gives. */
function gapWords(outcome: BeliefCellReport['outcome']): string {
  if (outcome === null || outcome.mean.value === null) return '';
  const { mean, null: none } = outcome;
  const gap = `The L1 gap of outcomes is ${scoreText(mean, 3)}${overCases(mean)}`;
  return none === null
    ? `${gap}.`
    : `${gap} where noise alone gives ${fraction(none.mean, 3)} (p ${probability(none.p)}).`;
}

const aboveAll = ({ value }: Bounded): string =>
  value !== null && value > 1
    ? ' Above 100\u202f% all other answers order an answer less well than it does alone: nothing more can be kept.'
    : '';

/** What one stated probability keeps, and what decisions say of the outcome beyond the belief. */
export function sufficiencyWords({ sufficiency, outcome }: BeliefCellReport): string {
  const ratio = sufficiency?.ratioByCases;
  const kept =
    sufficiency === null || !ratio
      ? ''
      : sufficiency.defined && ratio.value !== null
        ? `One stated probability keeps ${share(ratio)} of what all other answers say beyond chance${overCases(ratio)}.${aboveAll(ratio)}`
        : 'All other answers do not clear chance, so that there is nothing for one probability to keep.';
  return (
    [kept, gapWords(outcome)].filter((text) => text !== '').join(' ') ||
    'Sufficiency was not computed, or the prompts do not allow it.'
  );
}

const clusterWords = ({ caseIcc }: IccReportRows): string =>
  `Reports under one prefix correlate at ${scoreText(caseIcc)} beyond their case${overCases(caseIcc)}.`;

const byCases = ({ mean, caseLower, caseUpper }: PrefixScoreRow): Bounded => ({
  value: mean,
  lower: caseLower,
  upper: caseUpper,
});

function withinWords({ scores, withinDifference }: PrefixComparisonRows): string {
  const [same, other] = scores.filter(({ pairs }) => pairs === 'within').map(byCases);
  return (
    `Within a case, evidence of the same prefix orders answers at ${scoreText(same)}, of another at ${scoreText(other)}, ` +
    `a difference of ${scoreText(withinDifference)}${overCases(withinDifference)}; .5 is chance.`
  );
}

/** Whether an agent that reasons anew believes anew. */
export function instanceWords({ prefixes }: BeliefCellReport): string {
  if (prefixes === null) return 'No answers were collected under prefixes.';
  const { icc, comparison } = prefixes;
  return (
    [icc ? clusterWords(icc) : '', comparison ? withinWords(comparison) : '']
      .filter((text) => text !== '')
      .join(' ') || 'Too few whole rows were collected under prefixes.'
  );
}

/** " Verdicts: 2 coherent, 1 cannot tell." */
function verdictCounts(cells: readonly BeliefCellReport[]): string {
  const found = cells.flatMap(({ coherence }) => (coherence === null ? [] : [coherence.verdict]));
  const counts = COHERENCE_VERDICTS.flatMap((verdict) => {
    const count = found.filter((one) => one === verdict).length;
    return count === 0 ? [] : [`${integer(count)} ${verdict}`];
  });
  return counts.length === 0 ? '' : `Verdicts: ${counts.join(', ')}. `;
}

/** Best and worst of several cells by held-out concordance. */
function spanOf(cells: readonly BeliefCellReport[]): string {
  const scored = cells
    .flatMap((cell) => {
      const score = (cell.concordance?.reportsToDecisions ?? cell.single)?.macroConcordance;
      return score && score.value !== null ? [{ name: cellName(cell), score, value: score.value }] : [];
    })
    .sort((a, b) => b.value - a.value);
  if (scored.length === 0) return `${cells.length} cells are fitted; none could be scored on held-out cases.`;
  const [best, worst] = [scored[0], scored[scored.length - 1]];
  return (
    `Over ${counted(scored.length, 'cell')}, one belief orders held-out answers best for ${best.name} (${scoreText(best.score)}) and ` +
    `worst for ${worst.name} (${scoreText(worst.score)})${best.score.lower === null ? '' : `; ${OVER_CASES}`}.`
  );
}

/** The finding of the study: of its one cell, or the verdicts and the span over several. */
export function beliefFinding({ cells }: BeliefReport): string {
  const fitted = cells.filter(({ fit }) => fit !== null);
  if (fitted.length === 0) return 'No cell could be fitted.';
  if (fitted.length === 1) return `${coherenceWords(fitted[0])} ${thresholdWords(fitted[0])}`;
  return `${verdictCounts(fitted)}${spanOf(fitted)}`;
}

/** What every reader of the study must know: what could not be estimated and why. */
export const beliefNotes = ({ cells }: BeliefReport): readonly string[] =>
  cells.flatMap((cell) =>
    cell.limits.map((limit) => (cells.length > 1 ? `${cellName(cell)}: ${limit}` : limit)),
  );
