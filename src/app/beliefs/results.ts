// What each step shows of one cell: a sentence, figures, tables, and what limits them.
import { concordanceFigure } from '../../charts/beliefs-concordance.ts';
import { curvesFigure } from '../../charts/beliefs-curves.ts';
import { iccFigure } from '../../charts/beliefs-icc.ts';
import { outcomeFigure } from '../../charts/beliefs-outcome.ts';
import { reliabilityFigure } from '../../charts/beliefs-reliability.ts';
import { residualsFigure } from '../../charts/beliefs-residuals.ts';
import { verdictFigure } from '../../charts/beliefs-verdict.ts';
import { prefixesFigure } from '../../charts/beliefs-prefixes.ts';
import { priorFigure } from '../../charts/beliefs-prior.ts';
import { sufficiencyFigure } from '../../charts/beliefs-sufficiency.ts';
import { thresholdFigure } from '../../charts/beliefs-thresholds.ts';
import { TRANSFER_MEASURES, transferFigure } from '../../charts/beliefs-transfer.ts';
import { treesFigure } from '../../charts/beliefs-trees.ts';
import { variantsFigure } from '../../charts/beliefs-variants.ts';
import type { Figure } from '../../charts/figure.ts';
import { verdictGrounds } from '../../instruments/beliefs/coherence/words.ts';
import { cellName } from '../../instruments/beliefs/plan.ts';
import type { BeliefCellReport } from '../../instruments/beliefs/report-types.ts';
import { thresholdWords } from '../../instruments/beliefs/threshold-words.ts';
import { INTERVAL_WORDS, refitWords } from '../../instruments/beliefs/refit-words.ts';
import {
  coherenceWords,
  concordanceWords,
  instanceWords,
  sufficiencyWords,
  transferWords,
} from '../../instruments/beliefs/words.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { RunTableView } from '../run-view.ts';
import { brierTable, checkTable, differenceTable, modelFreeTables } from './coherence-tables.ts';
import { refitTables } from './refit-tables.ts';
import {
  clipTable,
  fitTable,
  foldTable,
  outputTable,
  prefixTable,
  shiftTable,
  sufficiencyTable,
} from './result-tables.ts';
import type { BeliefStep } from './steps.ts';

/** Steps whose results come from a run. */
export const RESULT_STEPS = [
  'fit',
  'coherence',
  'thresholds',
  'generalisation',
  'sufficiency',
  'instances',
] as const satisfies readonly BeliefStep[];
export type ResultStep = (typeof RESULT_STEPS)[number];

export const isResultStep = (step: BeliefStep): step is ResultStep =>
  (RESULT_STEPS as readonly string[]).includes(step);

export interface StepResults {
  readonly finding: string;
  readonly figures: readonly Figure[];
  readonly tables: readonly RunTableView[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the numbers must not be read, or only with care. */
  readonly caution?: string | null;
  /** Sentences that limit what is shown. */
  readonly notes: readonly string[];
}

type Shown = Omit<StepResults, 'finding'>;

const NOTHING: Shown = { figures: [], tables: [], diagnostics: [], notes: [] };

function fitResults(cell: BeliefCellReport): Shown {
  const { fit } = cell;
  if (fit === null) return { ...NOTHING, notes: cell.limits };
  return {
    figures: [priorFigure(cellName(cell), fit.prior)],
    tables: [fitTable(cell, fit), outputTable(fit), ...checkTable(cell.checks), ...clipTable(cell.clips)],
    diagnostics: fit.diagnostics,
    notes: cell.limits,
  };
}

function coherenceResults(cell: BeliefCellReport): Shown {
  const name = cellName(cell);
  const { coherence, calibration, modelFree } = cell;
  const reliability = calibration && reliabilityFigure(name, calibration);
  return {
    ...NOTHING,
    figures: [
      ...(coherence ? [verdictFigure(name, coherence)] : []),
      ...(cell.concordance ? [concordanceFigure(name, cell.concordance)] : []),
      ...(coherence ? [residualsFigure(name, coherence.oneLatent)] : []),
      ...(reliability ? [reliability] : []),
      ...(cell.variants && cell.variants.length > 0 ? [variantsFigure(name, cell.variants)] : []),
    ],
    tables: [...foldTable(cell.folds), ...brierTable(calibration), ...modelFreeTables(modelFree)],
    notes: coherence ? [...verdictGrounds(coherence), concordanceWords(cell)] : [],
  };
}

function thresholdResults(cell: BeliefCellReport): Shown {
  const name = cellName(cell);
  const { thresholds, curves, prompts, refits } = cell;
  return {
    ...NOTHING,
    figures: [
      ...(thresholds && thresholds.length > 0 ? [thresholdFigure(name, prompts, thresholds, refits)] : []),
      ...(curves && curves.length > 0 ? [curvesFigure(name, curves)] : []),
    ],
    tables: [
      ...shiftTable(thresholds),
      ...differenceTable(cell.framingShifts, 'by the delta method'),
      ...refitTables(refits),
    ],
    notes: refits ? [refitWords(refits), INTERVAL_WORDS] : [],
  };
}

function transferResults(cell: BeliefCellReport): Shown {
  const { transfer } = cell;
  if (transfer === null || transfer.length === 0) return NOTHING;
  return {
    ...NOTHING,
    figures: TRANSFER_MEASURES.map((measure) => transferFigure(cellName(cell), transfer, measure)),
  };
}

function sufficiencyResults(cell: BeliefCellReport): Shown {
  const name = cellName(cell);
  const { sufficiency, outcome } = cell;
  const excluded = outcome?.excluded ?? [];
  return {
    ...NOTHING,
    figures: [
      ...(sufficiency ? [sufficiencyFigure(name, sufficiency)] : []),
      ...(outcome ? [outcomeFigure(name, outcome)] : []),
    ],
    tables: sufficiencyTable(sufficiency),
    notes:
      excluded.length === 0 ? [] : [`Too few answers of one kind for an L1 gap: ${excluded.join(', ')}.`],
  };
}

function instanceResults(cell: BeliefCellReport): Shown {
  const name = cellName(cell);
  const { prefixes } = cell;
  if (prefixes === null) return NOTHING;
  const { comparison, icc } = prefixes;
  return {
    ...NOTHING,
    figures: [
      ...(comparison ? [prefixesFigure(name, comparison)] : []),
      ...(icc ? [iccFigure(name, icc)] : []),
      ...(icc && icc.trees.length > 0 ? [treesFigure(name, icc.trees)] : []),
    ],
    tables: prefixes.collected > 0 ? prefixTable(prefixes) : [],
  };
}

const SHOWN: Readonly<Record<ResultStep, (cell: BeliefCellReport) => Shown>> = {
  fit: fitResults,
  coherence: coherenceResults,
  thresholds: thresholdResults,
  generalisation: transferResults,
  sufficiency: sufficiencyResults,
  instances: instanceResults,
};

const fitWords = ({ fit, cases }: BeliefCellReport): string =>
  fit === null
    ? 'Nothing is fitted yet.'
    : `${fit.kind === 'linear' ? 'One linear belief' : `A ${fit.kind} model`} is fitted to ${cases.train} training cases.`;

const WORDS: Readonly<Record<ResultStep, (cell: BeliefCellReport) => string>> = {
  fit: fitWords,
  coherence: coherenceWords,
  thresholds: thresholdWords,
  generalisation: transferWords,
  sufficiency: sufficiencyWords,
  instances: instanceWords,
};

export const resultsOf = (step: ResultStep, cell: BeliefCellReport): StepResults => ({
  finding: WORDS[step](cell),
  ...SHOWN[step](cell),
});
