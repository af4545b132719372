// What kind of answer each prompt takes: as its rows declare it, or as its name and its answers suggest.
import { isNothing, numberOf, type DecimalMark } from '../../../formats/cells.ts';
import type { Fault } from '../../../formats/fault.ts';
import type { BeliefOutput } from '../../../models/beliefs/cell.ts';
import { placeFrom, type WrittenAnswer } from './answers.ts';
import { instructionNamed, readInstruction } from './instruction.ts';
import { binaryOf } from './values.ts';

type Family = BeliefOutput['family'];

const FAMILIES: Readonly<Record<string, Family>> = {
  probability: 'probability',
  report: 'probability',
  decision: 'decision',
  binary: 'decision',
  ordinal: 'ordinal',
  likert: 'ordinal',
  rating: 'ordinal',
  tercile: 'ordinal',
  quartile: 'ordinal',
  quintile: 'ordinal',
  decile: 'ordinal',
};
/** Categories of scales whose name says how many they have. */
const SCALES: Readonly<Record<string, number>> = { tercile: 3, quartile: 4, quintile: 5, decile: 10 };
const MOST_CATEGORIES = 20;
const SAYS_PROBABILITY = /prob|confidence|credence|chance/i;

export interface PromptReading {
  /** Null where there are faults. */
  readonly output: BeliefOutput | null;
  readonly faults: readonly Fault[];
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
}

const refused = (
  { file, row }: WrittenAnswer,
  column: string,
  seen: string,
  needed: string,
): PromptReading => ({
  output: null,
  faults: [{ file, row, column, seen, needed }],
  notes: [],
});

const DEFINITION = ['family', 'framing', 'parameter', 'threshold', 'categories'] as const;
type Definition = Pick<WrittenAnswer, (typeof DEFINITION)[number]>;

/** What a part of a definition means: spellings of one family are one, and no framing is the same as none stated. */
function meaning(part: keyof Definition, text: string): string {
  const plain = text.toLowerCase();
  if (part === 'family') return FAMILIES[plain] ?? plain;
  if (part === 'framing') return plain === 'none' ? '' : plain;
  const value = numberOf(text);
  return Number.isNaN(value) ? text : String(value);
}

/** The first answer of each spelling of a part. */
function spellings(answers: readonly WrittenAnswer[], part: keyof Definition): WrittenAnswer[] {
  const first = new Map<string, WrittenAnswer>();
  for (const answer of answers) if (!first.has(answer[part])) first.set(answer[part], answer);
  return [...first.values()];
}

/** Each part as it is first stated; or the first answer that states it otherwise. */
function definitionOf(answers: readonly WrittenAnswer[]): Definition | Conflict {
  const found = { ...answers[0] };
  for (const part of DEFINITION) {
    const stated = spellings(answers, part).filter((answer) => meaning(part, answer[part]) !== '');
    if (stated.length === 0) continue;
    const [first] = stated;
    const other = stated.find((answer) => meaning(part, answer[part]) !== meaning(part, first[part]));
    if (other !== undefined) return { part, first, other };
    found[part] = first[part];
  }
  return found;
}

interface Conflict {
  readonly part: keyof Definition;
  readonly first: WrittenAnswer;
  readonly other: WrittenAnswer;
}

/** The family that answers suggest, or null. */
function suggestedFamily(prompt: string, values: readonly number[]): Family | null {
  if (values.length === 0) return null;
  const within = values.every((value) => value >= 0 && value <= 1);
  if (within && SAYS_PROBABILITY.test(prompt)) return 'probability';
  if (values.every((value) => value === 0 || value === 1)) return 'decision';
  if (values.every((value) => Number.isInteger(value) && value >= 1 && value <= MOST_CATEGORIES))
    return 'ordinal';
  return within ? 'probability' : null;
}

/** Whether numbers that are no probabilities could be hundred times some. */
const percents = (values: readonly number[]): boolean =>
  values.length > 0 && values.every((value) => value >= 0 && value <= 100);

/** Whether answers that should be probabilities are hundred times some, rather than a slip among others. */
const areHundredfold = (values: readonly number[]): boolean =>
  percents(values) && 2 * values.filter((value) => value > 1).length > values.length;

function decision(first: WrittenAnswer, named: boolean): PromptReading {
  const { prompt } = first;
  const spelled = named ? instructionNamed(prompt) : null;
  if (spelled) return { output: { prompt, family: 'decision', ...spelled }, faults: [], notes: [] };
  const read = readInstruction(first);
  if (!read.ok) return refused(first, read.part, read.seen, read.needed);
  const { framing, threshold } = read;
  return { output: { prompt, family: 'decision', framing, threshold }, faults: [], notes: [] };
}

function ordinal(first: WrittenAnswer, scale: string, values: readonly number[]): PromptReading {
  const { prompt, categories: written } = first;
  const given = written === '' ? SCALES[scale] : numberOf(written);
  if (given !== undefined && !(Number.isInteger(given) && given >= 2))
    return refused(first, 'categories', written, 'a whole number of categories from 2');
  if (given !== undefined)
    return { output: { prompt, family: 'ordinal', categories: given }, faults: [], notes: [] };
  const categories = values.reduce(
    (most, value) => (Number.isInteger(value) ? Math.max(most, value) : most),
    2,
  );
  const unused = Array.from({ length: categories }, (_, k) => k + 1).filter((k) => !values.includes(k));
  const gap =
    unused.length > 0 ? ` Nobody answered ${unused.join(', ')}: see that ${categories} is no slip.` : '';
  const notes = [`${prompt}: ${categories} categories, the highest answer seen.${gap}`];
  return { output: { prompt, family: 'ordinal', categories }, faults: [], notes };
}

const READ_AS: Readonly<Record<Family, string>> = {
  probability: 'a stated probability',
  decision: 'a decision',
  ordinal: 'a judgment on an ordered scale',
};

/** The output that the answers to one prompt are read as; `answers` has at least one. */
export function readPrompt(answers: readonly WrittenAnswer[], mark: DecimalMark): PromptReading {
  const definition = definitionOf(answers);
  if ('part' in definition) {
    const { part, first, other } = definition;
    const seen = `${part} ${other[part]} of prompt ${first.prompt}, after ${first[part]} in ${placeFrom(other, first)}`;
    return refused(other, part, seen, 'one family, framing, parameter and number of categories of a prompt');
  }
  const first: WrittenAnswer = { ...answers[0], ...definition };
  const { prompt, family: written } = first;
  const scale = written.toLowerCase();
  const values = answers
    .filter(({ response }) => !isNothing(response))
    .map(({ response }) => binaryOf(response, mark))
    .filter((value) => !Number.isNaN(value));
  const family = written === '' ? suggestedFamily(prompt, values) : FAMILIES[scale];
  if (family === null)
    return refused(
      first,
      first.column,
      `answers to ${prompt} that suggest no family${percents(values) ? ', but look like percentages' : ''}`,
      percents(values)
        ? 'probabilities from 0 to 1: a column of them, or these divided by 100'
        : 'a column for family, or answers that are probabilities, decisions 0 and 1, or categories from 1',
    );
  if (family === undefined)
    return refused(first, 'family', written, `one of ${Object.keys(FAMILIES).join(', ')}`);
  if (family === 'probability' && areHundredfold(values))
    return refused(
      first,
      first.column,
      `answers to ${prompt} up to ${Math.max(...values)}, which look like percentages`,
      'probabilities from 0 to 1: these divided by 100',
    );
  const reading: PromptReading =
    family === 'probability'
      ? { output: { prompt, family }, faults: [], notes: [] }
      : family === 'decision'
        ? decision(
            first,
            DEFINITION.every((part) => first[part] === ''),
          )
        : ordinal(first, scale, values);
  const assumed = written === '' ? [`${prompt} is read as ${READ_AS[family]}, as its answers suggest.`] : [];
  return { ...reading, notes: [...assumed, ...reading.notes] };
}
