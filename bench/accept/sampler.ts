// Item 4: effective draws per gradient, sticking, and speed of the CPU engine on one core.
import { loadavg } from 'node:os';
import { gradientSpeed, type GradientSpeed } from '../../src/engine/benchmark.ts';
import type { ModelInstance, SamplerName } from '../../src/engine/types.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import { fitReport } from '../../src/instruments/seu/fit.ts';
import type { FitReport } from '../../src/instruments/seu/report.ts';
import { alphaDraws } from '../../src/instruments/seu/study.ts';
import { chainOf, variableIndex } from '../../src/statistics/draws.ts';
import { median, quantile } from '../../src/statistics/quantile.ts';
import { fixturePath, hasRealData, readSubject, realPath } from './data.ts';
import { datasetsOf, fitAll, planOf, settingsOf, type Subject } from './fits.ts';
import { cpuSeconds, runOnOneCore } from './one-core.ts';
import type { RunSize, Scale } from './scale.ts';
import { atLeast, type Tally } from './tally.ts';
import { checkWasm } from './wasm.ts';

const SAMPLERS: readonly SamplerName[] = ['nuts', 'hmc'];
const SEEDS = 10;
const SPEED_SEEDS = 5;
const CHAINS = 4;
const DRAWS = 4000;

interface Case {
  readonly subject: Subject;
  readonly essPerThousand: number;
  readonly gradientsPerSecond: number;
  /** Effective draws per second of sampling on one core; null where none is asked for. */
  readonly essPerSecond: number | null;
  readonly timed: number;
}

const medianOf = (values: readonly number[]): number => median(Float64Array.from(values));

const essOf = (report: FitReport): number =>
  report.summary.find(({ variable }) => variable === 'alpha')?.ess_bulk ?? NaN;

interface Efficiency {
  /** Effective draws per 1,000 gradients of sampling, and with those of warmup, one per seed. */
  readonly sampling: readonly number[];
  readonly whole: readonly number[];
}

async function efficiencyOf(subject: Subject, name: SamplerName, scale: Scale): Promise<Efficiency> {
  const sampler = settingsOf(name, scale(DRAWS, CHAINS));
  const sampling: number[] = [];
  const whole: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { reports } = await fitAll([subject], { sampler, seed, engine: 'cpu', detail: 'study' });
    const { gradients, gradients_warmup } = reports[0].sampler;
    sampling.push((1000 * essOf(reports[0])) / gradients);
    whole.push((1000 * essOf(reports[0])) / (gradients + gradients_warmup));
  }
  return { sampling, whole };
}

/** Median over seeds of ESS per 1,000 gradients; the better sampler is held to the bound. */
async function checkEfficiency(tally: Tally, { subject, essPerThousand }: Case, scale: Scale): Promise<void> {
  const { chains, draws } = scale(DRAWS, CHAINS);
  const medians: number[] = [];
  for (const name of SAMPLERS) {
    const { sampling, whole } = await efficiencyOf(subject, name, scale);
    medians.push(medianOf(sampling));
    const range = `${Math.min(...sampling).toFixed(1)} to ${Math.max(...sampling).toFixed(1)}`;
    tally.note(
      `${subject.label} ${name}: bulk ESS of alpha per 1,000 gradients ${medianOf(sampling).toFixed(1)} (${range}); ` +
        `with warmup ${medianOf(whole).toFixed(1)}; median of ${SEEDS} seeds, ${chains} chains of ${draws} draws`,
    );
  }
  const label = `${subject.label} better sampler, ESS per 1,000 gradients`;
  atLeast(tally, label, Math.max(...medians), essPerThousand);
}

const STICKING_CHAINS = 48;
const STICKING_BOUND = 20;
const STICKING_DRAWS = 48_000;
const REFERENCE = { chains: 100, draws: 100_000, seed: 1001 };
const FAR = 0.995;

/** Longest run of consecutive draws above `threshold`, over all chains. */
function longestAbove({ draws }: FitReport, threshold: number): number {
  const alpha = variableIndex(draws, 'alpha');
  let longest = 0;
  for (let chain = 0; chain < draws.chains; chain++) {
    let current = 0;
    for (const value of chainOf(draws, alpha, chain)) {
      current = value > threshold ? current + 1 : 0;
      longest = Math.max(longest, current);
    }
  }
  return longest;
}

async function checkSticking(tally: Tally, subject: Subject, scale: Scale): Promise<void> {
  const run = async (name: SamplerName, size: RunSize, seed: number): Promise<FitReport> => {
    const sampler = settingsOf(name, size);
    const { reports } = await fitAll([subject], { sampler, seed, engine: 'cpu', detail: 'study' });
    return reports[0];
  };
  const reference = alphaDraws(await run('hmc', scale(REFERENCE.draws, REFERENCE.chains), REFERENCE.seed));
  const threshold = quantile(reference, FAR);
  for (const name of SAMPLERS) {
    const report = await run(name, scale(STICKING_DRAWS, STICKING_CHAINS), 1);
    const { chains, iterations } = report.draws;
    const label = `${subject.label} ${name}: longest stay beyond the 99.5 % point`;
    const longest = longestAbove(report, threshold);
    const figure = `${longest} of ${iterations} draws in ${chains} chains; the point is ${threshold.toFixed(1)}, from ${reference.length} draws`;
    tally.check(label, figure, `at most ${STICKING_BOUND}`, longest <= STICKING_BOUND);
  }
}

const REPEATS = 5;
const THOUSAND = 1000;

function checkGradients(tally: Tally, { subject, gradientsPerSecond, timed }: Case): void {
  const { dataset, model, label } = subject;
  const data = encodeSeu(dataset.content, model.link);
  const instance: ModelInstance = { family: 'seu', model, data };
  const runs = Array.from({ length: REPEATS + 1 }, () => gradientSpeed(instance, timed, cpuSeconds)).slice(1);
  const of = (pick: (run: GradientSpeed) => number): number => medianOf(runs.map(pick));
  const speed = of((run) => run.gradientsPerSecond);
  const reference = of((run) => run.referencePerSecond);
  tally.check(
    `${label} gradients per second on one core`,
    `${(speed / THOUSAND).toFixed(0)} k; calibration loop ${(reference / 1e6).toFixed(0)} M multiply-adds per second, ` +
      `${(reference / speed).toFixed(0)} a gradient; load ${loadavg()[0].toFixed(1)}`,
    `about ${gradientsPerSecond / THOUSAND} k or more on a quiet machine`,
    speed >= gradientsPerSecond,
  );
}

async function checkEssPerSecond(tally: Tally, { subject, essPerSecond }: Case, scale: Scale): Promise<void> {
  const datasets = datasetsOf([subject]);
  const medians: number[] = [];
  for (const name of SAMPLERS) {
    const speeds: number[] = [];
    for (let seed = 1; seed <= SPEED_SEEDS; seed++) {
      const sampler = settingsOf(name, scale(DRAWS, CHAINS));
      const plan = planOf([subject], { sampler, seed, engine: 'cpu', detail: 'study' });
      const { chunks, samplingSeconds } = await runOnOneCore(plan, datasets);
      const report = fitReport(plan, datasets, chunks, [], 0, 'study');
      speeds.push((report ? essOf(report) : NaN) / samplingSeconds);
    }
    medians.push(medianOf(speeds));
    tally.note(
      `${subject.label} ${name}: ${medianOf(speeds).toFixed(0)} effective draws of alpha per CPU second of sampling, ` +
        `median of ${SPEED_SEEDS} seeds, load ${loadavg()[0].toFixed(1)}`,
    );
  }
  if (essPerSecond === null) return;
  const label = `${subject.label} better sampler, ESS per second on one core`;
  atLeast(tally, label, Math.max(...medians), essPerSecond);
}

async function casesOf(tally: Tally): Promise<readonly Case[]> {
  const small: Case = {
    subject: await readSubject(fixturePath('posterior_m_0_alpha2_data.json'), 'm_0', 'small m_0'),
    essPerThousand: 45,
    gradientsPerSecond: 300_000,
    essPerSecond: null,
    timed: 200_000,
  };
  if (!hasRealData()) {
    tally.skip('real insurance data', '../shared/data/seu is not here');
    return [small];
  }
  const real: Case = {
    subject: await readSubject(realPath('gpt4o-insurance', 0), 'm_01', 'insurance T=0'),
    essPerThousand: 8,
    gradientsPerSecond: 90_000,
    essPerSecond: 400,
    timed: 60_000,
  };
  return [real, small];
}

export async function sampler(tally: Tally, scale: Scale): Promise<void> {
  const cases = await casesOf(tally);
  for (const one of cases) checkGradients(tally, one);
  for (const { subject } of cases) checkWasm(tally, subject);
  for (const one of cases) await checkEssPerSecond(tally, one, scale);
  for (const one of cases) await checkEfficiency(tally, one, scale);
  for (const { subject, essPerSecond } of cases)
    if (essPerSecond !== null) await checkSticking(tally, subject, scale);
}
