// Posterior density of each cell's slope of α on temperature, with the share of it that lies below zero.
import { kernelDensity, type DensityOptions } from '../../../statistics/density.ts';
import type { Interval, StudyReport } from '../report.ts';
import { cellPlaces, type CellPlace } from './cells.ts';
import { estimate, probabilityOf } from './number-format.ts';

export interface SlopeDensityRow {
  readonly cell: string;
  readonly slope: number;
  readonly density: number;
}

export interface SlopeCell extends CellPlace, Interval {
  readonly probability_negative: number;
  readonly draws: number;
}

export interface SlopeDensityView {
  readonly cells: readonly SlopeCell[];
  /** One grid for all cells. */
  readonly rows: readonly SlopeDensityRow[];
}

const GRID = 192;

/** Half a 90 % interval beyond the intervals of all cells; zero is always inside. */
function gridOf({ cells }: StudyReport): DensityOptions {
  const ends = cells.map(({ slope: { q5, q95 } }) => [q5 - (q95 - q5) / 2, q95 + (q95 - q5) / 2]);
  const low = Math.min(0, ...ends.map((end) => end[0]));
  const high = Math.max(0, ...ends.map((end) => end[1]));
  return { points: GRID, from: low, to: high };
}

/** Densities of all slopes on one grid. */
export function slopeDensityView(study: StudyReport): SlopeDensityView {
  const grid = gridOf(study);
  const places = cellPlaces(study);
  return {
    cells: study.cells.map(({ slope, probabilityNegative }, i) => ({
      ...places[i],
      median: slope.median,
      q5: slope.q5,
      q25: slope.q25,
      q75: slope.q75,
      q95: slope.q95,
      probability_negative: probabilityNegative,
      draws: slope.draws.length,
    })),
    rows: study.cells.flatMap(({ cell, slope }) => {
      const { x, density } = kernelDensity(slope.draws, grid);
      return Array.from(x, (value, i) => ({ cell, slope: value, density: density[i] }));
    }),
  };
}

export function describeSlopeDensity({ cells }: SlopeDensityView): string {
  const values = cells.map(
    ({ agent, task, median, q5, q95, probability_negative: p }) =>
      `${agent}, ${task}: ${estimate(median, q5, q95)}, ${probabilityOf('slope < 0', p)}`,
  );
  return `Slopes of α per unit of temperature, medians with 90\u202f% intervals. ${values.join('; ')}.`;
}
