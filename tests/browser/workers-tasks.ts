// Two short chains that the page and Node both run.
import type { Lane } from '../../src/engine/lane.ts';
import type { Advance, Checkpoint, ChainTask, Engine, Task } from '../../src/engine/types.ts';
import { menuBlock } from '../../src/models/seu/data.ts';
import type { SeuData } from '../../src/models/seu/data.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';

const menus = [
  [0, 1],
  [0, 2, 3],
  [1, 3],
  [0, 1, 2, 3],
  [2, 3],
  [1, 2],
];

const data: SeuData = {
  consequences: 3,
  alternatives: 4,
  dimensions: 2,
  features: Float64Array.of(0.3, -1.2, 0.8, 0.1, -0.7, 0.9, 1.4, -0.2),
  uncertain: menuBlock(menus, [0, 2, 1, 3, 1, 0]),
  risky: null,
};

/** The tasks of chains 0 … chains − 1. */
export const chainTasks = (chains: number, draws: number): readonly ChainTask[] =>
  Array.from({ length: chains }, (_, chain) => ({
    kind: 'chain',
    key: `chain/${chain}`,
    stream: { seed: 11, task: 0, chain },
    instance: { family: 'seu', model: SEU_PRESETS.m_0, data },
    sampler: { name: 'nuts', chains, warmup: 150, draws, thin: 1, targetAcceptance: 0.8, maxDepth: 10 },
    tuneKey: null,
    tuning: null,
  }));

/** Positions per task key, in hexadecimal digits of their bits. */
export type Positions = Record<string, string>;

function bitsOf(values: Float64Array): string {
  const bits = new BigUint64Array(values.buffer, values.byteOffset, values.length);
  return Array.from(bits, (word) => word.toString(16)).join(' ');
}

function gather(positions: Positions, news: readonly Advance[]): void {
  for (const { taskKey, chunk, failure } of news) {
    if (failure !== null) throw new Error(failure);
    if (chunk) positions[taskKey] = `${positions[taskKey] ?? ''}${bitsOf(chunk.columns.position)} `;
  }
}

/** Runs a lane to the end, `gradients` at a time. */
export async function runLane(lane: Lane, tasks: readonly Task[], gradients: number): Promise<Positions> {
  const positions: Positions = {};
  await lane.prepare(tasks, []);
  for (let news = await lane.advance(gradients); news.length > 0; news = await lane.advance(gradients))
    gather(positions, news);
  await lane.dispose();
  return positions;
}

/** Runs each task as a batch of its own, all at once. */
export async function runEngine(
  engine: Engine,
  tasks: readonly Task[],
  between: () => void = () => undefined,
): Promise<Positions> {
  const positions: Positions = {};
  const none = new Map<string, Checkpoint>();
  const finish = async (task: Task) => {
    const run = await engine.prepare([task], none);
    for (let done = false; !done; between()) {
      const news = await run.advance();
      gather(positions, news);
      done = news.every((item) => item.done);
    }
    run.dispose();
  };
  await Promise.all(tasks.map(finish));
  return positions;
}
