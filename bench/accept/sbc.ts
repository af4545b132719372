// The paper's calibration studies: flat models on its designs and on real features, cells, and the GPU beside the CPU.
import { basename } from 'node:path';
import { menuBlock, type SeuData } from '../../src/models/seu/data.ts';
import { HIERARCHICAL_PRESETS } from '../../src/models/hierarchical/presets.ts';
import { hierarchicalDesign } from '../../src/instruments/seu/design/hierarchical.ts';
import { designOfContent } from '../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN, type DesignSettings } from '../../src/instruments/seu/design/settings.ts';
import { calibrationSampler } from '../../src/instruments/seu/calibration/plan.ts';
import { DEFAULT_QUANTITIES } from '../../src/models/replication.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { hasRealData, readSubject, realPath } from './data.ts';
import { orUnavailable } from './fits.ts';
import { checkSound, paperDesign, studyOfCase, studyOfCells, type Case, type Studied } from './replicates.ts';
import { sized, type Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const { m_0, m_1, m_01, m_02 } = SEU_PRESETS;

export interface SbcPart {
  readonly name: string;
  readonly run: (tally: Tally, scale: Scale) => Promise<void>;
}

/** A whole number of replicates, or a part of it where runs are short. */

function flat(
  name: string,
  make: () => Promise<Omit<Case, 'label' | 'replicates'>>,
  replicates: number,
): SbcPart {
  return {
    name,
    async run(tally, scale) {
      const study = { ...(await make()), label: name, replicates: sized(scale, replicates) };
      checkSound(tally, name, await studyOfCase(study));
    },
  };
}

const generated = (model: Case['model'], parts: Partial<DesignSettings>) => async () => ({
  model,
  content: paperDesign(parts),
});

/** Features and menus of a real condition at temperature 0, answered anew. */
function real(name: string, model: Case['model'], cell: string): SbcPart {
  const part = flat(
    name,
    async () => {
      const path = realPath(cell, 0);
      const { dataset } = await readSubject(path, model.name, basename(path));
      return { model, content: designOfContent(dataset.content) };
    },
    200,
  );
  return {
    name,
    run: async (tally, scale) =>
      hasRealData() ? part.run(tally, scale) : tally.skip(name, '../shared/data/seu is not here'),
  };
}

const LARGE: Partial<DesignSettings> = { dimensions: 32, alternatives: 30, menus: 300, largest: 4 };

function cells(name: string, preset: string, parts: Partial<DesignSettings>): SbcPart {
  return {
    name,
    async run(tally, scale) {
      const made = hierarchicalDesign({ ...DEFAULT_DESIGN, ...parts });
      const alternatives = made.features.length;
      const dimensions = made.features[0].length;
      const features = Float64Array.from(made.features.flat());
      const cell = (menus: readonly (readonly number[])[]): SeuData => ({
        consequences: made.consequences,
        alternatives,
        dimensions,
        features,
        uncertain: menuBlock(
          menus,
          menus.map(() => 0),
        ),
        risky: null,
      });
      const model = HIERARCHICAL_PRESETS[preset];
      const design = {
        cells: made.cells.map(({ menus }) => cell(menus)),
        predictors: made.regressors[0].length,
        design: Float64Array.from(made.regressors.flat()),
        pools: null,
      };
      const study = {
        family: 'hierarchical',
        model,
        design,
        fitted: model,
        quantities: DEFAULT_QUANTITIES,
      } as const;
      const sampler = { ...calibrationSampler(m_0), targetAcceptance: 0.9 };
      checkSound(tally, name, await studyOfCells(name, study, sampler, sized(scale, 100)));
    },
  };
}

const STANDARD_ERRORS = 4;
const AGREEING = 0.99;

/** Mean difference of normalised ranks over its standard error, by quantity; the largest. */
function rankGap(cpu: Studied, gpu: Studied): number {
  const gaps = cpu.report.quantities.map(({ columns, max_rank }, q) => {
    const other = gpu.report.quantities[q].columns.rank;
    const differences = columns.rank.map((rank, i) => (rank - other[i]) / max_rank);
    const n = differences.length;
    const mean = differences.reduce((sum, value) => sum + value, 0) / n;
    const square = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return Math.abs(mean) / Math.sqrt(square / (n - 1) / n);
  });
  return Math.max(...gaps);
}

/** Share of posterior means, over replicates and quantities, that agree to four Monte Carlo errors of their difference. */
function agreement(cpu: Studied, gpu: Studied): number {
  let agreeing = 0;
  let total = 0;
  cpu.report.quantities.forEach(({ columns: a }, q) => {
    const b = gpu.report.quantities[q].columns;
    a.mean.forEach((mean, i) => {
      const error = Math.sqrt(a.sd[i] ** 2 / a.ess_bulk[i] + b.sd[i] ** 2 / b.ess_bulk[i]);
      agreeing += Number(Math.abs(mean - b.mean[i]) <= STANDARD_ERRORS * error);
      total += 1;
    });
  });
  return agreeing / total;
}

const paired: SbcPart = {
  name: 'm_0 on the GPU beside the CPU',
  async run(tally, scale) {
    const study = {
      label: 'm_0',
      model: m_0,
      content: paperDesign(),
      replicates: Math.max(30, sized(scale, 100)),
    };
    const gpu = await orUnavailable(studyOfCase({ ...study, engine: 'gpu' }));
    if (typeof gpu === 'string') return tally.skip(paired.name, gpu);
    const cpu = await studyOfCase(study);
    const failed = gpu.report.failures.length + cpu.report.failures.length;
    tally.check('failed fits on either engine', String(failed), 'none', failed === 0);
    const gap = rankGap(cpu, gpu);
    const bound = `within ${STANDARD_ERRORS} se of 0`;
    tally.check(
      'mean normalised rank difference, worst quantity',
      `${gap.toFixed(2)} se`,
      bound,
      gap <= STANDARD_ERRORS,
    );
    const share = agreement(cpu, gpu);
    tally.check(
      'posterior means within 4 mcse',
      `${(100 * share).toFixed(2)} %`,
      'at least 99 %',
      share >= AGREEING,
    );
  },
};

/** The parts in order; each can run alone. */
export const SBC_PARTS: readonly SbcPart[] = [
  flat('m_0, 999 replicates', generated(m_0, {}), 999),
  flat(
    'm_1, 999 replicates',
    generated(m_1, { riskyMenus: 25, lotteries: 15, lotteryRule: 'dirichlet', seed: 43 }),
    999,
  ),
  real('m_01 on insurance features at T = 0', m_01, 'gpt4o-insurance'),
  real('m_02 on Ellsberg features at T = 0', m_02, 'gpt4o-ellsberg'),
  flat('m_01 on N(0, 1) features', generated(m_01, LARGE), 200),
  flat('m_02 on N(0, 1) features', generated(m_02, { ...LARGE, consequences: 4 }), 200),
  cells('h_m01, 6 × 3 cells of 20 menus', 'h_m01', {
    dimensions: 2,
    alternatives: 10,
    menus: 20,
    largest: 4,
    factors: [6, 3],
  }),
  cells('h_m01_size, 3 × 2 cells of 30 menus', 'h_m01_size', {
    dimensions: 2,
    alternatives: 12,
    menus: 30,
    sizes: [2, 4, 6, 8],
    factors: [3, 2],
  }),
  paired,
];

/** Every study, each with its power read-out. */
export async function paperCalibration(tally: Tally, scale: Scale): Promise<void> {
  for (const { run } of SBC_PARTS) await run(tally, scale);
}
