// How a decision's instruction is stated: as the probability from which on to act, as the odds of a bet, or as a cost ratio.
import { numberOf } from '../../../formats/cells.ts';

/** Framings whose parameter is a probability; the first is what a threshold without a framing is called. */
const PROBABILITIES: readonly string[] = ['threshold', 'probability'];
/** Framings whose parameter r asks for answer 1 from the probability 1/(1 + r) on. */
const ODDS: readonly string[] = ['bet', 'odds', 'cost', 'cost_ratio', 'ratio', 'loss'];

/** The texts of an instruction, blank where there are none. */
export interface WrittenInstruction {
  readonly framing: string;
  readonly parameter: string;
  readonly threshold: string;
}

export interface Instruction {
  readonly framing: string;
  readonly threshold: number | null;
}

export type ReadInstruction =
  | ({ readonly ok: true } & Instruction)
  | {
      readonly ok: false;
      /** The text at fault. */
      readonly part: 'parameter' | 'threshold' | 'framing';
      readonly seen: string;
      readonly needed: string;
    };

const isProbability = (value: number): boolean => value > 0 && value < 1;

const plainFraming = (framing: string): string => framing.toLowerCase().replace(/[\s-]+/g, '_');

/** A threshold as it is, else what framing and parameter say; no threshold where neither is given. */
export function readInstruction({ framing, parameter, threshold }: WrittenInstruction): ReadInstruction {
  const kind = plainFraming(framing);
  if (threshold !== '') {
    const value = numberOf(threshold);
    if (isProbability(value)) return { ok: true, framing: kind || PROBABILITIES[0], threshold: value };
    return { ok: false, part: 'threshold', seen: threshold, needed: 'a probability between 0 and 1' };
  }
  if (parameter === '') return { ok: true, framing: kind || 'none', threshold: null };
  const value = numberOf(parameter);
  if (PROBABILITIES.includes(kind))
    return isProbability(value)
      ? { ok: true, framing: kind, threshold: value }
      : { ok: false, part: 'parameter', seen: parameter, needed: 'a probability between 0 and 1' };
  if (ODDS.includes(kind))
    return value > 0
      ? { ok: true, framing: kind, threshold: 1 / (1 + value) }
      : { ok: false, part: 'parameter', seen: parameter, needed: 'odds above 0' };
  return {
    ok: false,
    part: 'framing',
    seen: `${framing || 'no framing'} with the parameter ${parameter}`,
    needed: `a framing of ${[...PROBABILITIES, ...ODDS].join(', ')}, or a column for threshold`,
  };
}

/** The instruction that a prompt's name spells, as bet_r4 and threshold_r19 do with their odds. */
export function instructionNamed(prompt: string): Instruction | null {
  const [, framing, odds] = /^(threshold|bet|cost|odds)_r(\d+(?:\.\d+)?)$/i.exec(prompt) ?? [];
  if (framing === undefined || Number(odds) === 0) return null;
  return { framing: framing.toLowerCase(), threshold: 1 / (1 + Number(odds)) };
}
