// The scalars of a chain on the device, and how they and its vectors become a checkpoint and come back from one.
//
// Fields in the order of `Chain` in shaders/samplers/state.wesl.
import { log } from '../../math/elementary.ts';
import type { ChainTask, Checkpoint } from '../types.ts';
import { recordLayout, type Values } from './layout.ts';

const SETTINGS = [
  'dataset',
  'key0',
  'key1',
  'task',
  'chain',
  'warmup',
  'iterations',
  'thin',
  'max_depth',
  'schedule_at',
] as const;
const COUNTERS = ['iteration', 'gradients', 'warmup_gradients'] as const;
const SCALARS = [
  'lp',
  'step_mu',
  'step_count',
  'step_error',
  'step_log_mean',
  'step_size',
  'variance_count',
] as const;
const PASSING_WORDS = ['phase', 'epoch', 'drawn', 'depth', 'index', 'leaves', 'forward', 'steps'] as const;
const PASSING_REALS = [
  'tree_weight',
  'subtree_weight',
  'accept_sum',
  'energy',
  'sample_lp',
  'chosen_lp',
  'move_step',
] as const;

type Setting = (typeof SETTINGS)[number] | 'target_acceptance';
type Kept = (typeof COUNTERS)[number] | (typeof SCALARS)[number];
type Passing = (typeof PASSING_WORDS)[number] | (typeof PASSING_REALS)[number];
export type ChainField = Setting | Kept | Passing;
export type ChainRecord = Values<ChainField>;

const typed = <Type>(names: readonly ChainField[], type: Type): [ChainField, Type][] =>
  names.map((name) => [name, type]);

export const CHAIN_LAYOUT = recordLayout<ChainField>([
  ...typed(SETTINGS, 'u32' as const),
  ['target_acceptance', 'f32'],
  ...typed(COUNTERS, 'u32' as const),
  ...typed(SCALARS, 'f32' as const),
  ...typed(PASSING_WORDS, 'u32' as const),
  ...typed(PASSING_REALS, 'f32' as const),
]);

export const PHASE = { start: 0, refresh: 1, done: 4, failed: 5 } as const;

/** The vectors that outlast a transition, in the order of their slots. */
export const KEPT_VECTORS = ['position', 'gradient', 'variances', 'means', 'squares'] as const;
type KeptVector = (typeof KEPT_VECTORS)[number];

/** Vectors of a chain on the device: those kept, and those of a transition (shaders/samplers). */
export const vectorCount = ({ name, maxDepth }: ChainTask['sampler']): number =>
  KEPT_VECTORS.length + (name === 'hmc' ? 3 : 14 + 3 * maxDepth);

/** A chain as it enters the device; vectors that are absent are zero. */
export interface ChainStart {
  readonly phase: number;
  readonly counters: Values<(typeof COUNTERS)[number]>;
  readonly scalars: Values<(typeof SCALARS)[number]>;
  readonly vectors: Readonly<Partial<Record<KeptVector, ArrayLike<number>>>>;
}

/** A new chain at `position` with a first step and a metric. */
export function freshStart(
  position: ArrayLike<number>,
  variances: ArrayLike<number>,
  stepSize: number,
): ChainStart {
  return {
    phase: PHASE.start,
    counters: { iteration: 0, gradients: 0, warmup_gradients: 0 },
    scalars: {
      lp: 0,
      step_mu: log(10 * stepSize),
      step_count: 0,
      step_error: 0,
      step_log_mean: 0,
      step_size: stepSize,
      variance_count: 0,
    },
    vectors: { position, variances },
  };
}

const pick = <Name extends string>(names: readonly Name[], value: (name: Name, i: number) => number) =>
  Object.fromEntries(names.map((name, i) => [name, value(name, i)])) as Values<Name>;

/** The chain that a checkpoint describes; throws where another engine wrote it. */
export function savedStart({ taskKey, engine, state }: Checkpoint): ChainStart {
  if (engine !== 'gpu')
    throw new Error(`task ${taskKey}: the checkpoint is the ${engine} engine's, needed the gpu's`);
  const { counters, scalars, ...vectors } = state;
  return {
    phase: PHASE.refresh,
    counters: pick(COUNTERS, (_, i) => counters[i]),
    scalars: pick(SCALARS, (_, i) => scalars[i]),
    vectors,
  };
}

/** What a checkpoint holds, from a chain's record and its kept vectors (each `stride` entries apart). */
export function checkpointOf(
  taskKey: string,
  record: ChainRecord,
  vectors: Float32Array,
  stride: number,
  dimension: number,
): Checkpoint {
  const rows = KEPT_VECTORS.map(
    (name, i) => [name, vectors.slice(i * stride, i * stride + dimension)] as const,
  );
  const counters = Uint32Array.from(COUNTERS, (name) => record[name]);
  const scalars = Float32Array.from(SCALARS, (name) => record[name]);
  const state = { ...Object.fromEntries(rows), counters, scalars };
  return { taskKey, engine: 'gpu', iteration: record.iteration, state };
}

/** The settings of a task, as its chain's record holds them. */
export interface ChainSettings {
  readonly dataset: number;
  readonly key: readonly [number, number];
  readonly warmup: number;
  readonly iterations: number;
  readonly scheduleAt: number;
}

export function recordOf(task: ChainTask, settings: ChainSettings, start: ChainStart): ChainRecord {
  const { stream, sampler } = task;
  const passing = pick([...PASSING_WORDS, ...PASSING_REALS], () => 0);
  const done = start.phase === PHASE.refresh && start.counters.iteration >= settings.iterations;
  return {
    ...passing,
    ...start.counters,
    ...start.scalars,
    phase: done ? PHASE.done : start.phase,
    dataset: settings.dataset,
    key0: settings.key[0],
    key1: settings.key[1],
    task: stream.task,
    chain: stream.chain,
    warmup: settings.warmup,
    iterations: settings.iterations,
    thin: sampler.thin,
    max_depth: sampler.maxDepth,
    schedule_at: settings.scheduleAt,
    target_acceptance: sampler.targetAcceptance,
  };
}
