// Findings of a study of beliefs in sentences: one a step of a cell, and one of the whole study.
import { logit } from '../../math/logistic.ts';
import { fixed, fraction, integer, percent, probability } from '../seu/views/number-format.ts';
import { cellName } from './plan.ts';
import type { BeliefCellReport, BeliefReport } from './report-types.ts';
import type { Bounded } from './report-types/scores.ts';
import type { ThresholdRow } from './report-types/thresholds.ts';
import type { TransferRow } from './report-types/transfer.ts';

const ends = ({ lower, upper }: Bounded): string =>
  lower === null || upper === null ? '' : ` [${integer(100 * lower)}, ${integer(100 * upper)}]`;

const share = (bounded: Bounded): string =>
  bounded.value === null ? 'NA' : `${percent(bounded.value)}${ends(bounded)}`;

/** How well each kind of prompt orders the other's answers. */
export function coherenceWords({ concordance, single }: BeliefCellReport): string {
  if (concordance) {
    const { reportsToDecisions, decisionsToReports } = concordance;
    return (
      `Through one belief, reports order held-out decisions correctly in ${share(reportsToDecisions.macroConcordance)} of ` +
      `pairs, and decisions order reports in ${share(decisionsToReports.macroConcordance)}.`
    );
  }
  return single
    ? `Through one belief, all other answers order each held-out answer correctly in ${share(single.macroConcordance)} of pairs.`
    : 'No held-out answer could be predicted from others.';
}

export interface FramingShift {
  readonly framing: string;
  /** Mean of logit implied − logit instructed over the thresholds that mean something. */
  readonly shift: number;
  readonly thresholds: number;
  /** Of these, the ones with an interval. */
  readonly bounded: number;
  /** Thresholds whose interval leaves out the instruction. */
  readonly apart: number;
}

type Sound = ThresholdRow & { readonly nominal: number };

const isSound = (row: ThresholdRow): row is Sound =>
  row.nominal !== null &&
  row.caution === null &&
  Number.isFinite(row.implied) &&
  row.implied > 0 &&
  row.implied < 1;

const leavesOut = ({ nominal, lower, upper }: Sound): boolean =>
  lower !== null && upper !== null && (nominal < lower || nominal > upper);

/** How far each framing moves thresholds, in the order of the prompts. */
export function framingShifts(thresholds: readonly ThresholdRow[]): readonly FramingShift[] {
  const sound = thresholds.filter(isSound);
  return [...new Set(sound.map(({ framing }) => framing))].map((framing) => {
    const own = sound.filter((row) => row.framing === framing);
    const shifts = own.map(({ implied, nominal }) => logit(implied) - logit(nominal));
    return {
      framing,
      shift: shifts.reduce((sum, shift) => sum + shift, 0) / own.length,
      thresholds: own.length,
      bounded: own.filter(({ lower, upper }) => lower !== null && upper !== null).length,
      apart: own.filter(leavesOut).length,
    };
  });
}

const shiftWords = ({ framing, shift, thresholds, bounded, apart }: FramingShift): string => {
  if (bounded === 0)
    return `under ${framing} thresholds lie ${fixed(Math.abs(shift), 2)} logits ${shift > 0 ? 'above' : 'below'} what is told`;
  if (apart <= thresholds / 2) return `under ${framing} it acts about as told (${fixed(shift, 2)} logits)`;
  return `under ${framing} it waits for ${shift > 0 ? 'more' : 'less'} than it is told (${fixed(shift, 2)} logits)`;
};

/** At which belief the agent acts, framing by framing. */
export function thresholdWords({ thresholds }: BeliefCellReport): string {
  if (thresholds === null) return 'No threshold: this model has none, or no decision was asked for.';
  const shifts = framingShifts(thresholds);
  if (shifts.length === 0) return 'No threshold of an instructed decision means anything here.';
  const text = shifts.map(shiftWords).join('; ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

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

/** What one stated probability keeps, and what decisions say of the outcome beyond the belief. */
export function sufficiencyWords({ sufficiency, outcome }: BeliefCellReport): string {
  const ratio = sufficiency?.ratioByCases;
  const kept =
    sufficiency === null || !ratio
      ? ''
      : sufficiency.defined && ratio.value !== null
        ? `One stated probability keeps ${share(ratio)} of what all other answers say beyond chance.`
        : 'All other answers do not clear chance, so that there is nothing for one probability to keep.';
  const none = outcome?.null ?? null;
  const gap =
    outcome === null || outcome.mean.value === null
      ? ''
      : none === null
        ? `The L1 gap of outcomes is ${fraction(outcome.mean.value, 3)}.`
        : `The L1 gap of outcomes is ${fraction(outcome.mean.value, 3)} where noise alone gives ${fraction(none.mean, 3)} ` +
          `(p ${probability(none.p)}).`;
  return (
    [kept, gap].filter((text) => text !== '').join(' ') ||
    'Sufficiency was not computed, or the prompts do not allow it.'
  );
}

/** Whether an agent that reasons anew believes anew. */
export function instanceWords({ prefixes }: BeliefCellReport): string {
  if (prefixes === null) return 'No answers were collected under prefixes.';
  const { icc, comparison } = prefixes;
  const within = comparison?.scores.filter(({ pairs }) => pairs === 'within') ?? [];
  const same = within.find(({ evidence }) => evidence === 'same')?.mean ?? null;
  const other = within.find(({ evidence }) => evidence === 'different')?.mean ?? null;
  return (
    [
      icc ? `Reports under one prefix correlate at ${fraction(icc.caseIcc.value)} beyond their case.` : '',
      within.length > 0
        ? `Within a case, evidence of the same prefix orders answers at ${fraction(same)}, of another at ${fraction(other)}; .5 is chance.`
        : '',
    ]
      .filter((text) => text !== '')
      .join(' ') || 'Too few whole rows were collected under prefixes.'
  );
}

/** The finding of the study: of its one cell, or the span over several. */
export function beliefFinding({ cells }: BeliefReport): string {
  const fitted = cells.filter(({ fit }) => fit !== null);
  if (fitted.length === 0) return 'No cell could be fitted.';
  if (fitted.length === 1) return `${coherenceWords(fitted[0])} ${thresholdWords(fitted[0])}`;
  const scored = fitted
    .flatMap((cell) => {
      const value = (cell.concordance?.reportsToDecisions ?? cell.single)?.macroConcordance.value;
      return value === null || value === undefined ? [] : [{ name: cellName(cell), value }];
    })
    .sort((a, b) => b.value - a.value);
  if (scored.length === 0)
    return `${fitted.length} cells are fitted; none could be scored on held-out cases.`;
  const [best, worst] = [scored[0], scored[scored.length - 1]];
  return (
    `Over ${scored.length} cells, one belief orders held-out answers best for ${best.name} (${fraction(best.value)}) and ` +
    `worst for ${worst.name} (${fraction(worst.value)}).`
  );
}

/** What every reader of the study must know: what could not be estimated and why. */
export const beliefNotes = ({ cells }: BeliefReport): readonly string[] =>
  cells.flatMap((cell) =>
    cell.limits.map((limit) => (cells.length > 1 ? `${cellName(cell)}: ${limit}` : limit)),
  );
