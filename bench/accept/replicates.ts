// Runs calibration studies for the acceptance list by the command's own runner, and prints each with its read-out.
import { readArguments } from '../../src/cli/arguments.ts';
import { executeWork } from '../../src/cli/execute.ts';
import { runReplicates } from '../../src/cli/sbc-run.ts';
import { replicationOf } from '../../src/engine/models.ts';
import type { EngineKind, ReplicatesTask, SamplerSettings, Study, Task } from '../../src/engine/types.ts';
import type { Dataset, SeuContent } from '../../src/formats/dataset.ts';
import { datasetOf } from '../../src/formats/hash.ts';
import { calibrationReport } from '../../src/instruments/seu/calibration/calibrate.ts';
import { blockKey, ensembleKey } from '../../src/instruments/seu/calibration/keys.ts';
import {
  BLOCK,
  calibrationSampler,
  maxRankOf,
  type CalibrationPlan,
} from '../../src/instruments/seu/calibration/plan.ts';
import type { CalibrationReport, CalibrationVerdict } from '../../src/instruments/seu/calibration/report.ts';
import { rowsOfChunks, type ReplicateRows } from '../../src/instruments/seu/calibration/rows.ts';
import { designContent } from '../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN, type DesignSettings } from '../../src/instruments/seu/design/settings.ts';
import { DEFAULT_QUANTITIES } from '../../src/models/replication.ts';
import type { Fault } from '../../src/models/seu/faults.ts';
import type { SeuModel } from '../../src/models/seu/presets.ts';
import { ALL_MENUS, type MenuSubset } from '../../src/models/seu/subset.ts';
import type { Tally } from './tally.ts';

const SEED = 20260801;
const LEVEL = 0.05;

/** One study of a flat model. */
export interface Case {
  readonly label: string;
  readonly content: SeuContent;
  readonly model: SeuModel;
  readonly replicates: number;
  readonly fitted?: SeuModel;
  readonly menus?: MenuSubset;
  readonly fault?: Fault;
  readonly sampler?: Partial<SamplerSettings>;
  readonly engine?: EngineKind;
}

export interface Studied {
  readonly report: CalibrationReport;
  readonly rows: ReplicateRows;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export const paperDesign = (parts: Partial<DesignSettings> = {}): SeuContent =>
  designContent({ ...DEFAULT_DESIGN, menus: 25, ...parts });

const looksAt = (replicates: number) => ({ level: LEVEL, planned: [replicates], added: [] });

async function asDataset(content: SeuContent, label: string): Promise<Dataset> {
  const source = { file: label, address: null, licence: null, citation: null };
  return datasetOf(content, { name: label, condition: '', source, history: [] });
}

function planOf(study: Case, dataset: Dataset): CalibrationPlan {
  const { label, model, fitted = model, menus = ALL_MENUS, fault = null, replicates } = study;
  return {
    instrument: 'seu',
    analysis: 'sbc',
    title: label,
    datasets: [dataset.hash],
    settings: {
      arms: [{ label, design: dataset.hash, model, fitted, menus, fault }],
      replicates: { first: 0, count: replicates },
      looks: looksAt(replicates),
      shard: null,
      posterior: null,
      sampler: { ...calibrationSampler(fitted), ...study.sampler },
      quantities: DEFAULT_QUANTITIES,
    },
    seed: SEED,
    engine: study.engine ?? 'cpu',
  };
}

const reportOf = (label: string, rows: ReplicateRows): CalibrationReport =>
  calibrationReport(
    {
      label,
      model: label,
      fitted: label,
      planned: rows.replicates.length,
      looks: looksAt(rows.replicates.length),
    },
    rows,
  );

export async function studyOfCase(study: Case): Promise<Studied> {
  const dataset = await asDataset(study.content, study.label);
  const plan = planOf(study, dataset);
  const { tables, executed } = await runReplicates(
    plan,
    new Map([[dataset.hash, dataset]]),
    readArguments([]),
    null,
    [],
  );
  const { seconds, cpuSeconds } = executed;
  return { report: reportOf(study.label, tables[0]), rows: tables[0], seconds, cpuSeconds };
}

/** Tasks of a study that no plan describes: cells of a hierarchical model, or answers to a belief model's prompts. */
function tasksOf(study: Study, sampler: SamplerSettings, replicates: number): readonly Task[] {
  const stream = { seed: SEED, task: 0, chain: 0 };
  const pooled = sampler.name === 'hmc';
  const tuneKey = pooled ? ensembleKey(0) : null;
  const blocks = Array.from({ length: Math.ceil(replicates / BLOCK) }, (_, b): ReplicatesTask => {
    const first = b * BLOCK;
    const count = Math.min(BLOCK, replicates - first);
    const key = blockKey(0, first);
    return { kind: 'replicates', key, stream, study, first, count, sampler, tuneKey, tuning: null };
  });
  if (!pooled) return blocks;
  return [{ kind: 'ensemble', key: ensembleKey(0), stream, study, sampler }, ...blocks];
}

export async function studyOfCells(
  label: string,
  study: Study,
  sampler: SamplerSettings,
  replicates: number,
): Promise<Studied> {
  const tasks = tasksOf(study, sampler, replicates);
  const plan = {
    instrument: 'seu',
    analysis: 'sbc',
    title: label,
    datasets: [],
    settings: {},
    seed: SEED,
    engine: 'cpu',
  } as const;
  const { chunks, seconds, cpuSeconds } = await executeWork(
    { plan, tasks, chains: replicates },
    readArguments([]),
    null,
  );
  const { quantities } = replicationOf(study, SEED);
  const rows = rowsOfChunks(chunks, 0, quantities, maxRankOf(sampler));
  return { report: reportOf(label, rows), rows, seconds, cpuSeconds };
}

export function verdictOf({ state }: CalibrationReport): CalibrationVerdict {
  if (state.kind !== 'look') throw new Error('too few replicates for a verdict');
  return state.verdict;
}

const figure = (value: number | null): string => (value === null ? 'none' : value.toPrecision(2));

function read({ report, seconds, cpuSeconds }: Studied): string {
  const { p, outside, distinct, expected_outside, worst, worst_case } = verdictOf(report);
  return (
    `p ${figure(p)} (${worst}); ${outside} of ${distinct} outside, ${figure(expected_outside)} expected; ` +
    `${report.failures.length} failed (worst case p ${figure(worst_case.p)}), ${report.unconverged.length} unconverged; ` +
    `${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s CPU`
  );
}

function notePower(tally: Tally, { report }: Studied): void {
  const { power, replicates } = verdictOf(report);
  tally.note(
    `${replicates} replicates see in 8 of 10 studies: a shift of ${figure(power.shift)} sd, ` +
      `an sd × ${figure(power.tooNarrow)} or × ${figure(power.tooWide)}`,
  );
}

/** A sound study passes at 5 %, failed replicates at the worst included. */
export function checkSound(tally: Tally, label: string, studied: Studied): void {
  const { p, worst_case } = verdictOf(studied.report);
  tally.check(label, read(studied), `p above ${LEVEL}`, p > LEVEL && worst_case.p > LEVEL);
  notePower(tally, studied);
}

/** A study with an error is flagged at 5 %. */
export function checkFlagged(tally: Tally, label: string, studied: Studied): void {
  const { p } = verdictOf(studied.report);
  tally.check(label, read(studied), `p at most ${LEVEL}`, p <= LEVEL);
}

/** Smallest adjusted p-value among the quantities that `keep` picks. */
export const smallestP = ({ report }: Studied, keep: (variable: string) => boolean): number =>
  Math.min(...report.quantities.map(({ variable, adjusted }) => (keep(variable) ? (adjusted ?? 1) : 1)));
