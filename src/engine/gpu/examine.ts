// Asks a device for its generator's words, its elementary functions and its non-finite test, and compares with f64.
import { exp, log, log1p } from '../../math/elementary.ts';
import { normalOfWord, philox } from '../../math/random.ts';
import { bind, dispatch, emptyBuffer, readWords, storageBuffer } from './buffers.ts';
import type { Device } from './device.ts';
import { recordLayout } from './layout.ts';
import type { Pipelines } from './pipelines.ts';
import { linkKernel } from './sources.ts';

/** Padded to 16 bytes, as WGSL aligns a vec4u. */
export const QUESTION = recordLayout([
  ['counter0', 'u32'],
  ['counter1', 'u32'],
  ['counter2', 'u32'],
  ['counter3', 'u32'],
  ['key0', 'u32'],
  ['key1', 'u32'],
  ['exponent', 'f32'],
  ['positive', 'f32'],
  ['fraction', 'f32'],
  ['bits', 'u32'],
  ['padding0', 'u32'],
  ['padding1', 'u32'],
]);
export const ANSWER = recordLayout([
  ['block0', 'u32'],
  ['block1', 'u32'],
  ['block2', 'u32'],
  ['block3', 'u32'],
  ['exponential', 'f32'],
  ['logarithm', 'f32'],
  ['logarithmPlus', 'f32'],
  ['uniform', 'f32'],
  ['normal', 'f32'],
  ['finite', 'u32'],
  ['padding0', 'u32'],
  ['padding1', 'u32'],
]);
type Row<Layout> = Layout extends { write(words: Uint32Array, index: number, values: infer V): void }
  ? V
  : never;
export type Question = Row<typeof QUESTION>;
export type Answer = Row<typeof ANSWER>;

const QUESTIONS = 4096;
const NAN_BITS = 0x7fc00000;
const INFINITY_BITS = 0xff800000;

/** Spread over counters, the range of each function, and finite and non-finite bits. */
export function selfTestQuestions(count = QUESTIONS): Question[] {
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / count;
    return {
      counter0: Math.imul(i, 0x9e3779b1) >>> 0,
      counter1: i,
      counter2: 0xffffffff - i,
      counter3: i * 77,
      key0: Math.imul(i, 0x85ebca6b) >>> 0,
      key1: 0x13198a2e,
      exponent: Math.fround(-86 + 174 * share),
      positive: Math.fround(i % 2 ? exp(-80 + 160 * share) : 0.5 + share),
      fraction: Math.fround(share * share),
      bits: i % 3 === 0 ? NAN_BITS + i : i % 3 === 1 ? INFINITY_BITS : 0x7f7fffff - i,
      padding0: 0,
      padding1: 0,
    };
  });
}

/** Answers of the device to each question. */
export async function examine(
  { device, lanes }: Device,
  pipelines: Pipelines,
  questions: readonly Question[],
): Promise<Answer[]> {
  const source = await linkKernel({ root: 'kernels/self_test.wesl', constants: { LANES: lanes } });
  const pipeline = await pipelines.get(source, 'examine');
  const words = new Uint32Array(questions.length * QUESTION.words);
  questions.forEach((question, i) => QUESTION.write(words, i, question));
  const output = emptyBuffer(device, 'answers', questions.length * ANSWER.words * 4);
  const buffers = [storageBuffer(device, 'questions', words), output];
  dispatch(device, pipeline, bind(device, pipeline, buffers), Math.ceil(questions.length / lanes));
  const answers = await readWords(device, [
    { buffer: output, first: 0, words: questions.length * ANSWER.words },
  ]);
  buffers.forEach((buffer) => buffer.destroy());
  return questions.map((_, i) => ANSWER.read(answers, i));
}

const bits = new Uint32Array(1);
const real = new Float32Array(bits.buffer);

/** Distance of an f32 from an f64 truth in units of the truth's last f32 place. */
export function ulpError(value: number, truth: number): number {
  if (value === truth) return 0;
  real[0] = truth;
  const exponent = Math.max(1, (bits[0] >>> 23) & 0xff);
  const error = Math.abs(value - truth) / 2 ** (exponent - 150);
  return error === error ? error : Infinity;
}

/** Largest errors in ulp over all questions, and the counts of wrong integers and of wrong finiteness. */
export interface Findings {
  readonly words: number;
  readonly finiteness: number;
  readonly exp: number;
  readonly log: number;
  readonly log1p: number;
  readonly uniform: number;
  readonly normal: number;
}

export function compareAnswers(questions: readonly Question[], answers: readonly Answer[]): Findings {
  const block = new Uint32Array(4);
  const most = (error: (question: Question, answer: Answer) => number): number =>
    questions.reduce((largest, question, i) => Math.max(largest, error(question, answers[i])), 0);
  const wrongWords = (q: Question, a: Answer): boolean => {
    philox([q.counter0, q.counter1, q.counter2, q.counter3], [q.key0, q.key1], block);
    return a.block0 !== block[0] || a.block1 !== block[1] || a.block2 !== block[2] || a.block3 !== block[3];
  };
  const finite = (word: number): number => ((word & 0x7f800000) === 0x7f800000 ? 0 : 1);
  return {
    words: questions.filter((question, i) => wrongWords(question, answers[i])).length,
    finiteness: questions.filter((question, i) => answers[i].finite !== finite(question.bits)).length,
    exp: most((q, a) => ulpError(a.exponential, exp(q.exponent))),
    log: most((q, a) => ulpError(a.logarithm, log(q.positive))),
    log1p: most((q, a) => ulpError(a.logarithmPlus, log1p(q.fraction))),
    uniform: most((q, a) => ulpError(a.uniform, (q.counter0 + 0.5) / 2 ** 32)),
    normal: most((q, a) => ulpError(a.normal, normalOfWord(q.counter0))),
  };
}
