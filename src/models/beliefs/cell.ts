// The answers of one agent in one domain: cases × outputs, with what kind of answer each output takes.

/** A stated probability of y = 1. */
export interface ProbabilityOutput {
  readonly prompt: string;
  readonly family: 'probability';
}

/** A choice between acting as if y = 1 (answer 1) and not (answer 0). */
export interface DecisionOutput {
  readonly prompt: string;
  readonly family: 'decision';
  /** How the instruction is put ("threshold", "bet", "cost", …); "none" where there is none. */
  readonly framing: string;
  /** The probability from which on the instruction asks for answer 1, in (0, 1); null without an instruction. */
  readonly threshold: number | null;
}

/** A judgment on an ordered scale 1 … categories, the highest meaning y = 1 most likely. */
export interface OrdinalOutput {
  readonly prompt: string;
  readonly family: 'ordinal';
  readonly categories: number;
}

export type BeliefOutput = ProbabilityOutput | DecisionOutput | OrdinalOutput;

/** One cell: an agent's answers in a domain. Never changed once made. */
export interface BeliefCell {
  readonly agent: string;
  readonly domain: string;
  readonly cases: readonly string[];
  readonly outputs: readonly BeliefOutput[];
  /** cases × outputs, row by row; NaN where an answer is missing. */
  readonly responses: Float64Array;
  /** y of each case, 0 or 1; NaN where it is not known. */
  readonly outcomes: Float64Array;
}

/** Number of ordered categories of an output; 0 for a probability, which has none. */
export function categoriesOf(output: BeliefOutput): number {
  if (output.family === 'probability') return 0;
  return output.family === 'decision' ? 2 : output.categories;
}

/** The answer that stands for category 0: decisions count from 0, ordinal judgments from 1. */
export const lowestAnswer = (output: BeliefOutput): number => (output.family === 'ordinal' ? 1 : 0);

/** The range answers of an output may have. */
const rangeOf = (output: BeliefOutput): readonly [number, number] =>
  output.family === 'ordinal' ? [1, output.categories] : [0, 1];

function isAnswer(output: BeliefOutput, value: number): boolean {
  const [low, high] = rangeOf(output);
  return value >= low && value <= high && (output.family === 'probability' || Number.isInteger(value));
}

function responseFault({ cases, outputs, responses }: BeliefCell): string | null {
  const at = responses.findIndex(
    (value, i) => value === value && !isAnswer(outputs[i % outputs.length], value),
  );
  if (at < 0) return null;
  const output = outputs[at % outputs.length];
  const [low, high] = rangeOf(output);
  const kind = output.family === 'probability' ? 'a number' : 'an integer';
  const needed = `${kind} from ${low} to ${high}, or nothing`;
  return `case ${cases[Math.floor(at / outputs.length)]}, prompt ${output.prompt}: answer ${responses[at]}; needed ${needed}`;
}

function outputFault(output: BeliefOutput): string | null {
  if (output.family === 'ordinal' && !(Number.isInteger(output.categories) && output.categories >= 2))
    return `prompt ${output.prompt} has ${output.categories} categories; needed an integer of 2 or more`;
  if (
    output.family === 'decision' &&
    output.threshold !== null &&
    !(output.threshold > 0 && output.threshold < 1)
  )
    return `prompt ${output.prompt} has the threshold ${output.threshold}; needed a probability between 0 and 1`;
  return null;
}

/** What is wrong with a cell, or null. */
export function cellFault(cell: BeliefCell): string | null {
  const { cases, outputs, responses, outcomes } = cell;
  if (outputs.length === 0) return 'the cell has no prompts; needed at least one';
  const prompts = outputs.map(({ prompt }) => prompt);
  const repeated = prompts.find((prompt, j) => prompts.indexOf(prompt) !== j);
  if (repeated !== undefined) return `prompt ${repeated} occurs twice; needed distinct prompts`;
  if (responses.length !== cases.length * outputs.length)
    return `${responses.length} responses; needed ${cases.length} cases × ${outputs.length} prompts`;
  if (outcomes.length !== cases.length)
    return `${outcomes.length} outcomes; needed one of each of ${cases.length} cases`;
  return outputs.map(outputFault).find((fault) => fault !== null) ?? responseFault(cell);
}

/** Indices of the cases with an answer to every prompt (the paper's rule, A.1). */
export function completeCases({ cases, outputs, responses }: BeliefCell): Int32Array {
  const complete = cases
    .map((_, i) => i)
    .filter((i) => {
      for (let j = 0; j < outputs.length; j++)
        if (Number.isNaN(responses[i * outputs.length + j])) return false;
      return true;
    });
  return Int32Array.from(complete);
}

/** The cell with the cases at `rows` alone, in that order; a row may be named more than once. */
export function selectCases(cell: BeliefCell, rows: ArrayLike<number>): BeliefCell {
  const { cases, outputs, responses, outcomes } = cell;
  const chosen = Array.from(rows);
  const selected = new Float64Array(chosen.length * outputs.length);
  chosen.forEach((row, i) =>
    selected.set(responses.subarray(row * outputs.length, (row + 1) * outputs.length), i * outputs.length),
  );
  return {
    ...cell,
    cases: chosen.map((row) => cases[row]),
    responses: selected,
    outcomes: Float64Array.from(chosen, (row) => outcomes[row]),
  };
}

/** The cell with the outputs that `keep` accepts alone. */
export function selectOutputs(cell: BeliefCell, keep: (output: BeliefOutput) => boolean): BeliefCell {
  const { cases, outputs, responses } = cell;
  const kept = outputs.map((output, j) => (keep(output) ? j : -1)).filter((j) => j >= 0);
  const selected = new Float64Array(cases.length * kept.length);
  for (let i = 0; i < cases.length; i++)
    kept.forEach((j, k) => (selected[i * kept.length + k] = responses[i * outputs.length + j]));
  return { ...cell, outputs: kept.map((j) => outputs[j]), responses: selected };
}
