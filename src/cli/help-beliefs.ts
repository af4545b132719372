// What --help says of the commands of beliefs.
import type { CommandHelp } from './help-flags.ts';

export const BELIEFS: Readonly<Record<string, CommandHelp>> = {
  beliefs: {
    about: 'whether one latent belief explains the answers to several prompts about each case',
    usage: [
      'beliefs DATA… [flags]',
      'beliefs DATA… --estimator hmc [flags]',
      'beliefs loglik DATA --theta FILE --model M      (luce beliefs loglik --help)',
    ],
    text: `Data: long CSV, an answer a row (model domain case prompt_id family framing parameter response y prefix), or wide,
a case a row; every model and domain is fitted by itself
  --map role=column[+column]
                          repeatable (agent domain case prompt family framing parameter threshold categories
                          response outcome prefix; answers=column+column of a wide table)
  --splits FILE           {domain: {train, validation, test}}; else 64/16/20 by case from --seed
  --missing complete|omit cases with every answer, or all with the answers they have (complete)
Fit
  --estimator map|mle|adam|hmc
                          (map)
  --model linear|spline|two_d|shared
                          (linear)
  --clip P                how far reports are kept from 0 and 1 (0.0001)
Beside the fit
  --analyses LIST         concordance,curves,sufficiency,prefixes (these by default),coherence,outcome,transfer,
                          variants,folds,refits, or all, or none
  --bootstrap N           resamples of cases (2000)
  --refits N              fits to training cases drawn with replacement, for intervals of thresholds and slopes (200)
  --simulations N         studies of the outcome null (200)
  --score agent=number    repeatable: an index that orders agents
  --verdict TEXT          repeatable: coherent=0.8, incoherent=0.2 (shares of the attainable gain),
                          smallest_gain=0.01 (nats)
--estimator hmc: draws from the posterior, on the CPU
  --prior TEXT            of eta, alpha, tau1, beta, taugap, phi, repeatable: "beta=halfnormal(10)"
  --sampler nuts|hmc  --chains 4  --warmup 1000  --draws 1000  --thin 1  --target-acceptance 0.8  --max-depth 10
                          as for luce fit`,
    shared: ['run', 'output'],
    examples: [
      'beliefs answers.csv --analyses all --out found',
      'beliefs answers.csv --map case=person+block --estimator hmc --chains 4 --out drawn',
    ],
  },
  'beliefs loglik': {
    about: 'log likelihood and gradient of a belief model at given parameters',
    usage: ['beliefs loglik DATA --theta FILE --model linear|spline|two_d|shared'],
    text: `One model and domain, complete cases; prints [{"loglik", "grad_natural"}].
  --theta FILE            parameters by block, or an array of such
  --model NAME            (linear)
  --map role=column       as for luce beliefs`,
    shared: [],
    examples: ['beliefs loglik answers.csv --theta theta.json --model linear'],
  },
};
