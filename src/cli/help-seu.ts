// What --help says of the commands of SEU sensitivity that fit data.
import type { CommandHelp } from './help-flags.ts';

const PLAN = `A study plan
  {"title": "…", "cells": [{"id": "gpt4o-insurance", "agent": "GPT-4o", "task": "insurance", "model": "m_01",
    "priors": [], "merge": [[0.3, 0.7]], "conditions": [{"data": "T0_0.json", "temperature": 0}, …]}],
    "compare": [["gpt4o-insurance", "claude-insurance"]]}`;

export const FITTING: Readonly<Record<string, CommandHelp>> = {
  fit: {
    about: 'posterior of an SEU sensitivity model, one fit per data set',
    usage: ['fit DATA… [flags]'],
    text: `Data of several cells take --model h_m01, h_m01_size or h_m01_pools, which have priors "gamma0=normal(2.5,0.5)"
and "sigma_cell=halfnormal(0.3)" as well.`,
    shared: ['model', 'data', 'sampling', 'run', 'output'],
    examples: ['fit agent.json', 'fit agent.json --sampler hmc --chains 16 --out fit'],
  },
  study: {
    about: 'alpha against temperature within cells: slopes, comparisons',
    usage: ['study PLAN.json [flags]'],
    text: `${PLAN}
"hierarchical": {"gamma0": [3, 0.75]} beside the cells fits each by h_m01 as well. Models and priors are the plan's.`,
    shared: ['data', 'sampling', 'run', 'output'],
    examples: ['study plan.json --sampler hmc --out study'],
  },
  compare: {
    about: 'contraction, effects of factors, resolution; checks and refits by name',
    usage: [
      'compare DATA… [checks] [exact] [folds] [calibrated] [sweep] [fixed-features] [one-presentation] [stricter]',
      'compare PLAN.json [the same words] [flags]',
    ],
    text: `The words ask for checks and refits beside the fits; PLAN.json is a study plan (luce study --help).
  --simulations N         agents of each kind for calibrated (40)`,
    shared: ['model', 'data', 'sampling', 'run', 'output'],
    examples: ['compare data/*.json checks sweep --out compared'],
  },
  density: {
    about: 'log density and gradient at unconstrained points',
    usage: ['density DATA --at POINTS.json --model M'],
    text: `  --at POINTS.json        an array of unconstrained vectors; prints an array of {log_density, gradient}:
                          normalised, Jacobian included`,
    shared: ['model', 'data'],
    examples: ['density agent.json --model m_0 --at points.json'],
  },
};

export const OTHERS: Readonly<Record<string, CommandHelp>> = {
  generate: {
    about: 'a design and an agent with known parameters; choices and answers of seeded agents',
    usage: [
      'generate [--design K=3,D=5,R=15,M=100,menu=2-5,seed=42] [--alpha 5] --out FILE',
      'generate portability [flags] --out FILE',
      'generate beliefs [flags] --out FILE',
    ],
    text: `  --design TEXT           consequences K, features D, alternatives R, menus M, sizes and seed; Stan data come out
  --alpha N               of the agent (5)
portability:
  --game dictator  --agent portable|mild|shift|frame, repeatable  --regime noncot, repeatable
  --environments 8  --instances 27  --draws 3  --sharing private|shared
beliefs:
  --agent coherent|framing-biased|incoherent, repeatable  --cases 500
  --domain ckd|werewolf|forecasting, repeatable
Output
  --out FILE              stdout where it is absent
  --force                 replaces FILE`,
    shared: ['seed'],
    examples: [
      'generate --alpha 5 --out agent.json',
      'generate portability --agent portable --agent frame --out choices.csv',
      'generate beliefs --agent coherent --domain ckd --out answers.csv',
    ],
  },
  bench: {
    about: 'gradients and effective draws per second on this machine',
    usage: ['bench [DATA…] [flags]'],
    text: '  --json                  one JSON value on stdout and nothing else',
    shared: ['model', 'data', 'run'],
    examples: ['bench --engine gpu'],
  },
  demo: {
    about: 'fits a simulated agent and prints alpha beside its truth',
    usage: ['demo [--serve] [--port N] [flags]'],
    text: `  --serve                 serves the page on this machine afterwards
  --port N                (4173, or a free one where that is taken)`,
    shared: ['sampling', 'run'],
    examples: ['demo --serve'],
  },
  serve: {
    about: 'serves the page on this machine',
    usage: ['serve [--port N]'],
    text: '  --port N                (4173, or a free one where that is taken)',
    shared: [],
    examples: ['serve --port 8000'],
  },
};
