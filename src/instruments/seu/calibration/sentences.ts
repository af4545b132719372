// A calibration study in words: the finding at a look, and what stands beside it.
import { LARGEST_SCALE, LARGEST_SHIFT } from '../../../statistics/sbc/power.ts';
import { mean } from '../../../statistics/moments.ts';
import type { CalibrationState, CalibrationVerdict, Informativeness, QuantityReport } from './report.ts';

export const figure = (value: number, digits = 2): string => String(Number(value.toPrecision(digits)));
export const percent = (share: number): string => `${figure(100 * share)} %`;
const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Bias in posterior sds and spread of z-scores that are worth a word. */
const WORTH = { shift: 0.1, wide: 0.9, narrow: 1.1 };

/** What the z-scores of a quantity say of its posteriors, those without spread apart; empty where they look right. */
export function signature({ columns: { z_score } }: Pick<QuantityReport, 'columns'>): string {
  const finite = z_score.filter(Number.isFinite);
  const still = z_score.length - finite.length;
  const shift = mean(finite);
  const spread = Math.sqrt(mean(finite.map((z) => (z - shift) * (z - shift))));
  const words = [
    ...(shift > WORTH.shift ? ['lie below their truths'] : []),
    ...(shift < -WORTH.shift ? ['lie above their truths'] : []),
    ...(spread > WORTH.narrow ? ['are too narrow'] : []),
    ...(spread < WORTH.wide ? ['are too wide'] : []),
    ...(still > 0 ? [`do not vary at all in ${still} of ${plural(z_score.length, 'replicate')}`] : []),
  ];
  return words.join(' and ');
}

const outsideWords = ({ outside, distinct, expected_outside }: CalibrationVerdict): string =>
  `${outside} of ${plural(distinct, 'distinct quantity', 'distinct quantities')} ${outside === 1 ? 'leaves its' : 'leave their'} ` +
  `95 % band, where ${figure(expected_outside)} would by chance`;

function verdictWords(
  label: string,
  verdict: CalibrationVerdict,
  quantities: readonly QuantityReport[],
): string {
  const { passes, p, replicates, level, worst } = verdict;
  if (passes)
    return `${label} is calibrated as far as ${replicates} replicates can tell (p = ${figure(p)} at level ${figure(level)}): ${outsideWords(verdict)}.`;
  const shown = signature(quantities.find(({ variable }) => variable === worst)!);
  const how = shown === '' ? '' : `; its posteriors ${shown}`;
  return `${label} is not calibrated: the ranks of ${worst} are not uniform (p = ${figure(p)} at level ${figure(level)}, all quantities counted${how}). ${outsideWords(verdict)}.`;
}

/** The first sentence: no verdict word before a look. */
export function findingOf(
  label: string,
  state: CalibrationState,
  planned: number,
  quantities: readonly QuantityReport[],
): string {
  if (state.kind === 'look') return verdictWords(label, state.verdict, quantities);
  const { replicates, next } = state;
  const comes = next === null ? 'no look is planned beyond' : `the verdict comes at ${next}`;
  const gap = next === null || replicates < next ? '' : `, but not all of the first ${next}`;
  return `${replicates} of ${planned} replicates are in${gap}; ${comes}.`;
}

/** What it takes to be found; where the search ended at its bound, more than that. */
export function powerWords({
  power: { shift, tooWide, tooNarrow },
  replicates,
  distinct,
}: Pick<CalibrationVerdict, 'power' | 'replicates' | 'distinct'>): string {
  const shifted = shift === null ? `more than ${figure(LARGEST_SHIFT)}` : figure(shift);
  const narrow = tooNarrow === null ? `more than ${percent(1 - 1 / LARGEST_SCALE)}` : percent(1 - tooNarrow);
  const wide = tooWide === null ? `more than ${percent(LARGEST_SCALE - 1)}` : percent(tooWide - 1);
  return (
    `To be found in 8 of 10 studies of ${replicates} replicates, one among ${plural(distinct, 'quantity', 'quantities')}, ` +
    `a posterior must be shifted by ${shifted} sd, or have an sd ${narrow} too small or ${wide} too large.`
  );
}

function worstCaseWords({ worst_case, passes }: CalibrationVerdict, failed: number): string {
  const same = worst_case.passes === passes;
  return `Had the ${plural(failed, 'failed fit')} ranked as badly as ranks can, p would be ${figure(worst_case.p)}: the verdict ${same ? 'stands' : 'would turn'}.`;
}

function jointWords({ joint }: CalibrationVerdict): readonly string[] {
  if (joint === null) return [];
  return [
    `Checks over all parameters together (random projections, and distances to random reference points as in TARP) count in it; the smallest adjusted p-value among them is ${figure(joint.p)} (${joint.variable}).`,
  ];
}

/** Contraction under which a posterior is nearly its prior. */
const SILENT = 0.2;

/** What the truths of a study are drawn from. */
export type TruthSource = 'prior' | 'posterior';

const SOURCE_WORDS: Readonly<Record<TruthSource, string>> = {
  prior: 'prior',
  posterior: 'posterior of the fit that truths come from',
};

function informationWords(
  { contraction, coupling }: Informativeness,
  source: TruthSource,
): readonly string[] {
  const silent = contraction.filter(({ contraction: value }) => value < SILENT).length;
  const alpha = contraction.find(({ variable }) => variable === 'alpha');
  const strongest = coupling.reduce<(typeof coupling)[number] | null>(
    (best, pair) => (best === null || Math.abs(pair.correlation) > Math.abs(best.correlation) ? pair : best),
    null,
  );
  return [
    ...(alpha
      ? [
          `Uniform ranks are no evidence that a quantity is learned: alpha's posterior variance is ${percent(1 - alpha.contraction)} of that of the ${SOURCE_WORDS[source]} on the log scale, and ${silent} of ${contraction.length} quantities keep over ${percent(1 - SILENT)} of theirs.`,
        ]
      : []),
    ...(strongest
      ? [
          `The estimation errors of ${strongest.first} and ${strongest.second} correlate most among those of delta and beta: ${figure(strongest.correlation)} [${figure(strongest.lower)}, ${figure(strongest.upper)}].`,
        ]
      : []),
  ];
}

export function sentencesOf(
  state: CalibrationState,
  informativeness: Informativeness,
  failed: number,
  source: TruthSource = 'prior',
): readonly string[] {
  const verdict = state.kind === 'look' ? state.verdict : null;
  return [
    ...(verdict ? [powerWords(verdict), ...jointWords(verdict)] : []),
    ...(verdict && failed > 0 ? [worstCaseWords(verdict, failed)] : []),
    ...(verdict && verdict.look > 1
      ? [
          `This is look ${verdict.look}: ${figure(verdict.spent)} of the study's level ${figure(verdict.study_level)} is spent.`,
        ]
      : []),
    ...informationWords(informativeness, source),
  ];
}
