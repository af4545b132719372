// luce bench: gradients and effective draws per second, each with a reference loop timed in the same run.
import { datasetOf } from '../formats/hash.ts';
import type { Dataset } from '../formats/dataset.ts';
import { gradientSpeed, type GradientSpeed } from '../engine/benchmark.ts';
import type { SamplerName, SeuInstance } from '../engine/types.ts';
import { encodeSeu } from '../instruments/seu/encode.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import { generateContent } from '../instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN, type DesignSettings } from '../instruments/seu/design/settings.ts';
import { HMC_TARGET_ACCEPTANCE, DEFAULT_SAMPLER, type FitPlan } from '../instruments/seu/plan.ts';
import type { EngineChoice } from '../jobs/run.ts';
import { SEU_PRESETS, type SeuModel } from '../models/seu/presets.ts';
import { median } from '../statistics/quantile.ts';
import { engineChoice, seedOf, type Arguments } from './arguments.ts';
import { execute } from './execute.ts';
import { gpuBench } from './bench-gpu.ts';
import { readInputs, resolveModel } from './inputs.ts';
import { toJson } from './output.ts';
import { columns } from './text.ts';

const REPEATS = 5;
const GRADIENTS = { small: 60_000, large: 20_000 };

interface Subject {
  readonly name: string;
  readonly dataset: Dataset;
  readonly model: SeuModel;
}

const LARGE_DESIGN: DesignSettings = {
  consequences: 3,
  dimensions: 32,
  alternatives: 30,
  menus: 300,
  smallest: 2,
  largest: 4,
  seed: 42,
  featureSd: 0.1,
};

async function generated(
  name: string,
  design: DesignSettings,
  alpha: number,
  model: SeuModel,
): Promise<Subject> {
  const source = { file: 'generated', address: null, licence: null, citation: null };
  const dataset = await datasetOf(generateContent(design, alpha), {
    name,
    condition: '',
    source,
    history: [],
  });
  return { name, dataset, model };
}

/** The data files given, else a small and a large generated design. */
async function subjects(args: Arguments): Promise<readonly Subject[]> {
  if (args.positionals.length > 0) {
    const inputs = await readInputs(args.positionals, args);
    return inputs.map((input) => ({
      name: input.label,
      dataset: input.dataset,
      model: resolveModel(input, args.text('model'), args.texts('prior')),
    }));
  }
  return [
    await generated('small (K 3, D 5, R 15, M 25)', { ...DEFAULT_DESIGN, menus: 25 }, 2, SEU_PRESETS.m_0),
    await generated('large (K 3, D 32, R 30, M 300, features of sd 0.1)', LARGE_DESIGN, 75, SEU_PRESETS.m_01),
  ];
}

const cpuSeconds = (): number => process.cpuUsage().user / 1e6;

export const instanceOf = ({ dataset, model }: Subject): SeuInstance => ({
  family: 'seu',
  model,
  data: encodeSeu(dataset.content, model.link),
});

/** Medians of five, after one run that is thrown away. */
function cpuGradients(subject: Subject): GradientSpeed {
  const instance = instanceOf(subject);
  const count = instance.data.features.length > 500 ? GRADIENTS.large : GRADIENTS.small;
  const runs = Array.from({ length: REPEATS + 1 }, () => gradientSpeed(instance, count, cpuSeconds)).slice(1);
  const of = (pick: (run: GradientSpeed) => number): number => median(Float64Array.from(runs, pick));
  return {
    dimension: runs[0].dimension,
    gradientsPerSecond: of((run) => run.gradientsPerSecond),
    referencePerSecond: of((run) => run.referencePerSecond),
  };
}

interface EssSpeed {
  readonly ess_per_1000_gradients: number;
  readonly ess_per_1000_gradients_with_warmup: number;
  readonly ess_per_second: number;
  readonly seconds: number;
}

/** Bulk ESS of α over sampling (and with warmup), from a whole run of four chains. */
async function essSpeed(
  subject: Subject,
  sampler: SamplerName,
  engine: EngineChoice,
  args: Arguments,
): Promise<EssSpeed> {
  const targetAcceptance = sampler === 'hmc' ? HMC_TARGET_ACCEPTANCE : DEFAULT_SAMPLER.targetAcceptance;
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'fit',
    title: 'benchmark',
    datasets: [subject.dataset.hash],
    settings: {
      conditions: [
        {
          dataset: subject.dataset.hash,
          label: subject.name,
          model: subject.model,
          cell: null,
          temperature: null,
        },
      ],
      sampler: { ...DEFAULT_SAMPLER, name: sampler, targetAcceptance },
      study: null,
    },
    seed: seedOf(args),
    engine,
  };
  const datasets = new Map([[subject.dataset.hash, subject.dataset]]);
  const executed = await execute(plan, datasets, args, null);
  const report = fitReport(plan, datasets, executed.chunks, executed.states, 0, 'study');
  if (!report) throw new Error('the benchmark run left no draws');
  const ess = report.summary.find(({ variable }) => variable === 'alpha')?.ess_bulk ?? NaN;
  const { gradients, gradients_warmup } = report.sampler;
  return {
    ess_per_1000_gradients: (1000 * ess) / gradients,
    ess_per_1000_gradients_with_warmup: (1000 * ess) / (gradients + gradients_warmup),
    ess_per_second: ess / executed.cpuSeconds,
    seconds: executed.seconds,
  };
}

async function benchSubject(subject: Subject, choice: EngineChoice, args: Arguments) {
  const cpu = cpuGradients(subject);
  const nuts = await essSpeed(subject, 'nuts', 'cpu', args);
  const hmc = await essSpeed(subject, 'hmc', 'cpu', args);
  const gpu = choice === 'cpu' ? null : await gpuBench(instanceOf(subject), choice === 'gpu');
  return {
    subject: subject.name,
    model: subject.model.name,
    dimension: cpu.dimension,
    cpu: {
      gradients_per_second: cpu.gradientsPerSecond,
      reference_multiply_adds_per_second: cpu.referencePerSecond,
      reference_multiply_adds_per_gradient: cpu.referencePerSecond / cpu.gradientsPerSecond,
      nuts,
      hmc,
    },
    gpu,
  };
}

type Benched = Awaited<ReturnType<typeof benchSubject>>;

const whole = (value: number): string => Math.round(value).toString();

function text(results: readonly Benched[]): string {
  const rows = results.map(({ subject, cpu, gpu }) => [
    subject,
    whole(cpu.gradients_per_second),
    (cpu.reference_multiply_adds_per_second / 1e6).toFixed(0),
    whole(cpu.reference_multiply_adds_per_gradient),
    cpu.nuts.ess_per_1000_gradients.toFixed(1),
    cpu.hmc.ess_per_1000_gradients.toFixed(1),
    whole(cpu.hmc.ess_per_second),
    gpu
      ? `${whole(gpu.gradients_per_second)} (${(100 * gpu.share_of_peak).toFixed(2)} % of ${(gpu.peak_multiply_adds_per_second / 1e9).toFixed(1)} G/s, ${gpu.adapter})`
      : '-',
  ]);
  const head = [
    'data',
    'CPU gradients/s',
    'reference M/s',
    'reference/gradient',
    'nuts ESS/1k',
    'hmc ESS/1k',
    'hmc ESS/s',
    'GPU gradients/s',
  ];
  return columns([head, ...rows]);
}

export async function benchCommand(args: Arguments): Promise<number> {
  const choice = engineChoice(args);
  const results: Benched[] = [];
  for (const subject of await subjects(args)) results.push(await benchSubject(subject, choice, args));
  process.stdout.write(args.has('json') ? `${toJson(results)}\n` : text(results));
  return 0;
}
