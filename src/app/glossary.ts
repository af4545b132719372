// One exact sentence for each term that the page explains on hover and focus.

export const GLOSSARY = {
  α: 'Sensitivity: how sharply choice probabilities follow subjective expected utility, from 0 (every alternative equally likely) upwards.',
  ω: 'Sensitivity of choices among lotteries with given probabilities, where the model lets it differ from α.',
  κ: 'The ratio ω / α, where the model makes the two sensitivities proportional.',
  β: 'Weights that turn an alternative’s features into log odds of its consequences, one row for each consequence.',
  δ: 'Steps between the utilities of neighbouring consequences; they are positive and sum to 1.',
  υ: 'Utilities of the consequences, from 0 for the worst to 1 for the best: the running sums of δ.',
  ψ: 'Subjective probabilities of the consequences of an alternative: the softmax of β times its features.',
  η: 'Subjective expected utility of an alternative: its subjective probabilities times the utilities.',
  'η gap':
    'The largest minus the smallest expected utility in a menu, averaged over menus: the room that α has to act in.',
  'R-hat':
    'Rank-normalised split R-hat compares the spread between chains with the spread within them; up to 1.01 the chains agree.',
  ESS: 'Effective sample size: the number of independent draws that would estimate this quantity as well as the chains do.',
  ess_bulk:
    'Effective sample size in the centre of the posterior; 400 or more makes means and medians reliable.',
  ess_tail: 'Effective sample size for the 5 % and 95 % quantiles; 400 or more makes interval ends reliable.',
  MCSE: 'Monte Carlo standard error: how far an estimate would move if the same model were sampled again.',
  divergence:
    'A trajectory whose energy error grew beyond bounds: there the sampler may have missed a part of the posterior.',
  'E-BFMI':
    'Energy Bayesian fraction of missing information: how well momentum draws explore the energies; below 0.3 the tails are poorly explored.',
  'tree depth':
    'How often NUTS doubled a trajectory before it turned back; at the limit it stopped early, which costs efficiency and not correctness.',
  lp__: 'The log posterior density of a draw, up to a constant.',
  prior: 'The distribution of a parameter before the data: it stands in the plan and can be changed.',
  posterior: 'The distribution of a parameter given the data, the model and the prior.',
  PPC: 'Posterior predictive check: do choices simulated from the fitted model look like the observed ones in a given statistic?',
  'p-value':
    'The share of posterior predictive replicates whose statistic is at least the observed one; near 0 or 1 the model misses that feature.',
  slope:
    'The change of α per unit of temperature: the least-squares line through the conditions, computed at every posterior draw.',
  monotone: 'The posterior probability that α falls at every step of the temperature grid.',
  'minimum detectable':
    'The smallest slope that these data would have shown with probability .95: what “not seen” can exclude.',
  condition: 'One data set of a study: the same task under one setting, such as a sampling temperature.',
  cell: 'A decision maker with a task: all conditions whose α may be compared with one another.',
  menu: 'The alternatives that stood to choice at one presentation.',
  warmup: 'Iterations in which the sampler adapts its step size and metric; their draws are not kept.',
  chain: 'One independent run of the sampler from its own start.',
  'softmax rule':
    'Luce’s choice axiom with exponential strengths: the probability of an alternative is proportional to exp(α · utility).',
} as const;

export type TermName = keyof typeof GLOSSARY;
