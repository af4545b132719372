// The hierarchical family: posterior means against a long reference run, and the four real cells beside their own fits.
import { EngineUnavailable, openEngines, type Engines } from '../../src/cli/engines.ts';
import type { EngineKind, HierarchicalInstance, SamplerName, SeuInstance } from '../../src/engine/types.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import type { HierarchicalData } from '../../src/models/hierarchical/data.ts';
import { HIERARCHICAL_PRESETS, type NormalPrior } from '../../src/models/hierarchical/presets.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { essBulk, mcseMean, rhat } from '../../src/statistics/convergence.ts';
import { intervalOf, type Interval } from '../../src/statistics/interval.ts';
import { mean, sd } from '../../src/statistics/moments.ts';
import { mcseSd } from '../../src/statistics/monte-carlo-error.ts';
import { slopeDraws } from '../../src/statistics/regression.ts';
import { hierarchicalDataOf, type HierarchicalStan } from '../../tests/support/hierarchical-stan.ts';
import { hasRealData, readFixture, readSubject, realPath } from './data.ts';
import { settingsOf } from './fits.ts';
import { hierarchicalDraws, logAlphaDraws, sampleInstance, type Sampled } from './hierarchical-run.ts';
import { PUBLISHED_CELLS, type PublishedCell } from './published.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

/** Distances are in combined Monte Carlo standard errors. */
const BOUND = 4;
const DRAWS = 16_000;
/** Few long chains: between 16 shorter ones R-hat would ask for twice the effective draws. */
const CELL = { draws: 16_000, chains: 4 };
const CHAINS = 16;
const SEED = 20_260_101;
const PRESET = HIERARCHICAL_PRESETS.h_m01;
/** Priors of γ₀ that the flat models' priors of α amount to. */
const CALIBRATED: Readonly<Record<string, NormalPrior>> = {
  insurance: { mu: 3, sd: 0.75 },
  Ellsberg: { mu: 3.5, sd: 0.75 },
};
/** A posterior mean this many prior sds from the prior mean is in conflict with the prior. */
const CONFLICT = 2;

interface ReferenceRow {
  readonly name: string;
  readonly group: string;
  readonly constant?: boolean;
  readonly mean: number;
  readonly sd: number;
  readonly mcse_mean: number;
  readonly mcse_sd: number;
}

const WAYS: readonly { engine: EngineKind; sampler: SamplerName; chains: number }[] = [
  { engine: 'cpu', sampler: 'nuts', chains: 4 },
  { engine: 'cpu', sampler: 'hmc', chains: CHAINS },
  { engine: 'gpu', sampler: 'hmc', chains: CHAINS },
];

/** psi[cell=1,alt=2,k=3] → psi[1,2,3]. */
const ownName = (name: string): string => name.replace(/(cell|alt|k)=/g, '');

/** Runs `work` with engines open; null where the engine is not to be had, which is said. */
async function withEngines<Value>(
  tally: Tally,
  label: string,
  engine: EngineKind,
  work: (engines: Engines) => Promise<Value>,
): Promise<Value | null> {
  const engines = await openEngines(engine, 0, CHAINS).catch((error: unknown) => {
    if (!(error instanceof EngineUnavailable)) throw error;
    tally.skip(label, error.message);
    return null;
  });
  if (engines === null) return null;
  try {
    return await work(engines);
  } finally {
    engines.dispose();
  }
}

/** The reference's β is left out: its common shift comes from the prior alone, and Luce reports ψ. */
function checkReference(
  tally: Tally,
  label: string,
  draws: ReadonlyMap<string, Float64Array>,
  chains: number,
): void {
  const { summary } = readFixture<{ summary: readonly ReferenceRow[] }>('posterior_h_m01_J5.json');
  const rows = summary.filter(({ constant, group }) => !constant && group !== 'beta');
  for (const group of new Set(rows.map((row) => row.group)))
    for (const moment of ['mean', 'sd'] as const) {
      const distances = rows
        .filter((row) => row.group === group)
        .map((row) => {
          const values = draws.get(ownName(row.name)) ?? new Float64Array(0);
          const value = moment === 'mean' ? mean(values) : sd(values);
          const error = (moment === 'mean' ? mcseMean : mcseSd)(values, chains) ?? NaN;
          return Math.abs(value - row[moment]) / Math.sqrt(error ** 2 + row[`mcse_${moment}`] ** 2);
        });
      const worst = distances.reduce((a, b) => (a >= b ? a : b), 0);
      atMost(tally, `${label} ${moment} of ${group}, worst of ${distances.length}, in se`, worst, BOUND);
    }
}

function checkChains(
  tally: Tally,
  label: string,
  { divergences }: Sampled,
  draws: ReadonlyMap<string, Float64Array>,
  chains: number,
): void {
  const own = [...draws].filter(([name]) => /^(gamma|sigma|alpha|log_lik|lp__)/.test(name));
  const rhats = own.map(([name, values]) => ({ name, value: rhat(values, chains) ?? NaN }));
  const worst = rhats.reduce((a, b) => (a.value >= b.value ? a : b));
  const ess = own.reduce((least, [, values]) => Math.min(least, essBulk(values, chains) ?? NaN), Infinity);
  atMost(tally, `${label} largest R-hat, of ${worst.name}`, worst.value, 1.01, 5);
  tally.check(
    `${label} smallest bulk ESS of gamma, sigma, alpha, log_lik, lp__`,
    ess.toFixed(0),
    'at least 400',
    ess >= 400,
  );
  tally.check(`${label} divergences`, `${divergences}`, 'none', divergences === 0);
}

async function checkOracle(tally: Tally, scale: Scale): Promise<void> {
  const stan = readFixture<HierarchicalStan>('posterior_h_m01_J5_data.json');
  const instance: HierarchicalInstance = {
    family: 'hierarchical',
    model: PRESET,
    data: hierarchicalDataOf(stan),
  };
  for (const { engine, sampler, chains } of WAYS) {
    const label = `h_m01_J5 ${sampler} ${engine}`;
    const settings = settingsOf(sampler, scale(DRAWS, chains));
    await withEngines(tally, label, engine, async (engines) => {
      const sampled = await sampleInstance(engines, instance, settings, SEED);
      const draws = hierarchicalDraws(instance, sampled, SEED, settings.draws);
      checkChains(tally, label, sampled, draws, settings.chains);
      checkReference(tally, label, draws, settings.chains);
    });
  }
}

/** The conditions of a cell as cells of one model, each with its own features, and temperature less its mean. */
async function cellData({ id, model, temperatures }: PublishedCell): Promise<HierarchicalData> {
  const subjects = await Promise.all(
    temperatures.map((temperature) =>
      readSubject(realPath(id, temperature), model, `${id} T=${temperature}`),
    ),
  );
  const centre = mean(Float64Array.from(temperatures));
  return {
    cells: subjects.map(({ dataset }) => encodeSeu(dataset.content, 'none')),
    predictors: 1,
    design: Float64Array.from(temperatures, (temperature) => temperature - centre),
    pools: null,
  };
}

/** Least-squares slope of log α on temperature over the independent fits, draw by draw. */
async function independentSlope(
  engines: Engines,
  { model, temperatures }: PublishedCell,
  { cells }: HierarchicalData,
  scale: Scale,
): Promise<Interval> {
  const settings = settingsOf('hmc', scale(CELL.draws, CELL.chains));
  const draws: Float64Array[] = [];
  for (const [j, data] of cells.entries()) {
    const instance: SeuInstance = { family: 'seu', model: SEU_PRESETS[model], data };
    const seed = SEED + 1 + j;
    const sampled = await sampleInstance(engines, instance, settings, seed);
    draws.push(logAlphaDraws(instance, sampled, seed, settings.draws));
  }
  return intervalOf(slopeDraws({ temperatures, draws }));
}

const shown = ({ median, q5, q95 }: Interval): string =>
  `${median.toFixed(3)} (${q5.toFixed(3)} to ${q95.toFixed(3)})`;

/** One prior of γ₀ on one cell: convergence, and whether prior and posterior disagree. Returns the slope. */
async function checkPrior(
  tally: Tally,
  engines: Engines,
  label: string,
  data: HierarchicalData,
  gamma0: NormalPrior,
  scale: Scale,
): Promise<Interval> {
  const model = { ...PRESET, priors: { ...PRESET.priors, gamma0 } };
  const instance: HierarchicalInstance = { family: 'hierarchical', model, data };
  const settings = settingsOf('hmc', scale(CELL.draws, CELL.chains));
  const began = performance.now();
  const sampled = await sampleInstance(engines, instance, settings, SEED);
  const draws = hierarchicalDraws(instance, sampled, SEED, settings.draws);
  checkChains(tally, label, sampled, draws, settings.chains);
  const posterior = draws.get('gamma0')!;
  const distance = (mean(posterior) - gamma0.mu) / gamma0.sd;
  const verdict = Math.abs(distance) > CONFLICT ? 'PRIOR CONFLICT' : 'no prior conflict';
  tally.note(
    `${label}: gamma0 ${mean(posterior).toFixed(2)} (sd ${sd(posterior).toFixed(2)}), ${distance.toFixed(1)} prior sds ` +
      `from its prior mean: ${verdict}; sigma_cell ${mean(draws.get('sigma_cell')!).toFixed(3)}; ` +
      `${sampled.gradients} gradients, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  return intervalOf(draws.get('gamma[1]')!);
}

async function checkCell(tally: Tally, engines: Engines, cell: PublishedCell, scale: Scale): Promise<void> {
  const data = await cellData(cell);
  const calibrated = CALIBRATED[cell.task];
  const named = ({ mu, sd: spread }: NormalPrior): string => `${cell.id}, gamma0 ~ N(${mu}, ${spread})`;
  const alone = await independentSlope(engines, cell, data, scale);
  for (const prior of [calibrated, PRESET.priors.gamma0]) {
    const slope = await checkPrior(tally, engines, named(prior), data, prior, scale);
    const overlap = slope.q5 <= alone.q95 && alone.q5 <= slope.q95;
    const figure = `${shown(slope)} beside ${shown(alone)} of the independent fits`;
    tally.check(`${named(prior)} slope of log alpha`, figure, '90 % intervals overlap', overlap);
  }
}

export async function hierarchical(tally: Tally, scale: Scale): Promise<void> {
  await checkOracle(tally, scale);
  if (!hasRealData()) return tally.skip('the four real cells', '../shared/data/seu is not here');
  tally.note('real cells: hmc on the CPU, features of each condition its own, X = T less its mean');
  await withEngines(tally, 'the four real cells', 'cpu', async (engines) => {
    for (const cell of PUBLISHED_CELLS) await checkCell(tally, engines, cell, scale);
  });
}
