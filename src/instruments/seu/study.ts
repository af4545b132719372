// The study of section 7.5: α against temperature within cells, and slopes between cells.
import type { SeuContent } from '../../formats/dataset.ts';
import { variableIndex, variableOf, type Draws } from '../../statistics/draws.ts';
import { minimumDetectableSlope } from '../../statistics/detectable-slope.ts';
import { intervalOf } from '../../statistics/interval.ts';
import { mean, sd } from '../../statistics/moments.ts';
import { median } from '../../statistics/quantile.ts';
import {
  mergeConditions,
  pairwiseProbabilities,
  probabilityDecreasing,
  probabilityLess,
  probabilityNegative,
  slopeDraws,
  type Conditions,
} from '../../statistics/regression.ts';
import type { Cell, FitPlan } from './plan.ts';
import { isMissed } from './predictive-reading.ts';
import type { CellReport, CrossCell, FitReport, StudyCondition, StudyReport } from './report.ts';
import { studyCaveats, studyFinding } from './study-words.ts';

export const alphaDraws = ({ draws }: FitReport): Float64Array =>
  variableOf(draws, variableIndex(draws, 'alpha'));

/** Mean over menus of max − min η, at every draw. */
export function etaGaps(draws: Draws, menus: readonly (readonly number[])[]): Float64Array {
  const base = variableIndex(draws, 'eta[1]');
  const total = draws.chains * draws.iterations;
  const gaps = new Float64Array(total);
  for (let s = 0; s < total; s++) {
    for (const menu of menus) {
      let low = Infinity;
      let high = -Infinity;
      for (const r of menu) {
        const eta = draws.values[(base + r) * total + s];
        if (eta < low) low = eta;
        if (eta > high) high = eta;
      }
      gaps[s] += (high - low) / menus.length;
    }
  }
  return gaps;
}

const featureNorm = (features: SeuContent['features']): number =>
  mean(Float64Array.from(features, (row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))));

/** Why a condition is set aside from findings, or null: an extreme predictive p, or α not converged. */
function reasonAside(report: FitReport): string | null {
  const flagged = report.ppc.filter(({ p }) => isMissed(p));
  if (flagged.length > 0) {
    const names = flagged.map(({ block, statistic }) => `${statistic} (${block})`).join(', ');
    return `predictive check flagged: ${names}`;
  }
  const failed = report.diagnostics.find(({ id, severity }) => id === 'rhat:alpha' && severity === 'fail');
  return failed ? 'the chains disagree about α' : null;
}

export function studyCondition(
  report: FitReport,
  content: SeuContent,
  cell: string,
  temperature: number,
): StudyCondition {
  const gaps = etaGaps(report.draws, content.uncertain.menus);
  const alpha = alphaDraws(report);
  return {
    label: report.label,
    cell,
    temperature,
    report,
    featureNorm: featureNorm(content.features),
    etaGap: median(gaps),
    alphaEtaGap: median(gaps.map((gap, s) => gap * alpha[s])),
    setAside: reasonAside(report),
  };
}

/** As many draws of each as the shortest has: a chain that failed or still runs leaves the others their pairs. */
function toShortest(draws: readonly Float64Array[]): readonly Float64Array[] {
  const shortest = Math.min(...draws.map(({ length }) => length));
  return draws.map((x) => x.subarray(0, shortest));
}

const paired = (conditions: readonly StudyCondition[]): Conditions => ({
  temperatures: conditions.map(({ temperature }) => temperature),
  draws: toShortest(conditions.map(({ report }) => alphaDraws(report))),
});

/** Conditions in order of temperature; those set aside do not enter the slope. */
function cellReport(cell: Cell, all: readonly StudyCondition[]): CellReport | null {
  const conditions = all.filter((c) => c.cell === cell.id).sort((a, b) => a.temperature - b.temperature);
  const used = conditions.filter(({ setAside }) => setAside === null);
  if (used.length < 2) return null;
  const data = paired(used);
  const slopes = slopeDraws(data);
  const merged = cell.merge.filter((group) => group.every((t) => data.temperatures.includes(t)));
  return {
    cell: cell.id,
    agent: cell.agent,
    task: cell.task,
    conditions,
    slope: { ...intervalOf(slopes), mean: mean(slopes), sd: sd(slopes), draws: slopes },
    probabilityNegative: probabilityNegative(slopes),
    probabilityMonotone: probabilityDecreasing(data),
    merged: merged.map((temperatures) => ({
      temperatures,
      probability: probabilityDecreasing(mergeConditions(data, temperatures)),
    })),
    pairwise: pairwiseProbabilities(data),
    minimumDetectable: minimumDetectableSlope(slopes).gaussian,
  };
}

function probabilitySteeper(first: Float64Array, second: Float64Array): number {
  const [a, b] = toShortest([first, second]);
  return probabilityLess(a, b);
}

/** Slopes of two cells: on all temperatures, and on those up to the lower of the two highest (NaN below two of them). */
function crossCell(first: CellReport, second: CellReport): CrossCell {
  const usable = (cell: CellReport) => cell.conditions.filter(({ setAside }) => setAside === null);
  const highest = (cell: CellReport) => Math.max(...usable(cell).map(({ temperature }) => temperature));
  const ceiling = Math.min(highest(first), highest(second));
  const common = [first, second].map((cell) =>
    usable(cell).filter(({ temperature }) => temperature <= ceiling),
  );
  const [a, b] = common.map((conditions) => (conditions.length < 2 ? null : slopeDraws(paired(conditions))));
  return {
    first: first.cell,
    second: second.cell,
    full: probabilitySteeper(first.slope.draws, second.slope.draws),
    common: a && b ? probabilitySteeper(a, b) : NaN,
    ceiling,
  };
}

/** Cells with fewer than two usable conditions are left out, and the caveats say so. */
export function studyReport(plan: FitPlan, conditions: readonly StudyCondition[]): StudyReport {
  const { study } = plan.settings;
  if (!study) throw new Error('this plan has no study: its conditions were not grouped into cells');
  const cells = study.cells.map((cell) => cellReport(cell, conditions)).filter((cell) => cell !== null);
  const byId = new Map(cells.map((cell) => [cell.cell, cell]));
  const cross = study.compare.flatMap(([a, b]) => {
    const first = byId.get(a);
    const second = byId.get(b);
    return first && second ? [crossCell(first, second)] : [];
  });
  return {
    title: plan.title,
    cells,
    cross,
    finding: studyFinding(cells),
    caveats: studyCaveats(study.cells, cells, conditions),
  };
}
