// Reads the command's flags into settings; every misuse becomes a usage error with what was seen and what was needed.
import { parseArgs } from 'node:util';
import type { SamplerSettings } from '../engine/types.ts';
import type { EngineChoice } from '../jobs/run.ts';
import { DEFAULT_SAMPLER, HMC_TARGET_ACCEPTANCE } from '../instruments/seu/plan.ts';

/** Bad usage or bad input: exit status 2, nothing computed, nothing written. One line of stderr each. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** `work` on every item, or the faults of all of them at once, each said once. */
export function forAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): readonly Result[] {
  const lines = new Set<string>();
  const results: Result[] = [];
  for (const [index, item] of items.entries())
    try {
      results.push(work(item, index));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      error.lines.forEach((line) => lines.add(line));
    }
  if (lines.size > 0) throw new UsageError([...lines]);
  return results;
}

export const usage = (flag: string, seen: string, needed: string): UsageError =>
  new UsageError([`${flag}: ${seen}; needed ${needed}`]);

export const FLAGS = {
  model: { type: 'string' },
  prior: { type: 'string', multiple: true },
  consequences: { type: 'string' },
  chains: { type: 'string' },
  warmup: { type: 'string' },
  draws: { type: 'string' },
  thin: { type: 'string' },
  sampler: { type: 'string' },
  'target-acceptance': { type: 'string' },
  'max-depth': { type: 'string' },
  seed: { type: 'string' },
  engine: { type: 'string' },
  workers: { type: 'string' },
  at: { type: 'string' },
  alpha: { type: 'string' },
  design: { type: 'string' },
  extend: { type: 'string' },
  grid: { type: 'string' },
  target: { type: 'string' },
  simulations: { type: 'string' },
  'fitted-prior': { type: 'string', multiple: true },
  fault: { type: 'string' },
  menus: { type: 'string' },
  posterior: { type: 'string' },
  psi: { type: 'string' },
  projections: { type: 'string' },
  projection: { type: 'string', multiple: true },
  shard: { type: 'string' },
  'add-to': { type: 'string' },
  plan: { type: 'string' },
  map: { type: 'string', multiple: true },
  game: { type: 'string' },
  sharing: { type: 'string' },
  agent: { type: 'string', multiple: true },
  regime: { type: 'string', multiple: true },
  environments: { type: 'string' },
  instances: { type: 'string' },
  sources: { type: 'string' },
  splits: { type: 'string' },
  'splits-file': { type: 'string' },
  bins: { type: 'string' },
  predictor: { type: 'string' },
  null: { type: 'string' },
  bootstrap: { type: 'string' },
  outer: { type: 'string' },
  correction: { type: 'string' },
  'equal-n': { type: 'boolean' },
  reference: { type: 'string' },
  matrix: { type: 'boolean' },
  comparisons: { type: 'boolean' },
  robustness: { type: 'boolean' },
  'slow-permutations': { type: 'string' },
  levels: { type: 'string' },
  mechanism: { type: 'boolean' },
  objective: { type: 'string', multiple: true },
  lexicon: { type: 'string' },
  echoes: { type: 'string' },
  theta: { type: 'string' },
  estimator: { type: 'string' },
  clip: { type: 'string' },
  missing: { type: 'string' },
  analyses: { type: 'string' },
  refits: { type: 'string' },
  score: { type: 'string', multiple: true },
  verdict: { type: 'string', multiple: true },
  domain: { type: 'string', multiple: true },
  cases: { type: 'string' },
  strict: { type: 'boolean' },
  matched: { type: 'boolean' },
  sizes: { type: 'string' },
  port: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  resume: { type: 'boolean' },
  force: { type: 'boolean' },
  'drop-faulty': { type: 'boolean' },
  serve: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Flag = keyof typeof FLAGS;

/** What was typed: positional arguments and flags as text. */
export interface Arguments {
  readonly positionals: readonly string[];
  text(flag: Flag): string | undefined;
  texts(flag: Flag): readonly string[];
  has(flag: Flag): boolean;
}

/** Faults name the help of `command`, which lists its flags. */
export function readArguments(argv: readonly string[], command = 'COMMAND'): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true });
    const found = values as Readonly<Record<string, string | boolean | string[] | undefined>>;
    return {
      positionals,
      text: (flag) => (typeof found[flag] === 'string' ? found[flag] : undefined),
      texts: (flag) => (Array.isArray(found[flag]) ? found[flag] : []),
      has: (flag) => found[flag] === true,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError([`${message.split('. ')[0]}; needed a flag that luce ${command} --help lists`]);
  }
}

/** A whole number within bounds, or the default where the flag is absent. */
export function wholeNumber(
  args: Arguments,
  flag: Flag,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = args.text(flag);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw usage(`--${flag}`, JSON.stringify(text), `a whole number from ${least} to ${most}`);
  return value;
}

export function fraction(args: Arguments, flag: Flag, fallback: number): number {
  const text = args.text(flag);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw usage(`--${flag}`, JSON.stringify(text), 'a number between 0 and 1');
  return value;
}

export function oneOf<Choice extends string>(
  args: Arguments,
  flag: Flag,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = args.text(flag) ?? fallback;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw usage(`--${flag}`, JSON.stringify(text), `one of ${choices.join(', ')}`);
  return found;
}

const MANY = 10_000_000;

export function samplerSettings(args: Arguments): SamplerSettings {
  const name = oneOf(args, 'sampler', ['nuts', 'hmc'], DEFAULT_SAMPLER.name);
  const target = name === 'hmc' ? HMC_TARGET_ACCEPTANCE : DEFAULT_SAMPLER.targetAcceptance;
  return {
    name,
    chains: wholeNumber(args, 'chains', DEFAULT_SAMPLER.chains, 1, 10_000),
    warmup: wholeNumber(args, 'warmup', DEFAULT_SAMPLER.warmup, 20, MANY),
    draws: wholeNumber(args, 'draws', DEFAULT_SAMPLER.draws, 4, MANY),
    thin: wholeNumber(args, 'thin', DEFAULT_SAMPLER.thin, 1, MANY),
    targetAcceptance: fraction(args, 'target-acceptance', target),
    maxDepth: wholeNumber(args, 'max-depth', DEFAULT_SAMPLER.maxDepth, 1, 15),
  };
}

/** Threads of the CPU engine; 0 means one per core. */
export const workersOf = (args: Arguments): number => wholeNumber(args, 'workers', 0, 1, 1024);

export const seedOf = (args: Arguments): number => wholeNumber(args, 'seed', 1, 0, Number.MAX_SAFE_INTEGER);

export const engineChoice = (args: Arguments): EngineChoice =>
  oneOf(args, 'engine', ['auto', 'cpu', 'gpu'], 'auto');
