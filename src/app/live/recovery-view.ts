// What the page of a recovery study shows: figures, tables and words of one arm, and of all arms together.
import {
  countColumn,
  fractionColumn,
  numberColumn,
  probabilityColumn,
  textColumn,
} from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import { gainsFigure } from '../../charts/matched-gains.ts';
import { recoveryForestFigure, type RecoveredRow } from '../../charts/recovery-forest.ts';
import { shrinkageFigure } from '../../charts/recovery-shrinkage.ts';
import { sizeFigure } from '../../charts/recovery-size.ts';
import { truthEstimateFigure } from '../../charts/truth-estimate.ts';
import { isLogScale } from '../../instruments/seu/calibration/information.ts';
import type {
  RecoveredQuantity,
  RecoveryArm,
  RecoveryReport,
} from '../../instruments/seu/calibration/recovery-report.ts';
import { matchedRows, sampleSizeRows } from '../../instruments/seu/calibration/views/recovery.ts';
import { symbolOf } from '../../instruments/seu/views/variables.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import { sd } from '../../statistics/moments.ts';
import type { RunTableView } from '../run-view.ts';

export interface RecoveryParts {
  readonly finding: string;
  readonly sentences: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly figures: readonly (() => Figure)[];
  readonly tables: readonly RunTableView[];
}

const quantities = ({ quantities, label }: RecoveryArm): RunTableView => ({
  title: `Quantities, ${label}`,
  columns: [
    textColumn('variable'),
    numberColumn('bias'),
    numberColumn('bias_error', '± se'),
    numberColumn('relative_bias', 'relative', 3),
    numberColumn('rmse', 'RMSE'),
    fractionColumn('coverage', 'coverage of 90 %'),
    fractionColumn('lower', '95 % from'),
    fractionColumn('upper', 'to'),
    numberColumn('width', 'mean width'),
    numberColumn('contraction', 'contraction', 2),
  ],
  rows: quantities.map(
    ({ variable, bias, biasError, relativeBias, rmse, coverage, meanWidth, meanContraction }) => ({
      variable,
      bias,
      bias_error: biasError,
      relative_bias: Number.isFinite(relativeBias) ? relativeBias : null,
      rmse,
      coverage: coverage.estimate,
      lower: coverage.lower,
      upper: coverage.upper,
      width: meanWidth,
      contraction: Number.isFinite(meanContraction) ? meanContraction : null,
    }),
  ),
});

const coupling = ({ coupling: pairs }: RecoveryArm): RunTableView => ({
  title: 'Correlation of estimation errors',
  columns: [
    textColumn('first'),
    textColumn('second'),
    fractionColumn('correlation'),
    fractionColumn('lower', '90 % from'),
    fractionColumn('upper', 'to'),
  ],
  rows: pairs.map((row) => ({ ...row })),
});

const matched = ({ matched: contrasts }: RecoveryReport): RunTableView => ({
  title: 'Matched comparison',
  columns: [
    textColumn('contrast'),
    textColumn('quantity'),
    numberColumn('rmse', 'RMSE reduced, %', 1),
    numberColumn('rmse_lower', '90 % from', 1),
    numberColumn('rmse_upper', 'to', 1),
    numberColumn('width', 'width reduced, %', 1),
    numberColumn('width_lower', '90 % from', 1),
    numberColumn('width_upper', 'to', 1),
    fractionColumn('narrower', 'narrower in'),
    probabilityColumn('p', 'Wilcoxon p'),
  ],
  rows: contrasts.map(({ from, to, quantity, rmse, width, narrower, wilcoxon }) => ({
    contrast: `${from} → ${to}`,
    quantity,
    rmse: rmse.estimate.estimate,
    rmse_lower: rmse.estimate.lower,
    rmse_upper: rmse.estimate.upper,
    width: width.estimate.estimate,
    width_lower: width.estimate.lower,
    width_upper: width.estimate.upper,
    narrower,
    p: wilcoxon.pValue,
  })),
});

const sizeTable = ({ curve }: RecoveryReport): RunTableView => ({
  title: 'Precision against sample size',
  columns: [
    textColumn('variable'),
    countColumn('choices'),
    numberColumn('rmse', 'RMSE'),
    numberColumn('width', 'mean width'),
    numberColumn('contraction', 'contraction', 2),
  ],
  rows: curve.map(({ variable, choices, rmse, width, contraction }) => ({
    variable,
    choices,
    rmse,
    width,
    contraction: Number.isFinite(contraction) ? contraction : null,
  })),
});

/** Panels of one figure. */
const MOST_PANELS = 12;
/** Fewer iterations than this make no picture worth looking at. */
const ENOUGH = 10;
/** Quantities whose precision is drawn against sample size. */
const CURVED = /^(alpha|omega|delta\[\d+\]|alpha_gap)$/;
/** Width of the intervals whose coverage is counted. */
const INTERVAL = 0.9;
/** Sensitivities, δ and ψ first: β has as many entries as no reader looks through. */
const READING: readonly string[] = [
  'sensitivity',
  'combination',
  'delta',
  'contrast',
  'psi',
  'data',
  'beta',
  'joint',
];

const named = (variable: string) => ({ variable, symbol: symbolOf(variable) });
const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A quantity in units of the sd of its truths: α and δ have no unit in common. */
export function comparable({ variable, truth, coverage, ...own }: RecoveredQuantity): RecoveredRow {
  const unit = sd(truth);
  return {
    ...named(variable),
    bias: own.bias / unit,
    biasError: own.biasError / unit,
    rmse: own.rmse / unit,
    coverage,
    width: own.meanWidth / unit,
    contraction: known(own.meanContraction),
  };
}

function armFigures({ quantities, replicates }: RecoveryArm): RecoveryParts['figures'] {
  if (replicates < ENOUGH) return [];
  const read = quantities.toSorted((a, b) => READING.indexOf(a.group) - READING.indexOf(b.group));
  return [
    () =>
      truthEstimateFigure({
        level: INTERVAL,
        quantities: read.map(({ variable, truth, mean, lower, upper }) => ({
          ...named(variable),
          truth,
          mean,
          lower,
          upper,
          log: isLogScale(variable),
        })),
      }),
    () =>
      recoveryForestFigure({
        iterations: replicates,
        level: INTERVAL,
        rows: read.map(comparable),
      }),
    () =>
      shrinkageFigure({
        iterations: replicates,
        quantities: read
          .slice(0, MOST_PANELS)
          .map(({ variable, shrinkage: points }) => ({ ...named(variable), points })),
      }),
  ];
}

function studyFigures(report: RecoveryReport): RecoveryParts['figures'] {
  if (report.arms.some(({ replicates }) => replicates < ENOUGH)) return [];
  const rows = sampleSizeRows(report).filter(({ variable }) => CURVED.test(variable));
  const gains = matchedRows(report);
  return [
    ...(gains.length > 0
      ? [() => gainsFigure({ iterations: report.arms[0].replicates, level: INTERVAL, rows: gains })]
      : []),
    ...(rows.length > 0 ? [() => sizeFigure({ unit: 'the quantity’s own units', rows })] : []),
  ];
}

export function recoveryParts(report: RecoveryReport, place: number): RecoveryParts {
  const arm = report.arms[place] ?? report.arms[0];
  const tables = [
    matched(report),
    ...(report.arms.length > 1 ? [sizeTable(report)] : []),
    ...(arm ? [quantities(arm), coupling(arm)] : []),
  ];
  return {
    finding: report.finding,
    sentences: report.sentences,
    diagnostics: report.diagnostics,
    figures: [...studyFigures(report), ...(arm ? armFigures(arm) : [])],
    tables: tables.filter(({ rows }) => rows.length > 0),
  };
}
