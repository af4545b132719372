// Reads Stan data files of the m_0 … m_3 families into SEU content, listing every fault.
import type { RiskyChoices, SeuContent } from '../../../formats/dataset.ts';
import type { Parsed } from '../../../formats/fault.ts';
import type { JsonObject, JsonValue } from '../../../formats/json.ts';
import { isJsonObject } from '../../../formats/json.ts';
import { MOST, readBlock } from './stan-block.ts';
import { StanShape, describeJson, finite, positive, probability, wholeFrom } from './stan-shape.ts';

export interface StanImport {
  readonly content: SeuContent;
  /** What was ignored or assumed, in sentences. */
  readonly notes: readonly string[];
}

/** A lottery's probabilities may miss 1 by this much; they are kept as given. */
const LOTTERY_TOLERANCE = 1e-6;

const UNCERTAIN_KEYS = ['M', 'K', 'D', 'R', 'w', 'I', 'y', 'delta_concentration'];
const RISKY_KEYS = ['N', 'S', 'x', 'J', 'z'];
const PRIOR_KEYS = ['alpha_prior_mu', 'alpha_prior_sigma'];

/**
 * Content of the keys M, K, D, R, w, I, y, and N, S, x, J, z where N > 0; `delta_concentration` where given.
 * `y` and `z` hold 1-based ranks among a menu's members in ascending order, as in the Stan programs.
 */
export function readStanData(json: JsonValue, file: string): Parsed<StanImport> {
  if (!isJsonObject(json))
    return refuse(file, describeJson(json), 'an object with the keys M, K, D, R, w, I, y');
  const shape = new StanShape(json, file);
  const content = readContent(shape, wantsRisky(json));
  if (!content || shape.faults.length > 0) return { ok: false, faults: shape.faults };
  return { ok: true, value: { content, notes: notesOn(json, content) } };
}

const refuse = (file: string, seen: string, needed: string): Parsed<never> => ({
  ok: false,
  faults: [{ file, row: null, column: null, seen, needed }],
});

/** Risky choices are read where any of their keys stands, unless N is 0. */
function wantsRisky(json: JsonObject): boolean {
  const n = json.N;
  if (n === 0 || (Array.isArray(n) && n.length === 1 && n[0] === 0)) return false;
  return RISKY_KEYS.some((key) => Object.hasOwn(json, key));
}

function readContent(shape: StanShape, risky: boolean): SeuContent | null {
  const consequences = shape.scalar('K', wholeFrom(2, 1000));
  const dimensions = shape.scalar('D', wholeFrom(1, MOST));
  const alternatives = shape.scalar('R', wholeFrom(2, MOST));
  const features = shape.matrix('w', alternatives, dimensions, ['R', 'D'], finite);
  const uncertain = readBlock(shape, { count: 'M', menus: 'I', items: 'R', chosen: 'y' }, alternatives);
  const risk = risky ? readRisky(shape, consequences) : null;
  const concentration = shape.has('delta_concentration')
    ? shape.scalar('delta_concentration', positive)
    : null;
  if (consequences === null || !features || !uncertain || shape.faults.length > 0) return null;
  return {
    schema: 'seu',
    consequences,
    features: features as number[][],
    alternatives: null,
    uncertain,
    risky: risk,
    deltaConcentration: concentration,
    truth: null,
  };
}

function readRisky(shape: StanShape, consequences: number | null): RiskyChoices | null {
  const count = shape.scalar('S', wholeFrom(1, MOST));
  const lotteries = shape.matrix('x', count, consequences, ['S', 'K'], probability);
  const block = readBlock(shape, { count: 'N', menus: 'J', items: 'S', chosen: 'z' }, count);
  lotteries?.forEach((lottery, s) => {
    const sum = lottery?.reduce((total, entry) => total + entry, 0) ?? 1;
    if (Math.abs(sum - 1) > LOTTERY_TOLERANCE) {
      shape.fault(`/x/${s}`, `probabilities that sum to ${sum}`, 'a lottery whose probabilities sum to 1');
    }
  });
  return block && lotteries && { ...block, lotteries: lotteries as number[][] };
}

function notesOn(json: JsonObject, content: SeuContent): string[] {
  const notes: string[] = [];
  const known = [...UNCERTAIN_KEYS, ...RISKY_KEYS, ...PRIOR_KEYS];
  const unknown = Object.keys(json).filter((key) => !known.includes(key));
  if (unknown.length > 0) notes.push(`Keys that were not used: ${unknown.join(', ')}.`);
  if (!content.risky && RISKY_KEYS.some((key) => Object.hasOwn(json, key))) {
    notes.push('N = 0: the file has no risky choices.');
  }
  if (PRIOR_KEYS.some((key) => Object.hasOwn(json, key))) {
    notes.push(`The file gives a prior of alpha (${priorWords(json)}); the prior is chosen in the plan.`);
  }
  const inexact =
    content.risky?.lotteries.filter((lottery) => Math.abs(sumOf(lottery) - 1) > 1e-12).length ?? 0;
  if (inexact > 0) notes.push(`${inexact} lotteries sum to 1 only to rounding; they are kept as given.`);
  return notes;
}

const priorWords = (json: JsonObject): string =>
  PRIOR_KEYS.flatMap((key) =>
    Object.hasOwn(json, key) ? [`${key} = ${JSON.stringify(json[key])}`] : [],
  ).join(', ');

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
