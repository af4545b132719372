// At which belief an agent acts, framing by framing, in sentences: shifted, as told, or not to be told and why.
import { logit } from '../../math/logistic.ts';
import type { Ends } from '../../statistics/beliefs/portable-draws.ts';
import { fixed, integer } from '../seu/views/number-format.ts';
import type { BeliefCellReport } from './report-types.ts';
import type { ThresholdRow } from './report-types/thresholds.ts';

export type FramingStand = 'shifted' | 'as told' | 'cannot tell';

export interface FramingShift {
  readonly framing: string;
  /** Decisions with an instruction. */
  readonly told: number;
  /** Of these, the ones whose threshold means something. */
  readonly thresholds: number;
  /** Of these, the ones with an interval. */
  readonly bounded: number;
  /** Thresholds whose interval leaves out the instruction. */
  readonly apart: number;
  /** Mean of logit implied − logit instructed over the thresholds that mean something; null without any. */
  readonly shift: number | null;
  /** Its central 95 % by the delta method, decisions taken as independent; null unless each of these has an interval. */
  readonly ends: Ends | null;
  readonly stand: FramingStand;
  /** Why it cannot be told; null where it can. */
  readonly reason: string | null;
}

type Told = ThresholdRow & { readonly nominal: number };
type Bounded = Told & { readonly lower: number; readonly upper: number };

const isTold = (row: ThresholdRow): row is Told => row.nominal !== null;

const isSound = ({ caution, implied }: Told): boolean => caution === null && implied > 0 && implied < 1;

const isBounded = (row: Told): row is Bounded => row.lower !== null && row.upper !== null;

const leavesOut = ({ nominal, lower, upper }: Bounded): boolean => nominal < lower || nominal > upper;

/** Within so many logits of the instruction, a factor e in odds, an interval says that an agent acts about as told. */
const NEAR_TOLD = 1;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The interval of a mean of logits from those of its parts. */
function endsOfMean(mean: number, rows: readonly Bounded[]): Ends {
  const squares = rows.map(({ lower, upper }) => ((logit(upper) - logit(lower)) / 2) ** 2);
  const half = Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) / rows.length;
  return [mean - half, mean + half];
}

const have = (count: number): string => `${integer(count)} ${count === 1 ? 'has' : 'have'}`;

/** "of 4 decisions 3 have no threshold that means something (the slope is near 0), 1 has no interval". */
function lackOf(told: readonly Told[], sound: readonly Told[]): string {
  const unsound = told.filter((row) => !sound.includes(row));
  const reasons = [...new Set(unsound.map(({ caution }) => caution ?? 'it lies at 0 or 1'))].join(', or ');
  const open = sound.filter((row) => !isBounded(row)).length;
  const parts = [
    unsound.length > 0 ? `${have(unsound.length)} no threshold that means something (${reasons})` : '',
    open > 0 ? `${have(open)} no interval` : '',
  ].filter((part) => part !== '');
  return `of ${integer(told.length)} ${told.length === 1 ? 'decision' : 'decisions'} ${parts.join(', ')}`;
}

const endsText = ([low, high]: Ends): string => `[${fixed(low, 2)}, ${fixed(high, 2)}]`;

/** Why a framing cannot be told: fewer than half of its decisions with an interval, or a mean that is too wide. */
function reasonOf(
  own: readonly Told[],
  sound: readonly Told[],
  apart: number,
  shift: number | null,
  ends: Ends | null,
): string | null {
  if (2 * sound.filter(isBounded).length < own.length) return lackOf(own, sound);
  if (2 * apart > sound.length || ends === null) return null;
  return ends[0] < -NEAR_TOLD || ends[1] > NEAR_TOLD
    ? `thresholds lie ${fixed(shift, 2)} ${endsText(ends)} logits from what is told`
    : null;
}

function shiftOf(framing: string, own: readonly Told[]): FramingShift {
  const sound = own.filter(isSound);
  const bounded = sound.filter(isBounded);
  const apart = bounded.filter(leavesOut).length;
  const shift =
    sound.length === 0 ? null : meanOf(sound.map((row) => logit(row.implied) - logit(row.nominal)));
  const ends = shift !== null && bounded.length === sound.length ? endsOfMean(shift, bounded) : null;
  const reason = reasonOf(own, sound, apart, shift, ends);
  const told = 2 * apart > sound.length ? 'shifted' : 'as told';
  return {
    ...{ framing, told: own.length, thresholds: sound.length, bounded: bounded.length, apart, shift, ends },
    stand: reason === null ? told : 'cannot tell',
    reason,
  };
}

/** How far each framing moves thresholds, in the order of the prompts. */
export function framingShifts(thresholds: readonly ThresholdRow[]): readonly FramingShift[] {
  const told = thresholds.filter(isTold);
  return [...new Set(told.map(({ framing }) => framing))].map((framing) =>
    shiftOf(
      framing,
      told.filter((row) => row.framing === framing),
    ),
  );
}

function shiftWords({ framing, shift, ends, stand, reason }: FramingShift): string {
  if (stand === 'cannot tell') return `under ${framing} it cannot be told: ${reason}`;
  const by = `(${fixed(shift, 2)}${ends === null ? '' : ` ${endsText(ends)}`} logits)`;
  if (stand === 'as told') return `under ${framing} it acts about as told ${by}`;
  return `under ${framing} it waits for ${shift! > 0 ? 'more' : 'less'} than it is told ${by}`;
}

/** What brackets hold, once for all of them. */
const bracketWords = (shifts: readonly FramingShift[]): string =>
  shifts.some(({ ends }) => ends !== null) ? ' In brackets 95\u202f%, by the delta method.' : '';

/** At which belief the agent acts, framing by framing. */
export function thresholdWords({ thresholds }: Pick<BeliefCellReport, 'thresholds'>): string {
  if (thresholds === null) return 'No threshold: this model has none, or no decision was asked for.';
  const shifts = framingShifts(thresholds);
  if (shifts.length === 0) return 'No decision was instructed, so that no threshold can be compared.';
  if (shifts.every(({ stand }) => stand === 'cannot tell'))
    return `Whether it acts as told cannot be told: ${shifts
      .map(({ framing, reason }) => `under ${framing} ${reason}`)
      .join('; ')}.${bracketWords(shifts)}`;
  const text = shifts.map(shiftWords).join('; ');
  return `${text[0].toUpperCase()}${text.slice(1)}.${bracketWords(shifts)}`;
}

type Cautioned = Pick<ThresholdRow, 'nominal' | 'caution'>;

/** How many instructed decisions say nothing, and why; empty where each says something. */
export function cautionWords(rows: readonly Cautioned[]): string {
  const told = rows.filter(({ nominal }) => nominal !== null);
  const set = told.flatMap(({ caution }) => (caution === null ? [] : [caution]));
  if (set.length === 0) return '';
  return (
    `Of ${integer(told.length)} instructed decisions ${have(set.length)} no threshold that means something ` +
    `(${[...new Set(set)].join(', or ')}).`
  );
}
