// What --help says of flags that several commands share.
export interface CommandHelp {
  /** What it does, in a line of the list of commands. */
  readonly about: string;
  /** How it is called, a line each, without "luce". */
  readonly usage: readonly string[];
  /** What it takes and its own flags, as printed. */
  readonly text: string;
  /** Flags that it shares with others. */
  readonly shared: readonly (keyof typeof SHARED)[];
  /** Calls that work as they stand, given the files. */
  readonly examples: readonly string[];
}

/** A flag and what it does, as own texts of commands print it. */
const flag = (name: string, text: string): string => `  ${name.padEnd(24)}${text}`;

const SEED = flag('--seed N', '0 … 2^53 - 1 (1)');

export const SHARED = {
  model: [
    'Model',
    flag('--model NAME', 'm_0 m_01 m_02 m_03 m_1 m_11 m_2 m_21 m_3 m_31 (by the shape of the data)'),
    flag('--prior TEXT', 'replaces a prior, repeatable: "alpha=lognormal(3,0.75)", "beta=normal(0,1)",'),
    flag('', '"delta=dirichlet(1)", "omega=lognormal(0,1)", "kappa=lognormal(0,0.5)"'),
  ],
  data: [
    'Data: Stan JSON of the m_0 … m_3 and h_m01 families, or a long CSV (problem, alternative, chosen, features …)',
    flag('--consequences K', 'number of consequences behind a long CSV (3)'),
    flag('--drop-faulty', 'drop menus with faults from a long CSV and import the rest'),
  ],
  sampling: [
    'Sampling',
    flag('--sampler nuts|hmc', "nuts: Stan's defaults; hmc: pooled warmup, random lengths, faster (nuts)"),
    flag('--chains N', '(4)'),
    flag('--warmup N', 'iterations; an upper bound for hmc, which uses at most 150 (1000)'),
    flag('--draws N', 'kept draws per chain (1000)'),
    flag('--thin N', 'iterations per kept draw (1)'),
    flag('--target-acceptance P', '(0.8; hmc 0.95)'),
    flag('--max-depth N', '(10)'),
  ],
  seed: ['Seed', SEED],
  run: [
    'Run',
    SEED,
    flag('--engine auto|cpu|gpu', 'gpu never falls back in silence (auto)'),
    flag('--workers N', 'threads of the CPU engine (all cores)'),
  ],
  output: [
    'Output',
    flag('--json', 'one JSON value on stdout and nothing else'),
    flag('--out DIR', 'manifest.json, report and tables as CSV'),
    flag('--resume', 'go on with a stopped run in DIR'),
    flag('--force', 'write into a directory that is not empty'),
  ],
} as const;
