// The report of a recovery study: a fold of the same rows that calibration ranks, arm by arm.
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import { mean } from '../../../statistics/moments.ts';
import { recoverySummary, shrinkageCurve, type Recovered } from '../../../statistics/recovery.ts';
import { rowsOf } from './calibrate.ts';
import { calibrationDiagnostics } from './diagnostics.ts';
import { groupOf } from './information.ts';
import { couplings } from './informativeness.ts';
import { matchedContrasts } from './matched.ts';
import type { CalibrationArm, CalibrationPlan } from './plan.ts';
import { quantityColumns } from './quantity.ts';
import { recoveryFinding, recoverySentences } from './recovery-sentences.ts';
import type {
  RecoveredQuantity,
  RecoveryArm,
  RecoveryReport,
  SampleSizePoint,
  ScaleFinding,
} from './recovery-report.ts';
import type { QuantityColumns } from './report.ts';
import { fittedRows, type ReplicateRows } from './rows.ts';
import { failedReplicates, unconvergedReplicates } from './trouble.ts';

/** Bounds of recovery at the scale of an application. */
const SCALE = { bias: 0.1, rmse: 0.25 };
/** Nominal coverage of the 5 to 95 % interval. */
const NOMINAL = 0.9;

const recoveredOf = ({ truth, mean: centre, sd, q5, q95 }: QuantityColumns): Recovered => ({
  truth,
  mean: centre,
  sd,
  lower: q5,
  upper: q95,
});

function recoveredQuantity(variable: string, columns: QuantityColumns): RecoveredQuantity {
  const recovered = recoveredOf(columns);
  return {
    ...recoverySummary(recovered, NaN),
    meanContraction: mean(columns.contraction),
    variable,
    group: groupOf(variable),
    shrinkage: shrinkageCurve(recovered),
    truth: columns.truth,
    mean: columns.mean,
    lower: columns.q5,
    upper: columns.q95,
  };
}

/** Of quantities whose mean truth is well away from zero: sensitivities and δ. */
const scaleOf = (quantities: readonly RecoveredQuantity[]): readonly ScaleFinding[] =>
  quantities
    .filter(({ group }) => group === 'sensitivity' || group === 'delta')
    .map(({ variable, relativeBias, relativeRmse, coverage }) => ({
      variable,
      bias: Math.abs(relativeBias) <= SCALE.bias,
      rmse: relativeRmse < SCALE.rmse,
      coverage: coverage.lower <= NOMINAL && NOMINAL <= coverage.upper,
    }));

/** Choices that a fit of the arm sees. */
export function choicesOf({ menus, model, fitted }: CalibrationArm, { content }: Dataset): number {
  const uncertain = menus.uncertain?.length ?? content.uncertain.menus.length;
  if (model.link === 'none' || fitted.link === 'none' || content.risky === null) return uncertain;
  return uncertain + (menus.risky?.length ?? content.risky.menus.length);
}

function recoveryArm(
  arm: CalibrationArm,
  datasets: ReadonlyMap<string, Dataset>,
  rows: ReplicateRows,
): RecoveryArm {
  const fitted = fittedRows(rows);
  const quantities =
    fitted.length === 0
      ? []
      : rows.quantities.map((variable, q) => recoveredQuantity(variable, quantityColumns(rows, q, fitted)));
  return {
    label: arm.label,
    model: arm.model.name,
    fitted: arm.fitted.name,
    choices: choicesOf(arm, datasets.get(arm.design)!),
    replicates: rows.replicates.length,
    quantities,
    coupling: couplings(quantities),
    scale: scaleOf(quantities),
    failures: failedReplicates(rows),
    unconverged: unconvergedReplicates(rows),
  };
}

const CURVE_GROUPS: ReadonlySet<string> = new Set(['sensitivity', 'delta', 'contrast', 'psi']);

/** Precision by number of choices; empty for one arm. */
const sampleSizeCurve = (arms: readonly RecoveryArm[]): readonly SampleSizePoint[] =>
  arms.length < 2
    ? []
    : [...arms]
        .sort((a, b) => a.choices - b.choices)
        .flatMap(({ label, choices, quantities }) =>
          quantities
            .filter(({ group }) => CURVE_GROUPS.has(group))
            .map(({ variable, rmse, rmseError, meanWidth, meanContraction }) => ({
              label,
              choices,
              variable,
              rmse,
              rmse_error: rmseError,
              width: meanWidth,
              contraction: meanContraction,
            })),
        );

const totalOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Over all arms together: what the fits behind the figures are worth. */
function diagnosticsOf(tables: readonly ReplicateRows[], arms: readonly RecoveryArm[]) {
  const landed = tables.reduce((sum, { replicates }) => sum + replicates.length, 0);
  const failed = arms.flatMap(({ failures }) => failures);
  const divergences = tables.reduce((sum, { facts }) => sum + totalOf(facts.divergences), 0);
  const { maxRank } = tables[0];
  const fitness = {
    replicates: landed,
    failed,
    unconverged: arms.reduce((sum, { unconverged }) => sum + unconverged.length, 0),
    divergences: Number.isNaN(divergences) ? null : divergences,
    draws: (landed - failed.length) * maxRank,
    maxRank,
  };
  // Recovery takes no ranks, so correlated draws cost precision only: effective sizes are judged by replicate.
  return calibrationDiagnostics(fitness, []).filter(({ id }) => id !== 'draws');
}

/** From the rows of every arm of the plan, in its order, finished or growing. */
export function recoveryReport(
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  tables: readonly ReplicateRows[],
): RecoveryReport {
  const arms = plan.settings.arms.map((arm, i) => recoveryArm(arm, datasets, tables[i]));
  const matched = matchedContrasts(
    arms.map(({ label }) => label),
    tables,
    plan.seed,
  );
  const curve = matched.length > 0 ? [] : sampleSizeCurve(arms);
  return {
    title: plan.title,
    arms,
    matched,
    curve,
    diagnostics: diagnosticsOf(tables, arms),
    finding: recoveryFinding(arms, matched),
    sentences: recoverySentences(arms, matched),
  };
}

/** The same from the chunks of a run. */
export const recoveryReportOf = (
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  chunks: readonly Chunk[],
): RecoveryReport =>
  recoveryReport(
    plan,
    datasets,
    plan.settings.arms.map((_, arm) => rowsOf(plan, arm, datasets, chunks)),
  );
