// How often each predictive check finds a misfit that was planted, with its interval.
import {
  MISFIT_NAMES,
  MISFIT_WORDS,
  MISFITS,
  predictiveName,
  predictiveShortName,
  type CalibratedCheck,
  type Misfit,
  type MisfitPower,
  type PredictiveReport,
} from '../instruments/seu/check/predictive-report.ts';
import { calibratedRows } from '../instruments/seu/check/predictive-rows.ts';
import { fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, interval, percent } from './number-format.ts';
import { MARK } from './roles.ts';
import { addRange, drawRows } from './shared-rows.ts';

const TITLE = 'Power of the predictive checks';
const HEADS: Readonly<Record<Misfit, string>> = { position: 'Position bias', lapses: 'Lapses' };

const markId = ({ check }: CalibratedCheck, misfit: Misfit): string =>
  `${check.replace(/\W+/g, '-')}-${misfit}`;

/** A row per check, a column per planted misfit; upright, the level. */
export function powerChart(report: PredictiveReport, { width }: { readonly width: number }): SVGSVGElement {
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describePower(report),
    labels: report.checks.map(({ check }) => predictiveShortName(check)),
    columns: MISFITS.map((misfit) => ({
      title: HEADS[misfit],
      note: 'share found',
      domain: [0, 1],
      reference: report.level,
    })),
    width,
  });
  report.checks.forEach((check, row) =>
    check.power.forEach(({ misfit, rate, q5, q95 }) => {
      const place = places[MISFITS.indexOf(misfit)];
      addRange(root, markId(check, misfit), place, row, [q5, rate, q95], { color: MARK });
    }),
  );
  return svg;
}

const powerText = ({ rate, q5, q95, hits, cases }: MisfitPower): string =>
  `${fraction(rate)} ${interval(q5, q95, 2)}, ${integer(hits)} of ${integer(cases)}`;

export const describePower = ({ checks }: PredictiveReport): string =>
  `Share of agents with a planted misfit that each check finds, with its 90\u202f% interval: ${checks
    .map(
      ({ check, power }) =>
        `${predictiveName(check)} ${power.map((one) => `${MISFIT_NAMES[one.misfit]} ${powerText(one)}`).join(', ')}`,
    )
    .join('; ')}.`;

const markOf = (check: CalibratedCheck, power: MisfitPower): Mark => ({
  id: markId(check, power.misfit),
  series: MISFITS.indexOf(power.misfit),
  name: `${predictiveName(check.check)}: ${MISFIT_NAMES[power.misfit]}`,
  lines: [`found ${powerText(power)}`],
});

/** A figure of power. */
export const predictivePowerFigure = (report: PredictiveReport): Figure => ({
  id: 'predictive-power',
  title: TITLE,
  subtitle: `Dot: share of misfit agents whose p is as rare as that of at most ${percent(report.level)} of sound agents, with its 90\u202f% interval. Upright line: that level.`,
  caption: `Planted: ${MISFITS.map((misfit) => MISFIT_WORDS[misfit]).join('; ')}. At the level a check is blind to the misfit.`,
  description: describePower(report),
  columns: [
    textColumn('check'),
    ...MISFITS.flatMap((misfit) =>
      ['', '_q5', '_q95'].map((end) =>
        fractionColumn(`power_${misfit}${end}`, `${misfit}${end.replace('_', ' ')}`),
      ),
    ),
  ],
  rows: calibratedRows(report),
  marks: MISFITS.flatMap((misfit) =>
    report.checks.map((check) =>
      markOf(
        check,
        check.power.find((one) => one.misfit === misfit)!,
      ),
    ),
  ),
  draw: (width) => powerChart(report, { width }),
});
