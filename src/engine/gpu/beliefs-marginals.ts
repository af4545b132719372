// Marginal likelihoods on a device: many problems in one dispatch, answers kept there, tables sent at every turn.
import type { DeviceAnswers } from './beliefs-answers.ts';
import type { FoundMasses } from './beliefs-gradient.ts';
import { FOUND, TOGETHER } from './beliefs-layout.ts';
import { dispatchesOf, packProblems, type BeliefProblem } from './beliefs-pack.ts';
import { bind, emptyBuffer, readWords } from './buffers.ts';
import type { Session } from './session.ts';
import { linkKernel } from './sources.ts';

export interface Marginals {
  /** Of each problem what the device finds at the parameters that its tables are filled at. */
  find(problems: readonly BeliefProblem[]): Promise<FoundMasses[]>;
  dispose(): void;
}

/** A buffer that is replaced where it is too small, contents and all. */
function roomOn(device: GPUDevice, label: string) {
  let buffer = emptyBuffer(device, label, 0);
  return {
    atLeast(words: number): GPUBuffer {
      if (buffer.size < 4 * words) {
        buffer.destroy();
        buffer = emptyBuffer(device, label, 4 * words);
      }
      return buffer;
    },
    filled(data: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>): GPUBuffer {
      const own = this.atLeast(data.length);
      device.queue.writeBuffer(own, 0, data);
      return own;
    },
    dispose: () => buffer.destroy(),
  };
}

type RoomOn = ReturnType<typeof roomOn>;

/** Words of answers that stay on a device; beyond them only those asked for do. */
const KEPT_WORDS = 2 ** 22;

/** Answers that are on the device, and where. */
function placedAnswers(room: RoomOn) {
  let places = new Map<DeviceAnswers, number>();
  let length = 0;
  let buffer = room.atLeast(0);

  function place(answers: DeviceAnswers): void {
    if (places.has(answers)) return;
    places.set(answers, length);
    length += answers.words.length;
  }

  function fill(): void {
    const words = new Uint32Array(length);
    for (const [{ words: own }, at] of places) words.set(own, at);
    buffer = room.filled(words);
  }

  return {
    holding(asked: readonly DeviceAnswers[]): GPUBuffer {
      if (asked.every((answers) => places.has(answers))) return buffer;
      if (length > KEPT_WORDS) {
        places = new Map();
        length = 0;
      }
      asked.forEach(place);
      fill();
      return buffer;
    },
    at: (answers: DeviceAnswers): number => places.get(answers)!,
  };
}

/** `size` numbers from four number `at`. */
const from = (all: Float32Array, at: number, size: number): Float32Array =>
  all.subarray(TOGETHER * at, TOGETHER * at + size);

/** Workgroups of both passes, over the largest of the problems. */
function groupsOf(problems: readonly BeliefProblem[], lanes: number) {
  const most = (value: (answers: DeviceAnswers) => number): number =>
    Math.max(...problems.map(({ answers }) => value(answers)));
  const { nodes } = problems[0].answers.model.grid;
  return {
    integrate: [most(({ patterns }) => patterns), problems.length, 1],
    gather: [most(({ features }) => features), problems.length, Math.ceil(nodes / (lanes * TOGETHER))],
  } as const;
}

/** Compiles both kernels; `bytes` of problems are on the device at once. */
export async function openMarginals(
  { opened, pipelines }: Pick<Session, 'opened' | 'pipelines'>,
  bytes: number,
): Promise<Marginals> {
  const { device, lanes } = opened;
  const kernel = async (name: string) =>
    pipelines.get(await linkKernel({ root: `beliefs/${name}.wesl`, constants: { LANES: lanes } }), name);
  const [integrate, gather] = await Promise.all([kernel('integrate'), kernel('gather')]);
  const room = (label: string): RoomOn => roomOn(device, `belief ${label}`);
  const rooms = {
    problems: room('problems'),
    answers: room('answers'),
    masses: room('masses'),
    found: room('found'),
    reals: room('tables'),
  };
  const placed = placedAnswers(rooms.answers);

  /** Submits both passes; returns what is then in `found`. */
  function submit(problems: readonly BeliefProblem[]) {
    const answers = placed.holding(problems.map((problem) => problem.answers));
    const { records, words, reals, masses, found } = packProblems(problems, placed.at);
    const buffers = [
      rooms.problems.filled(words),
      answers,
      rooms.masses.atLeast(masses),
      rooms.found.atLeast(found),
    ];
    const groups = groupsOf(problems, lanes);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(integrate);
    pass.setBindGroup(0, bind(device, integrate, [...buffers, rooms.reals.filled(reals)]));
    pass.dispatchWorkgroups(...groups.integrate);
    pass.setPipeline(gather);
    pass.setBindGroup(0, bind(device, gather, buffers));
    pass.dispatchWorkgroups(...groups.gather);
    pass.end();
    device.queue.submit([encoder.finish()]);
    return { records, region: { buffer: buffers[3], first: 0, words: found } };
  }

  async function findTogether(problems: readonly BeliefProblem[]): Promise<FoundMasses[]> {
    const { records, region } = submit(problems);
    const all = new Float32Array((await readWords(device, [region])).buffer);
    return records.map(({ found_at, sums_at, patterns, features, blocks }) => ({
      patterns: from(all, found_at, FOUND * patterns),
      sums: from(all, sums_at, TOGETHER * features * blocks),
    }));
  }

  return {
    async find(problems) {
      const found: FoundMasses[] = [];
      for (const together of dispatchesOf(problems, bytes)) found.push(...(await findTogether(together)));
      return found;
    },
    dispose: () => Object.values(rooms).forEach((own) => own.dispose()),
  };
}
