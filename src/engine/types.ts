// The one interface that both engines fill: tasks in, chunks of draws and checkpoints out.
import type { BeliefPart, BeliefRows, BeliefWork } from '../inference/beliefs/parts.ts';
import type { BeliefCell } from '../models/beliefs/cell.ts';
import type { BeliefFitted, BeliefStudy } from '../models/beliefs/replication.ts';
import type { HierarchicalData } from '../models/hierarchical/data.ts';
import type { HierarchicalModel } from '../models/hierarchical/presets.ts';
import type { HierarchicalStudy } from '../models/hierarchical/replication.ts';
import type { SeuData } from '../models/seu/data.ts';
import type { Fault } from '../models/seu/faults.ts';
import type { LognormalPrior, SeuModel } from '../models/seu/presets.ts';
import type { SeuStudy } from '../models/seu/replication.ts';
import type { Cell } from '../statistics/portability/cell.ts';
import type { MechanismPart, MechanismWork } from '../statistics/portability/mechanism-parts.ts';
import type { PredictorName } from '../statistics/portability/predictors.ts';
import type { RobustnessPart, RobustnessWork } from '../statistics/portability/robustness-parts.ts';
import type { ReasoningTexts } from '../statistics/portability/text/study.ts';
import type { Part, WorkSettings } from '../statistics/portability/work.ts';

export type EngineKind = 'cpu' | 'gpu';
export type SamplerName = 'nuts' | 'hmc';

export interface SamplerSettings {
  readonly name: SamplerName;
  readonly chains: number;
  /** Warmup iterations per chain; an upper bound where adaptation is pooled over chains (hmc). */
  readonly warmup: number;
  /** Kept draws per chain; iterations after warmup are `draws · thin`. */
  readonly draws: number;
  readonly thin: number;
  readonly targetAcceptance: number;
  readonly maxDepth: number;
}

/** Which random numbers a task uses: the plan's seed, the task's place in the plan, the chain. */
export interface Stream {
  readonly seed: number;
  readonly task: number;
  readonly chain: number;
}

export interface SeuInstance {
  readonly family: 'seu';
  readonly model: SeuModel;
  readonly data: SeuData;
  /** An error made on purpose, which only the CPU engine makes. */
  readonly fault?: Fault | null;
}

export interface HierarchicalInstance {
  readonly family: 'hierarchical';
  readonly model: HierarchicalModel;
  readonly data: HierarchicalData;
}

/** The posterior of a belief model's parameters given a cell's answers; on the CPU alone. */
export interface BeliefInstance extends BeliefFitted {
  readonly family: 'beliefs';
}

/** A model bound to encoded data. `family` picks the density on either engine. */
export type ModelInstance = SeuInstance | HierarchicalInstance | BeliefInstance;

/** What pooled warmup found; positions are canonical sampling coordinates, one row a chain. */
export interface Tuning {
  readonly stepSize: number;
  /** Posterior variance estimate per tuned coordinate. */
  readonly variances: Float64Array;
  /** Fisher basis: per belief contrast c a d × d orthogonal matrix, row by row; empty means identity. */
  readonly basis: Float64Array;
  readonly positions: Float64Array;
  readonly iterations: number;
  readonly gradients: number;
}

/** A study of replicates, whichever family it simulates. */
export type Study =
  | ({ readonly family: 'seu' } & SeuStudy)
  | ({ readonly family: 'hierarchical' } & HierarchicalStudy)
  | ({ readonly family: 'beliefs' } & BeliefStudy);

/** Pooled warmup on one data set. */
export interface TuneTask {
  readonly kind: 'tune';
  readonly key: string;
  readonly stream: Stream;
  readonly instance: ModelInstance;
  readonly sampler: SamplerSettings;
}

/** One chain. An hmc chain waits for its tune task (`tuneKey`) and is given the result as `tuning`. */
export interface ChainTask {
  readonly kind: 'chain';
  readonly key: string;
  readonly stream: Stream;
  readonly instance: ModelInstance;
  readonly sampler: SamplerSettings;
  readonly tuneKey: string | null;
  readonly tuning: Tuning | null;
}

/** Pooled warmup on an ensemble of replicates apart from those that are counted: one tuning for all of them. */
export interface EnsembleTask {
  readonly kind: 'ensemble';
  readonly key: string;
  readonly stream: Stream;
  readonly study: Study;
  readonly sampler: SamplerSettings;
}

/**
 * Replicates `first … first + count − 1` of a study, each simulated, fitted and folded to one row. Row i depends on
 * the seed, i and the tuning alone. With hmc it waits for its ensemble task.
 */
export interface ReplicatesTask {
  readonly kind: 'replicates';
  readonly key: string;
  readonly stream: Stream;
  readonly study: Study;
  readonly first: number;
  readonly count: number;
  readonly sampler: SamplerSettings;
  readonly tuneKey: string | null;
  readonly tuning: Tuning | null;
}

/** How a portability cell is worked, by names and plain data: the learner is found by name where the work is done. */
export interface PortabilityWork extends Omit<WorkSettings, 'learner'> {
  readonly predictor: PredictorName;
}

/**
 * Rows `first … first + count − 1` of one part of a cell's work: comparisons, permutations or bootstrap draws. Row i
 * depends on the stream and i alone. Its chunks have the columns of PART_COLUMNS, one entry a row.
 */
export interface PortabilityTask {
  readonly kind: 'portability';
  readonly key: string;
  readonly stream: Stream;
  readonly cell: Cell;
  readonly settings: PortabilityWork;
  readonly part: Part;
  readonly first: number;
  readonly count: number;
}

/**
 * Rows `first … first + count − 1` of one part of a cell under one predictor and one number of sources. Its chunks have
 * the columns of robustnessColumns.
 */
export interface RobustnessTask {
  readonly kind: 'robustness';
  readonly key: string;
  readonly stream: Stream;
  readonly cell: Cell;
  readonly settings: RobustnessWork;
  readonly part: RobustnessPart;
  readonly first: number;
  readonly count: number;
}

/** Rows `first … first + count − 1` of what is behind the behaviour of a cell, with the columns of mechanismColumns. */
export interface MechanismTask {
  readonly kind: 'mechanism';
  readonly key: string;
  readonly stream: Stream;
  readonly cell: Cell;
  /** Needed by the part of reasoning texts alone. */
  readonly texts: ReasoningTexts | null;
  readonly settings: MechanismWork & { readonly predictor: PredictorName };
  readonly part: MechanismPart;
  readonly first: number;
  readonly count: number;
}

/**
 * Rows `first … first + count − 1` of one part of a belief cell, with the columns of partColumns, `width` numbers a row
 * each. Parts that read a fit wait for its task (`fitKey`) and are given its parameters as `theta`.
 */
export interface BeliefTask {
  readonly kind: 'beliefs';
  readonly key: string;
  readonly stream: Stream;
  readonly cell: BeliefCell;
  readonly rows: BeliefRows;
  readonly settings: BeliefWork;
  readonly part: BeliefPart;
  readonly first: number;
  readonly count: number;
  readonly fitKey: string | null;
  readonly theta: Float64Array | null;
}

/**
 * Agents `first … first + count − 1` drawn from a model's prior, who choose once from every menu of `data`; and the same
 * agents with α from every prior of `grid`. Agent i depends on the seed and i alone.
 */
export interface PriorTask {
  readonly kind: 'prior';
  readonly key: string;
  readonly stream: Stream;
  readonly model: SeuModel;
  /** The design; its choices are not read. */
  readonly data: SeuData;
  readonly grid: readonly LognormalPrior[];
  readonly first: number;
  readonly count: number;
}

export type Task =
  | TuneTask
  | ChainTask
  | EnsembleTask
  | ReplicatesTask
  | PortabilityTask
  | RobustnessTask
  | MechanismTask
  | BeliefTask
  | PriorTask;

/** Tasks whose one chunk is a tuning that others wait for. */
export const isTuning = (task: Task): task is TuneTask | EnsembleTask =>
  task.kind === 'tune' || task.kind === 'ensemble';

/** Columns of a replicates task's chunks, count × quantities, row by row. */
export const REPLICATE_SUMMARIES = [
  'truth',
  'rank',
  'mean',
  'median',
  'sd',
  'q5',
  'q95',
  'rhat',
  'ess_bulk',
  'ess_tail',
] as const;
export type ReplicateSummary = (typeof REPLICATE_SUMMARIES)[number];

/**
 * Columns with one entry a replicate: gradients of all its iterations, divergences and mean acceptance of its kept draws;
 * `failed` is 1 where the fit failed: its summaries are NaN, all but those of a truth that could be simulated.
 */
export const REPLICATE_FACTS = ['gradients', 'divergences', 'acceptance', 'failed'] as const;
export type ReplicateFact = (typeof REPLICATE_FACTS)[number];

/** Why the fit of a replicate failed; `row` counts from the first of its chunk. */
export interface ReplicateFailure {
  readonly row: number;
  readonly message: string;
}

/** Per-draw columns of a chain's chunks beside `position`. */
export const SAMPLER_STATISTICS = [
  'lp',
  'accept_stat',
  'step_size',
  'tree_depth',
  'n_leapfrog',
  'divergent',
  'energy',
] as const;
export type SamplerStatistic = (typeof SAMPLER_STATISTICS)[number];

/**
 * Kept draws `first … first + count − 1` of one task. `position` is count × dimension in the model's
 * canonical sampling coordinates (see `models/seu/frame.ts`); the other columns have one entry a draw.
 * A tune or ensemble task's chunk has the fields of Tuning as columns; a replicates task's has one row a replicate, with
 * the columns of REPLICATE_SUMMARIES and REPLICATE_FACTS.
 */
export interface Chunk {
  readonly taskKey: string;
  readonly first: number;
  readonly count: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Gradient evaluations of the task so far (cumulative): sampling, and warmup apart. */
  readonly gradients: number;
  readonly warmupGradients: number;
  /** Of a replicates task: the messages of fits that failed; absent where none did. */
  readonly failures?: readonly ReplicateFailure[];
}

/** State at the last whole transition; opaque outside the engine that wrote it. */
export interface Checkpoint {
  readonly taskKey: string;
  readonly engine: EngineKind;
  /** Transitions done, warmup included. */
  readonly iteration: number;
  readonly state: Readonly<Record<string, Float64Array | Float32Array | Uint32Array>>;
}

/** News of one task after one step of work. `chunk` is null while a chain warms up. */
export interface Advance {
  readonly taskKey: string;
  readonly chunk: Chunk | null;
  readonly checkpoint: Checkpoint;
  readonly iteration: number;
  readonly iterations: number;
  readonly done: boolean;
  /** A failed task is a row with its message; it is done and has no further chunks. */
  readonly failure: string | null;
}

/** A batch of tasks under way on an engine. */
export interface Run {
  /** Does one short step (tens to hundreds of milliseconds) and says what each unfinished task gained. */
  advance(): Promise<readonly Advance[]>;
  dispose(): void;
}

/** What an engine says of itself; goes into the manifest. */
export interface EngineDescription {
  readonly kind: EngineKind;
  /** "CPU · 2 workers", or the adapter's name. */
  readonly label: string;
  readonly fallbackAdapter: boolean;
  /** Workgroup size on the GPU: it fixes the order of sums. */
  readonly lanes: number | null;
  readonly selfTest: string | null;
}

export interface Engine {
  readonly description: EngineDescription;
  /** How many batches may be under way at once, and how many tasks a batch may hold. */
  readonly parallelRuns: number;
  readonly batchSize: number;
  /** Resolves with the reason when the engine can do no more work (device lost for good). */
  readonly lost: Promise<string>;
  /** Why this task cannot run here (device limits), or null. */
  refuses(task: Task): string | null;
  /** Starts a batch, each task from its checkpoint where one is given. */
  prepare(tasks: readonly Task[], checkpoints: ReadonlyMap<string, Checkpoint>): Promise<Run>;
  dispose(): void;
}
