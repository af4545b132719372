// The sampler's settings as fields that people edit, with the ranges that the command line keeps too.
import type { SamplerName, SamplerSettings } from '../../engine/types.ts';
import { DEFAULT_SAMPLER, HMC_TARGET_ACCEPTANCE } from '../../instruments/seu/plan.ts';

export type SamplerField = 'chains' | 'warmup' | 'draws' | 'thin' | 'targetAcceptance' | 'maxDepth';

export interface SamplerTexts extends Readonly<Record<SamplerField, string>> {
  readonly name: SamplerName;
}

interface Range {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly hint: string;
}

const MANY = 10_000_000;

export const SAMPLER_FIELDS: Readonly<Record<SamplerField, Range>> = {
  chains: { label: 'Chains', least: 1, most: 10_000, hint: 'Four or more tell whether they agree.' },
  warmup: { label: 'Warmup', least: 20, most: MANY, hint: 'Iterations that adapt; not kept.' },
  draws: { label: 'Draws', least: 1, most: MANY, hint: 'Kept for each chain.' },
  thin: { label: 'Thin', least: 1, most: 10_000, hint: 'Keeps every n-th iteration.' },
  targetAcceptance: { label: 'Target acceptance', least: 0, most: 1, hint: 'Higher: smaller steps.' },
  maxDepth: { label: 'Maximum depth', least: 1, most: 20, hint: 'Doublings of a trajectory.' },
};

/** Fields that a sampler reads, in the order shown. */
export const fieldsOf = (name: SamplerName): readonly SamplerField[] =>
  (Object.keys(SAMPLER_FIELDS) as SamplerField[]).filter((field) => field !== 'maxDepth' || name === 'nuts');

const targetOf = (name: SamplerName): number =>
  name === 'hmc' ? HMC_TARGET_ACCEPTANCE : DEFAULT_SAMPLER.targetAcceptance;

export function defaultTexts(name: SamplerName): SamplerTexts {
  const { chains, warmup, draws, thin, maxDepth } = DEFAULT_SAMPLER;
  return {
    name,
    chains: String(chains),
    warmup: String(warmup),
    draws: String(draws),
    thin: String(thin),
    targetAcceptance: String(targetOf(name)),
    maxDepth: String(maxDepth),
  };
}

/** Another sampler with the same settings; an acceptance target that was the default stays one. */
export function withSampler(texts: SamplerTexts, name: SamplerName): SamplerTexts {
  const kept = Number(texts.targetAcceptance) !== targetOf(texts.name);
  return { ...texts, name, targetAcceptance: kept ? texts.targetAcceptance : String(targetOf(name)) };
}

/** What is wrong with a field's text, or null. */
export function samplerFault(field: SamplerField, text: string): string | null {
  const { label, least, most } = SAMPLER_FIELDS[field];
  const value = text.trim() === '' ? NaN : Number(text);
  if (field === 'targetAcceptance')
    return value > least && value < most ? null : `${label} is “${text}”; needed a number between 0 and 1.`;
  if (Number.isInteger(value) && value >= least && value <= most) return null;
  return `${label} is “${text}”; needed a whole number from ${least} to ${most}.`;
}

export const samplerFaults = (texts: SamplerTexts): readonly string[] =>
  fieldsOf(texts.name).flatMap((field) => samplerFault(field, texts[field]) ?? []);

export function samplerOf(texts: SamplerTexts): SamplerSettings {
  const { name } = texts;
  const numbers = (Object.keys(SAMPLER_FIELDS) as SamplerField[]).map((field) => [
    field,
    Number(texts[field]),
  ]);
  return { name, ...(Object.fromEntries(numbers) as Record<SamplerField, number>) };
}

/** What is wrong with a seed's text, or null. */
export function seedFault(text: string): string | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= 0
    ? null
    : `Seed is “${text}”; needed a whole number from 0.`;
}
