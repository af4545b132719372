// Writes draws as CmdStan does, one CSV file a chain, so that rstan, posterior, cmdstanr and ArviZ read them.
import type { SamplerSettings, SamplerStatistic } from '../engine/types.ts';
import type { Draws } from '../statistics/draws.ts';
import { adaptedStep, chainOf, variableIndex } from '../statistics/draws.ts';

/** What the comments of a CmdStan file say of its run. */
export interface CmdstanRun {
  readonly model: string;
  readonly version: string;
  readonly data: string;
  readonly seed: number;
  readonly sampler: SamplerSettings;
  /** Diagonal of the inverse metric, in the order of the sampling coordinates; null where it is not known. */
  readonly inverseMetric: ArrayLike<number> | null;
  readonly seconds: { readonly warmup: number; readonly sampling: number } | null;
}

type Column = (draw: number) => number;

/**
 * The file of one chain (`chain` counts from zero). `statistics` has the variables of SAMPLER_STATISTICS; an `lp__`
 * among the draws takes precedence over theirs. Numbers are written so that they read back exactly.
 * Names become `beta.1.2`, the first index running fastest, as Stan orders arrays for its readers.
 */
export function writeCmdstanCsv(draws: Draws, statistics: Draws, chain: number, run: CmdstanRun): string {
  const columns = [...samplerColumns(draws, statistics, chain, run), ...parameterColumns(draws, chain)];
  const lines = [
    ...header(chain, run),
    columns.map(([name]) => name).join(','),
    ...adaptation(statistics, chain, run),
  ];
  for (let i = 0; i < draws.iterations; i++)
    lines.push(columns.map(([, value]) => spell(value(i))).join(','));
  return `${[...lines, ...elapsed(run)].join('\n')}\n`;
}

/** The shortest decimal that reads back as the same double; `nan` and `inf` as Stan spells them. */
function spell(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}

function samplerColumns(
  draws: Draws,
  statistics: Draws,
  chain: number,
  { sampler }: CmdstanRun,
): [string, Column][] {
  const of = (name: SamplerStatistic): Float64Array =>
    chainOf(statistics, variableIndex(statistics, name), chain);
  const lp = draws.variables.includes('lp__')
    ? chainOf(draws, variableIndex(draws, 'lp__'), chain)
    : of('lp');
  const column =
    (values: Float64Array): Column =>
    (i) =>
      values[i];
  const [step, leapfrogs] = [of('step_size'), of('n_leapfrog')];
  const length: [string, Column] =
    sampler.name === 'nuts'
      ? ['treedepth__', column(of('tree_depth'))]
      : ['int_time__', (i) => step[i] * leapfrogs[i]];
  return [
    ['lp__', column(lp)],
    ['accept_stat__', column(of('accept_stat'))],
    ['stepsize__', column(step)],
    length,
    ['n_leapfrog__', column(leapfrogs)],
    ['divergent__', column(of('divergent'))],
    ['energy__', column(of('energy'))],
  ];
}

function parameterColumns(draws: Draws, chain: number): [string, Column][] {
  const names = draws.variables.map((variable, index) => ({ ...parseName(variable), index }));
  const bases = [...new Set(names.map(({ base }) => base))].filter((base) => base !== 'lp__');
  return bases.flatMap((base) =>
    names
      .filter((name) => name.base === base)
      .sort((a, b) => columnMajor(a.indices, b.indices))
      .map(({ indices, index }): [string, Column] => {
        const values = chainOf(draws, index, chain);
        return [[base, ...indices].join('.'), (i) => values[i]];
      }),
  );
}

/** `beta[1,2]` → beta and 1, 2. */
function parseName(variable: string): { base: string; indices: number[] } {
  const [base, inside] = variable.replace(/\]$/, '').split('[');
  return { base, indices: inside === undefined ? [] : inside.split(',').map(Number) };
}

function columnMajor(a: readonly number[], b: readonly number[]): number {
  for (let d = a.length - 1; d >= 0; d--) if (a[d] !== b[d]) return a[d] - b[d];
  return 0;
}

/** rstan reads the Stan version, the counts, the engine and the metric from these lines. */
function header(chain: number, { model, version, data, seed, sampler }: CmdstanRun): string[] {
  const nuts = sampler.name === 'nuts';
  return [
    'stan_version_major = 2',
    'stan_version_minor = 37',
    'stan_version_patch = 0',
    `model = ${model}`,
    `written_by = Luce ${version}`,
    'method = sample (Default)',
    '  sample',
    `    num_samples = ${sampler.draws * sampler.thin}`,
    `    num_warmup = ${sampler.warmup}`,
    '    save_warmup = 0 (Default)',
    `    thin = ${sampler.thin}`,
    '    adapt',
    '      engaged = 1 (Default)',
    `      delta = ${sampler.targetAcceptance}`,
    '    algorithm = hmc (Default)',
    '      hmc',
    `        engine = ${nuts ? 'nuts (Default)' : 'static'}`,
    ...(nuts ? ['          nuts', `            max_depth = ${sampler.maxDepth}`] : []),
    '        metric = diag_e (Default)',
    `id = ${chain + 1}`,
    'data',
    `  file = ${data.replace(/\s+/g, ' ')}`,
    'random',
    `  seed = ${seed}`,
  ].map((line) => `# ${line}`);
}

function adaptation(statistics: Draws, chain: number, { inverseMetric }: CmdstanRun): string[] {
  const step = adaptedStep(statistics, chain);
  const metric = inverseMetric === null ? [] : Array.from(inverseMetric, spell);
  return [
    '# Adaptation terminated',
    ...(Number.isNaN(step) ? [] : [`# Step size = ${spell(step)}`]),
    ...(metric.length > 0 ? ['# Diagonal elements of inverse mass matrix:', `# ${metric.join(', ')}`] : []),
  ];
}

function elapsed({ seconds }: CmdstanRun): string[] {
  if (!seconds) return [];
  const { warmup, sampling } = seconds;
  return [
    '# ',
    `#  Elapsed Time: ${warmup} seconds (Warm-up)`,
    `#                ${sampling} seconds (Sampling)`,
    `#                ${warmup + sampling} seconds (Total)`,
    '# ',
  ];
}
