// A recovery study in words.
import { normalQuantile } from '../../../math/normal.ts';
import type { ShrinkagePoint } from '../../../statistics/recovery.ts';
import type { MatchedContrast, RecoveredQuantity, RecoveryArm } from './recovery-report.ts';
import { figure, percent } from './sentences.ts';

const signed = (value: number): string => `${value > 0 ? '+' : ''}${figure(value)} %`;

const alphaOf = ({ quantities }: RecoveryArm): RecoveredQuantity | undefined =>
  quantities.find(({ variable }) => variable === 'alpha');

function armFinding(arm: RecoveryArm): string {
  const alpha = alphaOf(arm);
  if (!alpha) return `${arm.label}: no replicate was fitted yet.`;
  const { relativeBias, relativeRmse, coverage, iterations } = alpha;
  return (
    `${arm.label}: over ${iterations} replicates alpha has a relative bias of ${signed(100 * relativeBias)}, ` +
    `a relative RMSE of ${percent(relativeRmse)}, and its 90 % interval holds the truth in ${percent(coverage.estimate)} ` +
    `[${percent(coverage.lower)}, ${percent(coverage.upper)}].`
  );
}

const intervalText = ({ estimate, lower, upper }: MatchedContrast['rmse']['estimate']): string =>
  `${signed(estimate)} [${signed(lower)}, ${signed(upper)}]`;

const contrastWords = ({ from, to, quantity, rmse, width, narrower, wilcoxon }: MatchedContrast): string =>
  `${from} to ${to}: the RMSE of ${quantity} gains ${intervalText(rmse.estimate)}, the width of its 90 % interval ` +
  `${intervalText(width.estimate)} (narrower in ${percent(narrower)} of replicates, Wilcoxon p = ${figure(wilcoxon.pValue)}).`;

/** The first sentence. */
export function recoveryFinding(arms: readonly RecoveryArm[], matched: readonly MatchedContrast[]): string {
  if (matched.length === 0) return armFinding(arms[0]);
  const quantity = matched.find(({ from, quantity: of }) => from === 'A' && of === 'alpha')!;
  const type = matched.find(({ from, quantity: of }) => from === 'B' && of === 'alpha')!;
  const clear = ({ rmse: { estimate } }: MatchedContrast): string => {
    if (estimate.lower > 0) return 'make alpha more precise';
    return estimate.upper < 0 ? 'make alpha less precise' : 'do not tell on the precision of alpha';
  };
  return `Twice the choices of the same kind ${clear(quantity)} (gain in RMSE ${intervalText(quantity.rmse.estimate)}); risky choices in place of the second half ${clear(type)} (${intervalText(type.rmse.estimate)}).`;
}

/** Sampling error of a difference beyond which it is told from none: a normal's central 95 %. */
const TOLD = normalQuantile(0.475);

const errorText = ({ truth, error, errorSe }: ShrinkagePoint): string =>
  `${figure(error)} (standard error ${figure(errorSe)}) where alpha is about ${figure(truth)}`;

/** What errors do from the smallest truths to the largest: a proper prior makes them fall. */
function pullWords(first: ShrinkagePoint, last: ShrinkagePoint): string {
  const change = last.error - first.error;
  const reach = TOLD * Math.sqrt(first.errorSe * first.errorSe + last.errorSe * last.errorSe);
  if (change < -reach) return 'they fall with alpha, as where a prior pulls towards its centre';
  if (change > reach) return 'they rise with alpha, which no pull of a prior explains';
  return 'a pull of the prior is not told from chance';
}

/** Errors of α at both ends of its truths; none where a group of neighbours is too small to have a standard error. */
function shrinkageWords(arm: RecoveryArm): readonly string[] {
  const points = alphaOf(arm)?.shrinkage ?? [];
  if (points.length < 2) return [];
  const first = points[0];
  const last = points[points.length - 1];
  if (Number.isNaN(first.errorSe + last.errorSe)) return [];
  return [
    `${arm.label}: mean errors of alpha are ${errorText(first)} and ${errorText(last)}: ${pullWords(first, last)}.`,
  ];
}

function scaleWords({ label, scale }: RecoveryArm): readonly string[] {
  const missed = scale.filter(({ bias, rmse, coverage }) => !(bias && rmse && coverage));
  if (scale.length === 0) return [];
  if (missed.length === 0)
    return [
      `${label}: sensitivities and delta have relative bias within 10 %, relative RMSE under 25 % and nominal coverage.`,
    ];
  const words = missed.map(({ variable, bias, rmse, coverage }) => {
    const faults = [
      ...(bias ? [] : ['bias over 10 %']),
      ...(rmse ? [] : ['RMSE over 25 %']),
      ...(coverage ? [] : ['coverage off 90 %']),
    ];
    return `${variable} (${faults.join(', ')})`;
  });
  return [`${label}: outside the bounds of an application are ${words.join(', ')}.`];
}

export const recoverySentences = (
  arms: readonly RecoveryArm[],
  matched: readonly MatchedContrast[],
): readonly string[] => [
  ...matched.map(contrastWords),
  ...(matched.length > 0 ? [] : arms.slice(1).map(armFinding)),
  ...arms.flatMap(shrinkageWords),
  ...arms.flatMap(scaleWords),
];
