// Is there a latent at all? Whether answers about the same case go together, against cases dealt anew to every prompt.
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { randomOrder, permutationTest, type PermutationTest } from '../permutation.ts';
import { averageRanks } from '../ranks.ts';

/** Answers of one output with a rank for each: mean 0, variance 1 over the cases that have an answer. */
interface RankedOutput {
  readonly cases: Int32Array;
  readonly scores: Float64Array;
}

/** Null of an output whose answers do not vary: it goes with nothing. */
function rankedOutput(answers: Float64Array): RankedOutput | null {
  const cases = Int32Array.from(answers.keys()).filter((i) => !Number.isNaN(answers[i]));
  const ranks = averageRanks(Float64Array.from(cases, (i) => answers[i]));
  const centre = (cases.length + 1) / 2;
  const spread = Math.sqrt(ranks.reduce((sum, rank) => sum + (rank - centre) ** 2, 0) / cases.length);
  return spread > 0 ? { cases, scores: ranks.map((rank) => (rank - centre) / spread) } : null;
}

/** Sums over outputs of each case's scores, squared, less the squares of single scores: Σ over pairs of products. */
function agreement(
  outputs: readonly RankedOutput[],
  placed: (output: RankedOutput, k: number) => number,
  sums: Float64Array,
): number {
  sums.fill(0);
  let own = 0;
  for (const output of outputs)
    output.scores.forEach((score, k) => {
      sums[output.cases[placed(output, k)]] += score;
      own += score * score;
    });
  return (sums.reduce((total, sum) => total + sum * sum, 0) - own) / 2;
}

/**
 * Permutation test of "no latent": the sum over pairs of outputs of their rank correlation, with answers permuted among
 * cases in every output independently. Exact whatever the answers' distributions; one latent that all answers rise with
 * makes the sum large. Columns are the outputs' answers by case, NaN where missing.
 */
export function testNoLatent(
  columns: readonly Float64Array[],
  random: RandomStream,
  permutations = 999,
): PermutationTest {
  const outputs = columns.map(rankedOutput).filter((output) => output !== null);
  const sums = new Float64Array(columns[0].length);
  const observed = agreement(outputs, (_, k) => k, sums);
  let count = 0;
  const permuted = (): number => {
    random.seek(++count, SITE.exchange);
    const orders = new Map(outputs.map((output) => [output, randomOrder(output.cases.length, random)]));
    return agreement(outputs, (output, k) => orders.get(output)![k], sums);
  };
  return permutationTest(observed, permuted, permutations);
}
