// What the Check step shows of one condition: findings in sentences, figures and tables.
import { agreementFigure } from '../../charts/agreement-size.ts';
import { countColumn, numberColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import { missingFigure } from '../../charts/missing-rate.ts';
import { probability } from '../../charts/number-format.ts';
import { paretoFigure } from '../../charts/pareto-k.ts';
import { positionFigure } from '../../charts/position-rate.ts';
import { predictiveFigure } from '../../charts/predictive-p.ts';
import { predictivePowerFigure } from '../../charts/predictive-power.ts';
import { checkFindings } from '../../instruments/seu/check/findings.ts';
import type { PredictiveReport } from '../../instruments/seu/check/predictive-report.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { FitChecks } from '../../workers/fit-checks.ts';
import type { RunTableView } from '../run-view.ts';

export const findingsOf = (checks: FitChecks): readonly Diagnostic[] =>
  checkFindings(
    checks,
    checks.missing.find(({ label, size }) => label === checks.label && size === null)!,
  );

/** Only where problems are shown more than once can a presentation be seen to be missing. */
const missingFigures = ({ missing }: FitChecks): readonly Figure[] => {
  const rows = missing.filter(({ usual }) => usual > 1);
  return rows.length > 0 ? [missingFigure({ rows })] : [];
};

export const checkFigures = (checks: FitChecks): readonly Figure[] => [
  ...(checks.agreement.length > 0 ? [agreementFigure({ rows: checks.agreement })] : []),
  ...(checks.position.test
    ? [positionFigure({ rows: checks.position.rates, p: checks.position.test.p })]
    : []),
  paretoFigure(checks.left_out),
  ...missingFigures(checks),
];

export const checkTables = ({ single_alpha: { blocks } }: FitChecks): readonly RunTableView[] => [
  {
    title: 'Log likelihood by block',
    columns: [
      textColumn('block'),
      countColumn('choices'),
      numberColumn('observed', 'per choice', 3),
      numberColumn('replicated', 'expected', 3),
      probabilityColumn('p'),
    ],
    rows: blocks.map((row) => ({ ...row })),
  },
];

export const checkSummary = (checks: FitChecks): string => {
  const findings = findingsOf(checks);
  const asking = findings.filter(({ severity }) => severity === 'look').length;
  const p = probability(checks.single_alpha.p, 2);
  return asking === 0
    ? `${checks.label}: nothing that the model misses is seen (one α for all choices, p = ${p}).`
    : `${checks.label}: ${asking} of ${findings.length} checks ask for a look.`;
};

export const predictiveFigures = (report: PredictiveReport): readonly Figure[] =>
  report.checks.length === 0 ? [] : [predictiveFigure(report), predictivePowerFigure(report)];
