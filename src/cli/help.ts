// What luce --help says.
export const HELP = `luce: measures how a decision maker decides, from its choices.

Usage
  luce fit DATA… [flags]        posterior of an SEU sensitivity model, one fit per data set
  luce study PLAN.json [flags]  alpha against temperature within cells, slopes, comparisons
  luce compare DATA… | PLAN.json [checks] [exact] [folds] [calibrated] [sweep] [fixed-features]
                                [one-presentation] [stricter]
                                contraction, effects of factors, resolution; the words ask for checks and refits
  luce density DATA --at POINTS.json --model M
                                log density and gradient at unconstrained points
  luce generate [flags]         a design and an agent with known parameters, as Stan data
  luce design [DATA] [flags]    makes a study design, or reads one, and says what it can tell of alpha, beta, delta
  luce prior [DATA] [flags]     how agents drawn from the prior would choose on a design; calibrates the prior
  luce recover [DATA] [flags]   how well fits find known truths on a design
  luce sbc [DATA] [flags]       simulation-based calibration of a model and its sampler on a design
  luce merge DIR… --out DIR     one calibration study from its parts
  luce portability DATA… [flags]
                                whether behaviour learned under some framings predicts behaviour under another
  luce portability power [flags]
                                how far framings must shift behaviour before a design finds it
  luce beliefs DATA… [flags]    whether one latent belief explains the answers to several prompts about each case
  luce beliefs loglik DATA --theta FILE --model M
                                log likelihood and gradient of a belief model at given parameters
  luce bench [--engine gpu]     gradients and effective draws per second on this machine
  luce demo                     fits a simulated agent and prints alpha beside its truth
  luce serve [--port N]         serves the page on this machine

Data: Stan JSON of the m_0 … m_3 and h_m01 families, or a long CSV (problem, alternative, chosen, features …).

Model
  --model NAME          m_0 m_01 m_02 m_03 m_1 m_11 m_2 m_21 m_3 m_31 (by the shape of the data);
                        of several cells: h_m01 h_m01_size h_m01_pools
  --prior TEXT          replaces a prior, repeatable: "alpha=lognormal(3,0.75)", "beta=normal(0,1)",
                        "delta=dirichlet(1)", "omega=lognormal(0,1)", "kappa=lognormal(0,0.5)";
                        of cells: "gamma0=normal(2.5,0.5)", "sigma_cell=halfnormal(0.3)"
  --consequences K      number of consequences behind a long CSV (3)
  --drop-faulty         drop menus with faults from a long CSV and import the rest

Sampling
  --sampler nuts|hmc    nuts: Stan's defaults; hmc: pooled warmup, random lengths, faster (nuts)
  --chains N            (4)
  --warmup N            iterations; an upper bound for hmc, which uses at most 150 (1000)
  --draws N             kept draws per chain (1000)
  --thin N              iterations per kept draw (1)
  --target-acceptance P (0.8; hmc 0.95)
  --max-depth N         (10)
  --seed N              0 … 2^53 - 1 (1)
  --engine auto|cpu|gpu gpu never falls back in silence (auto)
  --workers N           threads of the CPU engine (all cores)

Output
  --json                one JSON value on stdout and nothing else
  --out DIR             manifest.json, summary.csv, draws as CmdStan CSV, …
  --resume              go on with a stopped run in DIR
  --force               write into a directory that is not empty

generate: --design K=3,D=5,R=15,M=100,menu=2-5,seed=42  --alpha 5  --out FILE
          generate portability --game dictator --agent portable|mild|shift|frame (repeatable)  --regime noncot
          --environments 8  --instances 27  --draws 3  --sharing private  --seed 1  --out FILE
          generate beliefs --agent coherent|framing-biased|incoherent (repeatable)  --cases 500
          --domain ckd|werewolf|forecasting (repeatable)  --seed 1  --out FILE
study:    PLAN.json with cells and temperatures; "hierarchical": {"gamma0": [3, 0.75]} fits each cell by h_m01 as well
design:   --design as above, or DATA; also N=25,S=15,lotteries=listed|uniform|dirichlet, featureSd=1,
          menu=2/4/6/8 (these sizes equally often), cells=6x3 (hierarchical; M menus a cell)
          --extend N more menus  --seed of the prior draws  --out FILE (Stan data, its choices mean nothing)
prior:    DATA or --design; --draws 20000  --grid "mu=2,2.5,3;sigma=0.5,0.75,1"  --target 0.77  --out DIR
sbc:      DATA or --design; --simulations 999  --draws L, the highest rank (999)  --chains 1 --thin 4 --sampler hmc
          --shard i/n runs a part  --add-to DIR adds --simulations more, a further look  --strict
          --fitted-prior TEXT fits another prior  --fault delta_jacobian|naive_exponentials fits with an error
          --menus N fits the first N menus of each block  --psi 2 --projections 3 quantities
          --projection "alpha + 0.5*delta[1]" ranks a combination of your choice, repeatable
          --posterior DATA draws truths from the fit to DATA
recover:  DATA or --design; --simulations 50  --sizes 25,50,100 menus  --matched compares A, B, C, D (m_1, M and N even)
compare:  --simulations 40 agents of each kind for calibrated
merge:    directories of luce sbc, or tables with the columns of sbc_stats.csv
portability: long CSV, one file a game or a column of games
          --map role=column[+column], repeatable (game model regime environment instance draw x action text), or A=action
          --game NAME of the one game  --sharing shared|private instances (by the data)
          --sources 20  --splits 1000  --bins 20  --null permutation:999|none
          --predictor ols|poly3|poly3_powers|xgb_shallow|xgb_highreg|forest
          --bootstrap 200 null draws behind the excess  --outer 100 resamples behind its interval
          --correction bh|holm|maxt|none  --matrix every pair of environments  --comparisons in --json
          --equal-n cuts every cell of a game to the same rows  --reference REGIME that others are contrasted with
          --splits-file FILE given folds and comparisons  --plan FILE settings as JSON  --strict
          --robustness: other predictors, bins and numbers of sources, each against its own floor
            --predictor ols,poly3,forest,choice  --bins 5,10,20  --sources 1,4,all  --splits 100
            --null permutation:199 of least squares  --slow-permutations 19 of the rest  --levels 8 of amounts
          --mechanism: what framings add to payoffs, equilibria, payoff lost, reasoning texts
            --splits 200  --null permutation:199  --objective "dictator=E - action", repeatable
            --lexicon FILE a motif a line, "name: regular expression"  --echoes "words of prompts"
portability power: --game, --environments 8, --instances 27, --draws 3, --sharing private, --regime as for generate
          --target 0.8  --simulations 400 of each kind of shift  --null permutation:99  --sources  --bins  --out FILE
beliefs:  long CSV, an answer a row (model domain case prompt_id family framing parameter response y prefix), or wide,
          a case a row; every model and domain is fitted by itself
          --map role=column[+column], repeatable (agent domain case prompt family framing parameter threshold
          categories response outcome prefix; answers=column+column of a wide table)
          --estimator map|mle|adam|hmc (map)  --model linear|spline|two_d|shared (linear)  --clip 0.0001 of reports
          --splits FILE {domain: {train, validation, test}}, or 64/16/20 by case from --seed
          --missing complete|omit: cases with every answer, or all with the answers they have (complete)
          --analyses concordance,curves,sufficiency,prefixes (these by default),coherence,outcome,transfer,
          variants,folds,refits, or all, or none  --bootstrap 2000 resamples of cases
          --refits 200 fits to training cases drawn with replacement, for intervals of thresholds and slopes (refits)
          --simulations 200 studies of the outcome null  --score agent=number, repeatable: an index that orders agents
          --verdict coherent=0.8, incoherent=0.2 (shares of the attainable gain), smallest_gain=0.01 (nats), repeatable
          --estimator hmc: draws from the posterior, with sampling flags as for fit and --prior "beta=halfnormal(10)" of
          eta, alpha, tau1, beta, taugap, phi, repeatable
beliefs loglik: --theta FILE parameters by block, or an array of such; one model and domain, complete cases

A study plan:
  {"title": "…", "cells": [{"id": "gpt4o-insurance", "agent": "GPT-4o", "task": "insurance", "model": "m_01",
    "priors": [], "merge": [[0.3, 0.7]], "conditions": [{"data": "T0_0.json", "temperature": 0}, …]}],
    "compare": [["gpt4o-insurance", "claude-insurance"]]}

Exit status: 0 done; 1 a task failed or a diagnostic of severity fail stands; 2 bad input or usage, nothing written;
130 interrupted (what was done is kept in DIR for --resume).
`;
