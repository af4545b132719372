// Slopes of decision makers by tasks, each null beside the slopes that its cell could not have resolved.
import type { Interval, StudyReport } from '../report.ts';
import { cellPlaces, type CellPlace } from './cells.ts';
import { estimate, probability, significant } from './number-format.ts';

export interface SlopeForestRow extends CellPlace, Interval {
  readonly probability_negative: number;
  /** Smallest |slope| that the cell would have shown with P(slope < 0) ≥ .95. */
  readonly minimum_detectable: number;
  /** The 90 % interval leaves zero out. */
  readonly resolved: boolean;
}

export interface SlopeForestView {
  /** Columns and rows of the grid. */
  readonly agents: readonly string[];
  readonly tasks: readonly string[];
  readonly rows: readonly SlopeForestRow[];
  readonly cross: StudyReport['cross'];
}

/** One row per cell, in the order of the plan. */
export function slopeForestView(study: StudyReport): SlopeForestView {
  const places = cellPlaces(study);
  return {
    agents: [...new Set(places.map(({ agent }) => agent))],
    tasks: [...new Set(places.map(({ task }) => task))],
    rows: study.cells.map(({ slope, probabilityNegative, minimumDetectable }, i) => ({
      ...places[i],
      median: slope.median,
      q5: slope.q5,
      q25: slope.q25,
      q75: slope.q75,
      q95: slope.q95,
      probability_negative: probabilityNegative,
      minimum_detectable: minimumDetectable,
      resolved: slope.q95 < 0 || slope.q5 > 0,
    })),
    cross: study.cross,
  };
}

const rowText = ({
  agent,
  task,
  median,
  q5,
  q95,
  resolved,
  minimum_detectable: least,
}: SlopeForestRow): string =>
  `${agent}, ${task}: ${estimate(median, q5, q95)}` +
  (resolved ? '' : ` (slopes smaller than ${significant(least)} are not resolved)`);

/** A cell as it is called beside another: by the decision maker alone where they share the task. */
function cellNames({ rows }: SlopeForestView, first: string, second: string): readonly [string, string] {
  const [a, b] = [first, second].map((cell) => rows.find((row) => row.cell === cell));
  if (a === undefined || b === undefined) return [first, second];
  return a.task === b.task && a.agent !== b.agent
    ? [a.agent, b.agent]
    : [`${a.agent} × ${a.task}`, `${b.agent} × ${b.task}`];
}

/** "P(slope of A < slope of B), insurance: .817; up to T = 1: .816." for every comparison across cells. */
export const crossText = (view: SlopeForestView): string =>
  view.cross
    .map(({ first, second, full, common, ceiling }) => {
      const [a, b] = cellNames(view, first, second);
      const task = view.rows.find((row) => row.cell === first && row.agent === a)?.task;
      const where = task === undefined ? '' : `, ${task}`;
      return `P(slope of ${a} < slope of ${b})${where}: ${probability(full)}; up to T = ${ceiling}: ${probability(common)}.`;
    })
    .join(' ');

export const describeSlopeForest = (view: SlopeForestView): string =>
  [`Slopes with 90\u202f% intervals. ${view.rows.map(rowText).join('; ')}.`, crossText(view)]
    .filter((sentence) => sentence !== '')
    .join(' ');
