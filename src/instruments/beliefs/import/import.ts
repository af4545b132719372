// Reads files of answers into one table, or lists every fault of every file.
import type { DecimalMark } from '../../../formats/cells.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { BeliefOutput } from '../../../models/beliefs/cell.ts';
import { limited } from '../../portability/import/part.ts';
import { placeFrom, readAnswers, type FileAnswers, type WrittenAnswer } from './answers.ts';
import type { Mapping } from './mapping.ts';
import { readPrompt } from './prompts.ts';
import { responseTable } from './table.ts';
import { answeredBy, columnApart } from './tell-apart.ts';
import { answerOf, answersNeeded, binaryOf, isMissing, markOf } from './values.ts';

export interface SourceFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface ImportedResponses {
  readonly table: ResponseTable;
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
}

const faultAt = (
  { file, row }: WrittenAnswer,
  column: string | null,
  seen: string,
  needed: string,
): Fault => ({
  file,
  row,
  column,
  seen,
  needed,
});

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const joined = (...names: readonly string[]): string => names.join('\u0000');

const ONE_ANSWER =
  'one answer to a prompt a case: another column for the answers, cases named by several columns, or a column for prefix';

/** What a file needs whose prompts have several answers about a case. */
function neededIn(file: string, read: ReadonlyMap<string, FileAnswers>): string {
  const { table, mapping, answers } = read.get(file)!;
  const apart = columnApart(table, mapping, answers);
  return apart === null
    ? ONE_ANSWER
    : `${ONE_ANSWER}; ${apart} tells them apart: case=${[...mapping.case, apart].join('+')}`;
}

/** Under a prefix a prompt may be asked several times; without one, once. */
function identityFaults(answers: readonly WrittenAnswer[], read: ReadonlyMap<string, FileAnswers>): Fault[] {
  const seen = new Map<string, WrittenAnswer>();
  const needed = new Map<string, string>();
  const repeated = answers.flatMap((answer) => {
    const key = answeredBy(answer);
    const before = seen.get(key);
    seen.set(key, before ?? answer);
    if (before === undefined || answer.prefix !== '') return [];
    const what = `a second answer to ${answer.prompt} about ${answer.case}, after ${placeFrom(answer, before)}`;
    if (!needed.has(answer.file)) needed.set(answer.file, neededIn(answer.file, read));
    return [faultAt(answer, answer.column, what, needed.get(answer.file)!)];
  });
  const blank = (role: 'case' | 'prompt'): Fault[] =>
    answers
      .filter((answer) => answer[role] === '')
      .map((answer) => faultAt(answer, null, `no ${role}`, `the ${role} that is answered`));
  return [...limited(blank('case')), ...limited(blank('prompt')), ...limited(repeated)];
}

/** y of each answer's case, which is the same whoever answers; it may be missing from some rows. */
function readOutcomes(answers: readonly WrittenAnswer[], faults: Fault[]): Float64Array {
  const mark = markOf(answers.map(({ outcome }) => outcome));
  const known = new Map<string, number>();
  const found: Fault[] = [];
  const keys = answers.map(({ domain, case: name }) => joined(domain, name));
  answers.forEach((answer, i) => {
    if (isMissing(answer.outcome)) return;
    const value = binaryOf(answer.outcome, mark);
    const before = known.get(keys[i]);
    if (value !== 0 && value !== 1)
      found.push(faultAt(answer, null, `outcome ${answer.outcome}`, '0 or 1, or nothing'));
    else if (before !== undefined && before !== value)
      found.push(
        faultAt(
          answer,
          null,
          `outcome ${value} of case ${answer.case}, before ${before}`,
          'one outcome a case, whoever answers, or names of cases that tell those of agents apart',
        ),
      );
    else known.set(keys[i], value);
  });
  faults.push(...limited(found));
  return Float64Array.from(keys, (key) => known.get(key) ?? NaN);
}

interface Outputs {
  readonly byPrompt: ReadonlyMap<string, BeliefOutput>;
  readonly marks: ReadonlyMap<string, DecimalMark>;
  readonly notes: readonly string[];
}

function readOutputs(answers: readonly WrittenAnswer[], faults: Fault[]): Outputs {
  const byPrompt = new Map<string, BeliefOutput>();
  const marks = new Map<string, DecimalMark>();
  const notes: string[] = [];
  for (const [prompt, own] of grouped(answers, (answer) => answer.prompt)) {
    const mark = markOf(own.map(({ response }) => response));
    const reading = readPrompt(own, mark);
    faults.push(...reading.faults);
    notes.push(...reading.notes);
    marks.set(prompt, mark);
    if (reading.output !== null) byPrompt.set(prompt, reading.output);
  }
  return { byPrompt, marks, notes };
}

function readResponses(
  answers: readonly WrittenAnswer[],
  { byPrompt, marks }: Outputs,
  faults: Fault[],
): Float64Array {
  const found: Fault[] = [];
  const responses = Float64Array.from(answers, (answer) => {
    const output = byPrompt.get(answer.prompt);
    if (output === undefined || isMissing(answer.response)) return NaN;
    const value = answerOf(output, answer.response, marks.get(answer.prompt)!);
    if (Number.isNaN(value))
      found.push(
        faultAt(
          answer,
          answer.column,
          `${JSON.stringify(answer.response)} to ${answer.prompt}`,
          answersNeeded(output),
        ),
      );
    return value;
  });
  faults.push(...limited(found));
  return responses;
}

/** Reads files, long or wide, by what is given of their columns and a guess at the rest. */
export function importResponses(
  files: readonly SourceFile[],
  given: Partial<Mapping> = {},
): Parsed<ImportedResponses> {
  const faults: Fault[] = [];
  const answers: WrittenAnswer[] = [];
  const notes: string[] = [];
  const whole = new Map<string, FileAnswers>();
  for (const { file, bytes } of files) {
    const read = readAnswers(file, bytes, given);
    if (!read.ok) faults.push(...read.faults);
    else {
      whole.set(file, read.value);
      for (const answer of read.value.answers) answers.push(answer);
      notes.push(...read.value.notes.map((note) => `${file}: ${note}`));
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  faults.push(...identityFaults(answers, whole));
  const outputs = readOutputs(answers, faults);
  const responses = readResponses(answers, outputs, faults);
  const outcomes = readOutcomes(answers, faults);
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    value: {
      table: responseTable(answers, outputs.byPrompt, responses, outcomes),
      notes: [...notes, ...outputs.notes],
    },
  };
}
