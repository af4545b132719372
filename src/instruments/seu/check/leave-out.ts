// Leave-one-problem-out predictive fit: all presentations of a problem are left out together.
import { exp, log } from '../../../math/elementary.ts';
import type { RandomStream } from '../../../math/random.ts';
import { essMean } from '../../../statistics/convergence.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { randomOrder } from '../../../statistics/permutation.ts';
import { leaveOut, logSumExp, PARETO_K_BOUND } from '../../../statistics/psis.ts';
import { groupLogLikelihood, type ChoiceDraws } from './choice-draws.ts';
import { baseProblems } from './problems.ts';

/** One base problem: log predictive density of its choices given all other problems. */
export interface ProblemElpd {
  readonly block: ChoiceDraws['name'];
  readonly problem: string;
  readonly choices: number;
  readonly elpd: number;
  /** Pareto k; above .7 (`flagged`) elpd is not to be trusted without a refit. 0 where elpd is exact. */
  readonly k: number;
  readonly flagged: boolean;
}

export interface LeaveOneOut {
  readonly problems: readonly ProblemElpd[];
  readonly elpd: number;
  /** √n · sd over problems. */
  readonly se: number;
  readonly flagged: number;
  /** Whether no menu repeats: only then is leaving out a problem leaving out one choice. */
  readonly perChoice: boolean;
}

/** Effective share of draws for the likelihood of one problem. */
function efficiency(logLikelihood: Float64Array, chains: number): number {
  const top = logLikelihood.reduce((most, value) => Math.max(most, value), -Infinity);
  const ess = essMean(
    logLikelihood.map((value) => exp(value - top)),
    chains,
  );
  return ess === null ? 1 : ess / logLikelihood.length;
}

export function leaveOneOutOf(problems: readonly ProblemElpd[]): LeaveOneOut {
  const elpds = Float64Array.from(problems, ({ elpd }) => elpd);
  return {
    problems,
    elpd: elpds.reduce((sum, value) => sum + value, 0),
    se: Math.sqrt(elpds.length) * sd(elpds),
    flagged: problems.filter(({ flagged }) => flagged).length,
    perChoice: problems.every(({ choices }) => choices === 1),
  };
}

function problemElpds(choices: ChoiceDraws): readonly ProblemElpd[] {
  const { of, count, names } = baseProblems(choices.block);
  const sizes = new Int32Array(count);
  of.forEach((problem) => (sizes[problem] += 1));
  return groupLogLikelihood(choices, of, count).map((logLikelihood, problem) => {
    const { elpd, k } = leaveOut(logLikelihood, efficiency(logLikelihood, choices.chains));
    const flagged = k > PARETO_K_BOUND;
    return { block: choices.name, problem: names[problem], choices: sizes[problem], elpd, k, flagged };
  });
}

/** By Pareto-smoothed importance sampling from the draws of one fit, over all its blocks. */
export const leaveProblemsOut = (choices: readonly ChoiceDraws[]): LeaveOneOut =>
  leaveOneOutOf(choices.flatMap(problemElpds));

/** Problems of a model whose predictions need no data: their elpd is exact. `logLikelihood` is by choice. */
export function exactElpds(
  { name, block }: Pick<ChoiceDraws, 'name' | 'block'>,
  logLikelihood: Float64Array,
): readonly ProblemElpd[] {
  const { of, count, names } = baseProblems(block);
  const elpds = new Float64Array(count);
  const sizes = new Int32Array(count);
  of.forEach((problem, m) => {
    elpds[problem] += logLikelihood[m];
    sizes[problem] += 1;
  });
  return names.map((problem, i) => ({
    block: name,
    problem,
    choices: sizes[i],
    elpd: elpds[i],
    k: 0,
    flagged: false,
  }));
}

/**
 * Joint log predictive density of each held-out problem from a fit without it: log mean exp over draws. `choices` are
 * draws of that fit over the *whole* data; `held` are problem numbers.
 */
export function heldOutElpd(choices: ChoiceDraws, held: readonly number[]): readonly ProblemElpd[] {
  const { of, names } = baseProblems(choices.block);
  const place = new Map(held.map((problem, i) => [problem, i]));
  const groups = of.map((problem) => place.get(problem) ?? -1);
  return groupLogLikelihood(choices, groups, held.length).map((logLikelihood, i) => ({
    block: choices.name,
    problem: names[held[i]],
    choices: groups.reduce((n, group) => n + (group === i ? 1 : 0), 0),
    elpd: logSumExp(logLikelihood) - log(logLikelihood.length),
    k: 0,
    flagged: false,
  }));
}

/** `estimates` with the problems that refits give replaced by their exact values. */
export function withExact(estimates: LeaveOneOut, exact: readonly ProblemElpd[]): LeaveOneOut {
  const keyOf = ({ block, problem }: ProblemElpd): string => JSON.stringify([block, problem]);
  const better = new Map(exact.map((one) => [keyOf(one), one]));
  return leaveOneOutOf(estimates.problems.map((one) => better.get(keyOf(one)) ?? one));
}

/** Problems in `folds` groups of nearly equal size, at random. */
export function foldsOf(
  problems: number,
  folds: number,
  random: RandomStream,
): readonly (readonly number[])[] {
  const order = randomOrder(problems, random);
  const groups = Array.from({ length: Math.min(folds, problems) }, (): number[] => []);
  order.forEach((problem, i) => groups[i % groups.length].push(problem));
  return groups.map((group) => group.sort((a, b) => a - b));
}

export interface ElpdDifference {
  /** elpd of the first less that of the second: positive favours the first. */
  readonly difference: number;
  /** √n · sd of the differences over problems. */
  readonly se: number;
  readonly problems: number;
  /** Problems flagged in either: their part of the difference needs a refit. */
  readonly flagged: number;
}

/** Both must hold the same problems in the same order. */
export function elpdDifference(first: LeaveOneOut, second: LeaveOneOut): ElpdDifference {
  const n = first.problems.length;
  const paired = first.problems.every(
    ({ block, problem }, i) => second.problems[i]?.problem === problem && second.problems[i].block === block,
  );
  if (!paired || second.problems.length !== n)
    throw new RangeError(`${n} and ${second.problems.length} problems are not the same ones in one order`);
  const differences = Float64Array.from(first.problems, ({ elpd }, i) => elpd - second.problems[i].elpd);
  return {
    difference: n * mean(differences),
    se: Math.sqrt(n) * sd(differences),
    problems: n,
    flagged: first.problems.filter(({ flagged }, i) => flagged || second.problems[i].flagged).length,
  };
}
