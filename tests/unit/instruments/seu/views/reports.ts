// Reports small enough to work out by hand.
import type { CellReport, FitReport, StudyReport } from '../../../../../src/instruments/seu/report.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import type { Draws } from '../../../../../src/statistics/draws.ts';

/** Draws of named columns, each listing chain after chain. */
export function drawsOf(columns: Readonly<Record<string, readonly number[]>>, chains: number): Draws {
  const arrays = Object.values(columns);
  return {
    variables: Object.keys(columns),
    iterations: arrays[0].length / chains,
    chains,
    values: Float64Array.from(arrays.flat()),
  };
}

const EMPTY: FitReport = {
  label: 'small',
  dataset: '',
  model: SEU_PRESETS.m_0,
  menus: 25,
  summary: [],
  diagnostics: [],
  ppc: [],
  choices: [],
  sampler: {
    name: 'nuts',
    gradients: 0,
    gradients_warmup: 0,
    divergences: 0,
    saturated: 0,
    step_size: [],
    ebfmi: [],
  },
  draws: drawsOf({ alpha: [1] }, 1),
  statistics: drawsOf({ lp: [0] }, 1),
  failures: [],
};

export const fitReport = (parts: Partial<FitReport>): FitReport => ({ ...EMPTY, ...parts });

export interface CellParts {
  readonly agent: string;
  readonly task: string;
  readonly temperatures: readonly number[];
  /** Draws of α, temperature by temperature. */
  readonly alphas: readonly (readonly number[])[];
  readonly slope: CellReport['slope'];
  readonly minimumDetectable: number;
}

export const cellReport = (parts: CellParts): CellReport => ({
  cell: `${parts.agent} × ${parts.task}`,
  agent: parts.agent,
  task: parts.task,
  conditions: parts.temperatures.map((temperature, i) => ({
    label: `T = ${temperature}`,
    cell: `${parts.agent} × ${parts.task}`,
    temperature,
    report: fitReport({ menus: 300, draws: drawsOf({ alpha: parts.alphas[i] }, 1) }),
    featureNorm: 0.5,
    etaGap: 0.1,
    alphaEtaGap: 4,
    setAside: null,
  })),
  slope: parts.slope,
  probabilityNegative: 0.984,
  probabilityMonotone: 0.1,
  merged: [],
  pairwise: [],
  minimumDetectable: parts.minimumDetectable,
});

export const studyReport = (cells: readonly CellReport[]): StudyReport => ({
  title: 'study',
  cells,
  cross: [],
  finding: '',
  caveats: [],
});

export const slopeOf = (median: number, q5: number, q95: number): CellReport['slope'] => ({
  median,
  q5,
  q25: (median + q5) / 2,
  q75: (median + q95) / 2,
  q95,
  mean: median,
  sd: (q95 - q5) / 3.29,
  draws: Float64Array.from([q5, median, median, q95]),
});
