// Joins parts of one calibration study into a run: each part holds other replicates of the same seed.
import { replicationOf } from '../engine/models.ts';
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type Chunk } from '../engine/types.ts';
import { canonicalJson } from '../formats/canonical.ts';
import type { Dataset } from '../formats/dataset.ts';
import { blockKey, parseCalibrationKey } from '../instruments/seu/calibration/keys.ts';
import { BLOCK, studyOf, type CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';

/** A part of a study: its plan, and the chunks of its replicates. */
export interface Part {
  readonly name: string;
  readonly plan: CalibrationPlan;
  readonly chunks: readonly Chunk[];
}

/** The study that a part belongs to: its plan without what may differ between parts. */
const wholeOf = (plan: CalibrationPlan): CalibrationPlan => ({
  ...plan,
  title: '',
  engine: 'auto',
  settings: { ...plan.settings, shard: null },
});

/** A part's chunk under the block of the whole study that it falls in: parts may begin in the middle of one. */
function placed(chunk: Chunk): Chunk {
  const { arm, first } = parseCalibrationKey(chunk.taskKey);
  if (first === null) return chunk;
  const start = first + chunk.first;
  const block = start - (start % BLOCK);
  return { ...chunk, taskKey: blockKey(arm, block), first: start - block };
}

/** Numbers of the replicates in a chunk, with their arm; none of a tuning. */
function numbersOf({ taskKey, first, count }: Chunk): readonly string[] {
  const key = parseCalibrationKey(taskKey);
  if (key.first === null) return [];
  const start = key.first + first;
  return Array.from({ length: count }, (_, i) => `${key.arm}:${start + i}`);
}

/** Chunks of all parts; one tuning of each arm. Throws where two parts hold the same replicate. */
function joined(parts: readonly Part[]): readonly Chunk[] {
  const held = new Map<string, string>();
  const tunings = new Set<string>();
  return parts.flatMap(({ name, chunks }) =>
    chunks.filter((chunk) => {
      const numbers = numbersOf(chunk);
      for (const number of numbers) {
        const other = held.get(number);
        if (other !== undefined)
          throw new Error(
            `${name} and ${other} both hold replicate ${Number(number.split(':')[1]) + 1}; needed disjoint blocks`,
          );
        held.set(number, name);
      }
      if (numbers.length > 0) return true;
      const first = !tunings.has(chunk.taskKey);
      tunings.add(chunk.taskKey);
      return first;
    }),
  );
}

/** The whole study with all that its parts computed. Throws where they are parts of different studies. */
export function mergeParts(parts: readonly Part[]): {
  readonly plan: CalibrationPlan;
  readonly chunks: readonly Chunk[];
} {
  const [first, ...others] = parts;
  if (!first) throw new Error('no parts of a study; needed at least one');
  const whole = canonicalJson(wholeOf(first.plan));
  for (const { name, plan } of others)
    if (canonicalJson(wholeOf(plan)) !== whole)
      throw new Error(
        `${name} is of another study than ${first.name}; needed the same plan, seed and design`,
      );
  const plan = { ...first.plan, settings: { ...first.plan.settings, shard: null } };
  return { plan, chunks: joined(parts).map(placed) };
}

/** Relative difference of two truths that are the same but for the last digits of a file. */
const SAME = 1e-9;

/** Throws unless the rows' truths are those that the study simulates. */
function checkTruths(
  name: string,
  rows: ReplicateRows,
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  truths: Float64Array | null,
): void {
  const { replicate, quantities } = replicationOf(studyOf(plan, 0, datasets, truths), plan.seed);
  if (quantities.join(' ') !== rows.quantities.join(' '))
    throw new Error(`${name} ranks ${rows.quantities.join(' ')}; needed ${quantities.join(' ')}`);
  const number = rows.replicates[0];
  const { truth } = replicate(number);
  const differs = truth.some(
    (value, q) => Math.abs(value - rows.summaries.truth[q]) > SAME * Math.max(1, Math.abs(value)),
  );
  if (differs)
    throw new Error(
      `${name}, replicate ${number + 1}: its truth is not the one this study simulates; needed the same model, priors, design and seed`,
    );
}

/** Rows from a table of ranks as a part of the study of `plan`, which has one arm. */
export function partOfRows(
  name: string,
  rows: ReplicateRows,
  plan: CalibrationPlan,
  datasets: ReadonlyMap<string, Dataset>,
  truths: Float64Array | null = null,
): Part {
  if (plan.settings.arms.length !== 1)
    throw new Error(`${name} is a table of one study; needed a study without arms to add it to`);
  checkTruths(name, rows, plan, datasets, truths);
  const Q = rows.quantities.length;
  const chunks = rows.replicates.map((number, row): Chunk => {
    const block = number - (number % BLOCK);
    return {
      taskKey: blockKey(0, block),
      first: number - block,
      count: 1,
      columns: Object.fromEntries([
        ...REPLICATE_SUMMARIES.map((column) => [
          column,
          rows.summaries[column].slice(row * Q, (row + 1) * Q),
        ]),
        ...REPLICATE_FACTS.map((fact) => [fact, rows.facts[fact].slice(row, row + 1)]),
      ]),
      gradients: 0,
      warmupGradients: 0,
    };
  });
  return { name, plan, chunks };
}
