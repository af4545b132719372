// What --help says of the commands that examine a design, a prior and a sampler before any data.
import type { CommandHelp } from './help-flags.ts';

const DESIGN = `  --design FILE|TEXT      Stan data whose choices are not read, or K=3,D=5,R=15,M=25,menu=2-5,seed=42; also
                          N=25,S=15,lotteries=listed|uniform|dirichlet, featureSd=1, menu=2/4/6/8 (equally often)`;

const QUANTITIES = `  --psi N                 subjective probabilities that are ranked (2)
  --projections N         random combinations that are ranked (3)
  --projection TEXT       "alpha + 0.5*delta[1]" ranks a combination of your choice, repeatable`;

export const CALIBRATION: Readonly<Record<string, CommandHelp>> = {
  design: {
    about: 'makes a study design, or reads one, and says what it can tell of alpha, beta, delta',
    usage: ['design [DATA] [flags]'],
    text: `${DESIGN}
                          cells=6x3: hierarchical, M menus a cell
  --extend N              more menus
  --out FILE              Stan data; its choices mean nothing
  --force                 replaces FILE
  --json                  one JSON value on stdout and nothing else`,
    shared: ['model', 'data', 'seed'],
    examples: ['design --design K=3,D=5,R=15,M=25,menu=2-5,seed=42'],
  },
  prior: {
    about: 'how agents drawn from the prior would choose on a design; calibrates the prior',
    usage: ['prior [DATA] [flags]'],
    text: `${DESIGN}
  --draws N               agents (20000)
  --grid TEXT             priors of alpha, every pair: "mu=2,2.5,3;sigma=0.5,0.75,1"
  --target RATE           of SEU-maximal choices to aim at, such as 0.77`,
    shared: ['model', 'data', 'seed', 'output'],
    examples: [
      'prior agent.json --model m_0',
      'prior agent.json --grid "mu=2,2.5,3;sigma=0.5,1" --target 0.77',
    ],
  },
  recover: {
    about: 'how well fits find known truths on a design',
    usage: ['recover [DATA] [flags]'],
    text: `${DESIGN}
  --simulations N         replicates (50; matched 100)
  --sizes N,N…            menus of each fit, such as 25,50,100
  --matched               compares A, B, C, D: m_1, M and N even
${QUANTITIES}
  --sampler is hmc and --thin 2 here unless told otherwise.`,
    shared: ['model', 'data', 'sampling', 'run', 'output'],
    examples: ['recover --model m_0 --design K=3,D=5,R=15,M=25,menu=2-5,seed=42'],
  },
  sbc: {
    about: 'simulation-based calibration of a model and its sampler on a design',
    usage: ['sbc [DATA] [flags]'],
    text: `${DESIGN}
                          cells=6x3: hierarchical
  --simulations N         replicates (999)
  --draws L               the highest rank; of all chains together (999)
  --shard i/n             runs a part; luce merge joins them
  --add-to DIR            adds --simulations more, a further look
  --posterior DATA        draws truths from the fit to DATA
  --fitted-prior TEXT     fits another prior than truths are drawn from, repeatable
  --fault delta_jacobian|naive_exponentials
                          fits with an error, to see whether it is found
  --menus N               fits the first N menus of each block
${QUANTITIES}
  --strict                exit status 1 on a negative verdict
  --sampler is hmc, --chains 1 and --thin 4 here unless told otherwise.`,
    shared: ['model', 'data', 'sampling', 'run', 'output'],
    examples: [
      'sbc --model m_0 --design K=3,D=5,R=15,M=25,menu=2-5,seed=42 --simulations 999 --out sbc',
      'sbc --model m_0 --simulations 999 --shard 1/4 --out shard1',
    ],
  },
  merge: {
    about: 'one calibration study from its parts',
    usage: ['merge DIR… --out DIR'],
    text: 'Directories of luce sbc, or tables with the columns of sbc_stats.csv.',
    shared: ['output'],
    examples: ['merge shard1 shard2 --out whole'],
  },
};
