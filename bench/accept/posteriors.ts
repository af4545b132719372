// Item 2: means and standard deviations of every reported variable against long reference runs.
import type { EngineKind, SamplerName } from '../../src/engine/types.ts';
import type { FitReport } from '../../src/instruments/seu/report.ts';
import { mcseMean } from '../../src/statistics/convergence.ts';
import { variableIndex, variableOf } from '../../src/statistics/draws.ts';
import { mean, sd } from '../../src/statistics/moments.ts';
import { mcseSd } from '../../src/statistics/monte-carlo-error.ts';
import { fixtureNames, fixturePath, readFixture, readSubject } from './data.ts';
import { fitAll, orUnavailable, settingsOf, type Fitted } from './fits.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

/** Distances are in combined Monte Carlo standard errors. */
const BOUND = 4;
const DRAWS = 16_000;
const SEED = 20_260_101;

interface ReferenceRow {
  readonly name: string;
  readonly group: string;
  readonly constant?: boolean;
  readonly mean: number;
  readonly sd: number;
  readonly mcse_mean: number;
  readonly mcse_sd: number;
}

interface Reference {
  readonly model: string;
  readonly data_file: string;
  readonly summary: readonly ReferenceRow[];
}

interface Way {
  readonly engine: EngineKind;
  readonly sampler: SamplerName;
  readonly chains: number;
}

const WAYS: readonly Way[] = [
  { engine: 'cpu', sampler: 'nuts', chains: 4 },
  { engine: 'cpu', sampler: 'hmc', chains: 16 },
  { engine: 'gpu', sampler: 'hmc', chains: 16 },
];

/** psi[alt=2,k=3] → psi[2,3]. */
const ownName = (name: string): string => name.replace(/(alt|lottery|k)=/g, '');

/** Draws of a reference's variable; log_alpha follows from alpha. */
function drawsOf({ draws }: FitReport, name: string): Float64Array {
  const logged = name === 'log_alpha';
  const values = variableOf(draws, variableIndex(draws, logged ? 'alpha' : ownName(name)));
  return logged ? values.map(Math.log) : values;
}

interface Distance {
  readonly name: string;
  readonly group: string;
  readonly mean: number;
  readonly sd: number;
}

function distance(report: FitReport, row: ReferenceRow): Distance {
  const values = drawsOf(report, row.name);
  const { chains } = report.draws;
  const combined = (own: number | null, other: number): number => Math.sqrt((own ?? NaN) ** 2 + other ** 2);
  return {
    name: ownName(row.name),
    group: row.group,
    mean: Math.abs(mean(values) - row.mean) / combined(mcseMean(values, chains), row.mcse_mean),
    sd: Math.abs(sd(values) - row.sd) / combined(mcseSd(values, chains), row.mcse_sd),
  };
}

/** NaN counts as the farthest. */
const farther = (a: number, b: number): boolean => Number.isNaN(a) || a > b;

function checkGroups(tally: Tally, label: string, distances: readonly Distance[]): void {
  for (const group of new Set(distances.map((one) => one.group)))
    for (const moment of ['mean', 'sd'] as const) {
      const own = distances.filter((one) => one.group === group);
      const worst = own.reduce((a, b) => (farther(b[moment], a[moment]) ? b : a));
      const what = `${label} ${moment} of ${group}`;
      const figure = `${worst[moment].toFixed(2)} se, ${worst.name}, the worst of ${own.length}`;
      tally.check(what, figure, `at most ${BOUND}`, worst[moment] <= BOUND);
    }
}

function checkSampling(tally: Tally, label: string, report: FitReport): void {
  const rows = report.summary.filter(({ variable }) => /^(alpha|omega|kappa|log_lik|lp__)$/.test(variable));
  const rhat = Math.max(...rows.map((row) => row.rhat ?? NaN));
  const ess = Math.min(...rows.flatMap((row) => [row.ess_bulk ?? NaN, row.ess_tail ?? NaN]));
  const draws = report.draws.chains * report.draws.iterations;
  tally.check(`${label} draws`, `${draws}`, `at least ${DRAWS}`, draws >= DRAWS);
  atMost(tally, `${label} R-hat of alpha, omega, log_lik, lp__`, rhat, 1.01, 5);
  tally.check(`${label} smallest ESS of these`, ess.toFixed(0), 'at least 400', ess >= 400);
}

/** The target that the references were made with. */
const STRICT_TARGET = 0.95;

/**
 * A divergence is explained where shorter steps have none: the steps of the default target were too long for one place.
 * The moments above, of the draws with the divergence, are held to their bounds all the same.
 */
async function checkDivergences(
  tally: Tally,
  label: string,
  { sampler }: FitReport,
  refit: (targetAcceptance: number) => Promise<Fitted | string>,
): Promise<void> {
  const { divergences } = sampler;
  if (divergences === 0) return void tally.check(`${label} divergences`, '0', 'none unexplained', true);
  const strict = await refit(STRICT_TARGET);
  const left = typeof strict === 'string' ? NaN : strict.reports[0].sampler.divergences;
  const figure = `${divergences}; ${left} at target ${STRICT_TARGET} from the same seed`;
  tally.check(`${label} divergences`, figure, 'none unexplained', left === 0);
}

async function checkOne(tally: Tally, name: string, way: Way, scale: Scale): Promise<void> {
  const reference = readFixture<Reference>(name);
  const oracle = name.replace(/^posterior_|\.json$/g, '');
  const label = `${oracle} ${way.sampler} ${way.engine}`;
  const subject = await readSubject(fixturePath(reference.data_file), reference.model, oracle);
  const sampler = settingsOf(way.sampler, scale(DRAWS, way.chains));
  const fit = (targetAcceptance: number): Promise<Fitted | string> => {
    const own = { ...sampler, targetAcceptance };
    return orUnavailable(fitAll([subject], { sampler: own, seed: SEED, engine: way.engine, detail: 'all' }));
  };
  const fitted = await fit(sampler.targetAcceptance);
  if (typeof fitted === 'string') return tally.skip(label, fitted);
  const [report] = fitted.reports;
  checkSampling(tally, label, report);
  await checkDivergences(tally, label, report, fit);
  const varying = reference.summary.filter(({ constant }) => !constant);
  checkGroups(
    tally,
    label,
    varying.map((row) => distance(report, row)),
  );
  tally.note(`${label}: ${fitted.executed.seconds.toFixed(1)} s`);
}

export async function posteriors(tally: Tally, scale: Scale): Promise<void> {
  const names = fixtureNames('posterior_').filter((name) => !name.endsWith('_data.json'));
  for (const name of names.filter((other) => !other.includes('_h_')))
    for (const way of WAYS) await checkOne(tally, name, way, scale);
  for (const name of names.filter((other) => other.includes('_h_')))
    tally.skip(name, 'a hierarchical model: its item is that of hierarchical models');
}
