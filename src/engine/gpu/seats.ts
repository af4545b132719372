// A task's place on the device: its dataset encoded, its chain where it starts or where its checkpoint left it.
import { warmupWindows } from '../../inference/adaptation.ts';
import { initialPoint } from '../../inference/chain.ts';
import { initialStep } from '../../inference/initial-step.ts';
import { randomStream } from '../../math/random.ts';
import { hierarchicalFrame, turnHierarchicalFrame } from '../../models/hierarchical/frame.ts';
import { frameOf, turnFrame } from '../../models/seu/frame.ts';
import type { SamplingModel } from '../../models/sampling.ts';
import { tunedPosition, tuningFor } from '../cpu/chain-stepper.ts';
import { samplingModel } from '../models.ts';
import type { ChainTask, Checkpoint, ModelInstance, Tuning } from '../types.ts';
import { freshStart, savedStart, type ChainStart } from './chain-state.ts';
import { encodeDataset, type EncodedDataset } from './encode.ts';
import { encodeHierarchical } from './encode-hierarchical.ts';

const NO_TURN = new Float64Array(0);

/** A model instance in the coordinates that a tuning turns: what chains of one dataset share. */
export interface Site {
  readonly model: SamplingModel;
  readonly basis: Float64Array;
  readonly dataset: EncodedDataset;
}

export interface Seat {
  readonly task: ChainTask;
  readonly site: Site;
  readonly start: ChainStart;
  readonly warmup: number;
  readonly iterations: number;
}

/** The encoded dataset of a task, its factors turned by the task's tuning. */
export function encodeTask({ instance, tuning }: ChainTask): EncodedDataset {
  const basis = tuning?.basis ?? NO_TURN;
  switch (instance.family) {
    case 'seu': {
      const { model, data } = instance;
      return encodeDataset(model, data, turnFrame(frameOf(model, data), basis));
    }
    case 'hierarchical': {
      const { model, data } = instance;
      return encodeHierarchical(model, data, turnHierarchicalFrame(hierarchicalFrame(model, data), basis));
    }
    case 'beliefs':
      throw new Error('belief posteriors have no shader');
  }
}

function siteOf(task: ChainTask): Site {
  const basis = tuningFor(task)?.basis ?? NO_TURN;
  return { model: samplingModel(task.instance), basis, dataset: encodeTask(task) };
}

/** Sites by instance and tuning, so that chains of the same data share one. */
export function siteCache(): (task: ChainTask) => Site {
  const known = new Map<ModelInstance, Map<Tuning | null, Site>>();
  return (task) => {
    const tuning = tuningFor(task);
    const ofInstance = known.get(task.instance) ?? new Map<Tuning | null, Site>();
    known.set(task.instance, ofInstance);
    const site = ofInstance.get(tuning) ?? siteOf(task);
    ofInstance.set(tuning, site);
    return site;
  };
}

/** Where the f64 engine starts too: the same words, the same first step. */
function nutsStart({ stream }: ChainTask, { model }: Site): ChainStart {
  const target = model.target(NO_TURN);
  const random = randomStream(stream.seed, stream.task, stream.chain);
  const point = initialPoint(target, random);
  const variances = new Float64Array(model.dimension).fill(1);
  return freshStart(point.position, variances, initialStep(target, random, point, variances));
}

function tunedStart({ stream, sampler }: ChainTask, tuning: Tuning, { model, basis }: Site): ChainStart {
  const position = tunedPosition(tuning, stream.chain, sampler.chains, model.dimension);
  model.turn(basis, position, false);
  return freshStart(position, tuning.variances, tuning.stepSize);
}

/** Throws where the task cannot start: no finite density, no tuning, another engine's checkpoint. */
export function takeSeat(task: ChainTask, site: Site, checkpoint: Checkpoint | null): Seat {
  const { sampler } = task;
  const tuning = tuningFor(task);
  const warmup = tuning ? 0 : sampler.warmup;
  const start = checkpoint
    ? savedStart(checkpoint)
    : tuning
      ? tunedStart(task, tuning, site)
      : nutsStart(task, site);
  return { task, site, start, warmup, iterations: warmup + sampler.draws * sampler.thin };
}

const COLLECT = 1;
const CLOSE = 2;

/** The warmup schedule in the bits that shaders/samplers/adaptation.wesl reads. */
export const scheduleBits = (warmup: number): Uint32Array =>
  Uint32Array.from(
    warmupWindows(warmup),
    ({ collect, close }) => (collect ? COLLECT : 0) | (close ? CLOSE : 0),
  );
