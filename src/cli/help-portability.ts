// What --help says of the commands of portability.
import type { CommandHelp } from './help-flags.ts';

export const PORTABILITY: Readonly<Record<string, CommandHelp>> = {
  portability: {
    about: 'whether behaviour learned under some framings predicts behaviour under another',
    usage: [
      'portability DATA… [flags]',
      'portability DATA… --robustness [flags]',
      'portability DATA… --mechanism [flags]',
      'portability power [flags]      (luce portability power --help)',
    ],
    text: `Data: long CSV, one file a game or a column of games
  --map role=column[+column]
                          repeatable (game model regime environment instance draw x action text), or A=action
  --game NAME             of the one game
  --sharing shared|private
                          whether framings share their instances (by the data)
Comparisons
  --sources N             framings trained on (20)
  --splits N              (1000)
  --splits-file FILE      given folds and comparisons
  --bins N                (20)
  --predictor ols|poly3|poly3_powers|xgb_shallow|xgb_highreg|forest
  --null permutation:999|none
  --bootstrap N           null draws behind the excess (200)
  --outer N               resamples behind its interval (100)
  --correction bh|holm|maxt|none
  --matrix                every pair of environments
  --equal-n               cuts every cell of a game to the same rows
  --reference REGIME      that others are contrasted with
  --comparisons           every comparison in --json
  --plan FILE             settings as JSON
  --strict                exit status 1 on a negative verdict
--robustness: other predictors, bins and numbers of sources, each against its own floor
  --predictor ols,poly3,forest,choice  --bins 5,10,20  --sources 1,4,all  --splits 100
  --null permutation:199  of least squares  --slow-permutations 19 of the rest  --levels 8 of amounts
--mechanism: what framings add to payoffs, equilibria, payoff lost, reasoning texts
  --splits 200  --null permutation:199  --objective "dictator=E - action", repeatable
  --lexicon FILE          a motif a line, "name: regular expression"  --echoes "words of prompts"`,
    shared: ['run', 'output'],
    examples: [
      'portability dictator.csv trust.csv --out found',
      'portability choices.csv --map environment=framing --robustness',
    ],
  },
  'portability power': {
    about: 'how far framings must shift behaviour before a design finds it',
    usage: ['portability power [flags]'],
    text: `  --game dictator  --environments 8  --instances 27  --draws 3  --sharing private|shared  --regime noncot
  --target P              power to reach (0.8)
  --simulations N         of each kind of shift (400)
  --null permutation:99
  --sources N             framings trained on (all others)
  --bins N                (20)
  --workers N             threads (all cores)
  --json                  one JSON value
  --out FILE              stdout where it is absent
  --force                 replaces FILE`,
    shared: ['seed'],
    examples: ['portability power --environments 12 --instances 40 --simulations 400'],
  },
};
