// Fits data for the acceptance list by the command's own runner.
import { readArguments } from '../../src/cli/arguments.ts';
import { EngineUnavailable } from '../../src/cli/engines.ts';
import { execute, type Executed } from '../../src/cli/execute.ts';
import type { EngineKind, SamplerSettings } from '../../src/engine/types.ts';
import type { Dataset } from '../../src/formats/dataset.ts';
import type { Detail } from '../../src/instruments/seu/draws.ts';
import { fitReport } from '../../src/instruments/seu/fit.ts';
import {
  DEFAULT_SAMPLER,
  HMC_TARGET_ACCEPTANCE,
  type FitPlan,
  type StudySettings,
} from '../../src/instruments/seu/plan.ts';
import type { FitReport } from '../../src/instruments/seu/report.ts';
import type { SeuModel } from '../../src/models/seu/presets.ts';
import type { RunSize } from './scale.ts';

export interface Subject {
  readonly label: string;
  readonly dataset: Dataset;
  readonly model: SeuModel;
  readonly cell?: string;
  readonly temperature?: number;
}

export interface Fitted {
  readonly plan: FitPlan;
  readonly reports: readonly FitReport[];
  readonly executed: Executed;
}

export const settingsOf = (name: SamplerSettings['name'], { chains, draws }: RunSize): SamplerSettings => ({
  ...DEFAULT_SAMPLER,
  name,
  chains,
  draws,
  targetAcceptance: name === 'hmc' ? HMC_TARGET_ACCEPTANCE : DEFAULT_SAMPLER.targetAcceptance,
});

export interface FitOptions {
  readonly sampler: SamplerSettings;
  readonly seed: number;
  readonly engine: EngineKind;
  readonly detail: Detail;
  readonly study?: StudySettings;
}

export function planOf(subjects: readonly Subject[], { sampler, seed, engine, study }: FitOptions): FitPlan {
  return {
    instrument: 'seu',
    analysis: study ? 'study' : 'fit',
    title: 'acceptance',
    datasets: subjects.map(({ dataset }) => dataset.hash),
    settings: {
      conditions: subjects.map(({ dataset, label, model, cell, temperature }) => ({
        dataset: dataset.hash,
        label,
        model,
        cell: cell ?? null,
        temperature: temperature ?? null,
      })),
      sampler,
      study: study ?? null,
    },
    seed,
    engine,
  };
}

export const datasetsOf = (subjects: readonly Subject[]): ReadonlyMap<string, Dataset> =>
  new Map(subjects.map(({ dataset }) => [dataset.hash, dataset]));

/** One report per subject. Throws where a task failed, and EngineUnavailable where the engine is not to be had. */
export async function fitAll(subjects: readonly Subject[], options: FitOptions): Promise<Fitted> {
  const plan = planOf(subjects, options);
  const datasets = datasetsOf(subjects);
  const executed = await execute(plan, datasets, readArguments([]), null);
  const reports = subjects.map(({ label }, index) => {
    const { chunks, states } = executed;
    const report = fitReport(plan, datasets, chunks, states, index, options.detail);
    if (report === null || report.failures.length > 0)
      throw new Error(`${label}: ${report?.failures.map(({ message }) => message).join('; ') ?? 'no draws'}`);
    return report;
  });
  return { plan, reports, executed };
}

/** `fit`, or the reason why the engine is not to be had. */
export async function orUnavailable<Value>(fit: Promise<Value>): Promise<Value | string> {
  try {
    return await fit;
  } catch (error) {
    if (error instanceof EngineUnavailable) return error.message;
    throw error;
  }
}
