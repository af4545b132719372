// α against temperature in every cell of a study, with straight lines through single draws.
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { mean } from '../../../statistics/moments.ts';
import { slopeDraws } from '../../../statistics/regression.ts';
import type { CellReport, Interval, StudyCondition, StudyReport } from '../report.ts';
import { cellPlaces, type CellPlace } from './cells.ts';
import { estimate } from './number-format.ts';
import { evenlySpaced } from './variables.ts';

export interface AlphaTemperatureRow extends Interval {
  readonly cell: string;
  readonly agent: string;
  readonly task: string;
  readonly condition: string;
  readonly temperature: number;
  readonly menus: number;
  /** Reason for which the condition is set aside from findings, or null. */
  readonly set_aside: string | null;
}

/** Least squares line of one draw of α over the temperatures of its cell. */
export interface DrawLine {
  readonly cell: string;
  readonly draw: number;
  readonly intercept: number;
  readonly slope: number;
}

export interface AlphaTemperatureView {
  readonly cells: readonly CellPlace[];
  /** Cell by cell, temperatures ascending. */
  readonly rows: readonly AlphaTemperatureRow[];
  readonly lines: readonly DrawLine[];
}

const LINES = 28;

const alphaOf = ({ report }: StudyCondition): Float64Array =>
  variableOf(report.draws, variableIndex(report.draws, 'alpha'));

const ascending = ({ conditions }: CellReport): readonly StudyCondition[] =>
  [...conditions].sort((a, b) => a.temperature - b.temperature);

function linesOf(cell: CellReport): readonly DrawLine[] {
  const conditions = ascending(cell);
  if (conditions.length < 2) return [];
  const temperatures = Float64Array.from(conditions, ({ temperature }) => temperature);
  const alphas = conditions.map(alphaOf);
  const slopes = slopeDraws({ temperatures: [...temperatures], draws: alphas });
  return evenlySpaced(slopes.length, LINES).map((draw) => {
    const level = mean(Float64Array.from(alphas, (alpha) => alpha[draw]));
    return {
      cell: cell.cell,
      draw: draw + 1,
      intercept: level - slopes[draw] * mean(temperatures),
      slope: slopes[draw],
    };
  });
}

/** One row per condition, and 28 evenly spaced draw lines per cell. */
export const alphaTemperatureView = (study: StudyReport): AlphaTemperatureView => ({
  cells: cellPlaces(study),
  rows: study.cells.flatMap((cell) =>
    ascending(cell).map((condition) => ({
      cell: cell.cell,
      agent: cell.agent,
      task: cell.task,
      condition: condition.label,
      temperature: condition.temperature,
      menus: condition.report.menus,
      ...intervalOf(alphaOf(condition)),
      set_aside: condition.setAside,
    })),
  ),
  lines: study.cells.flatMap(linesOf),
});

export function describeAlphaTemperature({ cells, rows }: AlphaTemperatureView): string {
  const sentences = cells.map(({ cell, agent, task }) => {
    const values = rows
      .filter((row) => row.cell === cell)
      .map((row) => `${estimate(row.median, row.q5, row.q95)} at T = ${row.temperature}`);
    return `${agent}, ${task}: ${values.join(', ')}.`;
  });
  return `Posterior medians of α with 90\u202f% intervals. ${sentences.join(' ')}`;
}
