// What the Check and Compare steps show: findings in sentences, figures and tables.
import { agreementFigure } from '../../charts/agreement-size.ts';
import {
  countColumn,
  fractionColumn,
  numberColumn,
  probabilityColumn,
  textColumn,
} from '../../charts/columns.ts';
import { conditionContractionFigure } from '../../charts/condition-contraction.ts';
import type { Figure } from '../../charts/figure.ts';
import { fixed, fraction, percent, probability } from '../../charts/number-format.ts';
import { positionFigure } from '../../charts/position-rate.ts';
import { refitShiftsFigure } from '../../charts/refit-shifts.ts';
import { ppcExtreme, ppcSeverity } from '../../instruments/seu/diagnostics.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { FitChecks } from '../../workers/fit-checks.ts';
import type { RunTableView } from '../run-view.ts';
import type { Comparison } from './desk.ts';

const LEVEL = 0.05;

const finding = (
  id: string,
  label: string,
  value: number | null,
  severity: Diagnostic['severity'],
  hint: string,
): Diagnostic => ({ id, label, value, threshold: null, severity, hint });

function agreementFinding({ agreement, note }: FitChecks): Diagnostic {
  const [all] = agreement;
  const label = 'Agreement of presentations';
  if (!all) return finding('agreement', label, null, 'na', `No problem was shown twice. ${note}`);
  const hint =
    `The presentations of a problem agree in ${percent(all.observed)} of ${all.problems} problems; independent choices of the ` +
    `fitted agent would in ${percent(all.replicated)} (90\u202f% ${percent(all.q5)} to ${percent(all.q95)}). ` +
    (ppcExtreme(all.p)
      ? 'They are not independent: intervals of α are too narrow. Refit with one presentation a problem.'
      : 'They may be counted as independent.');
  return finding('agreement', label, all.p, ppcSeverity(all.p), hint);
}

function alphaFinding({ single_alpha: { p, blocks } }: FitChecks): Diagnostic {
  const hint = ppcExtreme(p)
    ? 'Some block of choices is sharper or noisier than one α allows; the table says which.'
    : `One α serves all ${blocks.length} blocks of choices.`;
  return finding('single-alpha', 'One sensitivity for all choices', p, ppcSeverity(p), hint);
}

function positionFinding({ position: { test } }: FitChecks): Diagnostic {
  const label = 'Position in the display';
  if (!test)
    return finding('position', label, null, 'na', 'The data do not say where alternatives were shown.');
  const seen = test.p < LEVEL;
  const hint = seen
    ? 'Choices depend on where an alternative stood: part of what looks like noise is a habit.'
    : 'No dependence on position is seen.';
  return finding('position', label, test.p, seen ? 'look' : 'fine', hint);
}

function missingFinding({ missing }: FitChecks): Diagnostic {
  const hint =
    `${missing.hits} of ${missing.cases} presentations have no choice` +
    (missing.named ? '.' : '; problems are not named, so this is a lower bound.');
  return finding('missing', 'Missing choices', missing.rate, missing.rate > LEVEL ? 'look' : 'fine', hint);
}

function leftOutFinding({ elpd, elpd_se, flagged, problems }: FitChecks): Diagnostic {
  const hint =
    `Expected log predictive density of a problem left out, summed: ${fixed(elpd, 1)} (standard error ${fixed(elpd_se, 1)}). ` +
    (flagged > 0
      ? `For ${flagged} of ${problems} problems importance weights cannot tell (k above .7): they need a refit.`
      : 'Importance weights are sound for every problem.');
  return finding('left-out', 'Problems left out', elpd, flagged > 0 ? 'look' : 'fine', hint);
}

export const checkFindings = (checks: FitChecks): readonly Diagnostic[] => [
  alphaFinding(checks),
  agreementFinding(checks),
  positionFinding(checks),
  missingFinding(checks),
  leftOutFinding(checks),
];

export const checkFigures = ({ agreement, position }: FitChecks): readonly Figure[] => [
  ...(agreement.length > 0 ? [agreementFigure({ rows: agreement })] : []),
  ...(position.test ? [positionFigure({ rows: position.rates, p: position.test.p })] : []),
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
  const asking = checkFindings(checks).filter(({ severity }) => severity === 'look').length;
  const p = probability(checks.single_alpha.p, 2);
  return asking === 0
    ? `${checks.label}: nothing that the model misses is seen (one α for all choices, p = ${p}).`
    : `${checks.label}: ${asking} of ${checkFindings(checks).length} checks ask for a look.`;
};

export const comparisonFigures = ({ contractions, shifts }: Comparison): readonly Figure[] => [
  ...(contractions.length > 0 ? [conditionContractionFigure({ rows: contractions })] : []),
  ...(shifts.length > 0 ? [refitShiftsFigure({ refit: 'the other fit', rows: shifts })] : []),
];

export const comparisonTables = ({ contractions, shifts }: Comparison): readonly RunTableView[] =>
  [
    {
      title: 'What the choices told of α',
      columns: [
        textColumn('label', 'condition'),
        numberColumn('posterior_median', 'α median'),
        numberColumn('posterior_90_width', '90 % width'),
        fractionColumn('log_scale_contraction', 'sd ÷ prior sd of log α'),
        fractionColumn('eta_gap_median', 'η-gap', 3),
        numberColumn('alpha_eta_gap', 'α × η-gap'),
      ],
      rows: contractions.map((row) => ({ ...row })),
    },
    {
      title: 'Shifts by block of parameters',
      columns: [
        textColumn('label', 'condition'),
        textColumn('block'),
        numberColumn('largest_shift', 'largest shift, sd', 2),
        textColumn('variable', 'of'),
        numberColumn('mean_shift', 'mean shift, sd', 2),
        numberColumn('sd_ratio', 'sd ratio', 2),
        countColumn('rhat_flags', 'R-hat flags'),
        countColumn('rhat_flags_refit', 'in the other'),
      ],
      rows: shifts.map((row) => ({ ...row })),
    },
  ].filter(({ rows }) => rows.length > 0);

/** The finding of a comparison of one condition or several. */
export function comparisonSummary({ contractions }: Comparison, subject: string): string {
  const ratios = contractions.map(({ log_scale_contraction: ratio }) => ratio);
  if (ratios.length === 0) return `${subject} has no draws yet.`;
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => fraction(ratio));
  const range = ratios.length === 1 ? low : `between ${low} and ${high} of`;
  return ratios.length === 1
    ? `${subject}: the posterior of log α is ${range} of its prior’s spread.`
    : `${subject}: posteriors of log α have ${range} their prior’s spread over ${ratios.length} conditions.`;
}
