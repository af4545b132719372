// Whether answers tell of the instance that gave them: evidence from the same reasoning prefix as the answers it is to
// predict, or from another prefix of the same case (Figure 6c).
import { pooledConcordance, withinConcordance, type DrawnConcordance } from './level-concordance.ts';
import {
  percentileEnds,
  PORTABLE_SEED,
  portableStream,
  type Ends,
  type PortableStream,
} from './portable-draws.ts';

/** Answers to one output by row, and predictions from the evidence of each row. */
export interface PrefixTarget {
  readonly answers: Float64Array;
  readonly predictions: Float64Array;
}

/** Rows are the complete answers of one prefix of one case; those of a case stand next to each other. */
export interface PrefixDesign {
  /** Case of every row. */
  readonly cases: Int32Array;
  /** Decisions, predicted from the reports. */
  readonly decisions: readonly PrefixTarget[];
  /** Reports, predicted from the decisions. */
  readonly reports: readonly PrefixTarget[];
}

/** Mean concordance over the targets of each task, and the tasks' mean. */
export interface PrefixScore {
  readonly decisions: number;
  readonly reports: number;
  readonly mean: number;
}

export interface PrefixScores {
  /** Over pairs of all rows: mostly of different cases, so largely what cases say. */
  readonly pooled: PrefixScore;
  /** Over pairs of rows of one case: ½ where a prefix carries nothing of its own. */
  readonly within: PrefixScore;
}

export interface PrefixComparison {
  readonly same: PrefixScores;
  /** Means over draws in which every row takes evidence from another prefix of its case. */
  readonly different: PrefixScores;
  readonly draws: readonly PrefixScores[];
  /** Central 95 % of the draws' means. */
  readonly pooledEnds: Ends;
  readonly withinEnds: Ends;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Where each case's rows start, and where the last ends. */
export function caseStarts(cases: Int32Array): number[] {
  const starts = [...cases.keys()].filter((i) => i === 0 || cases[i] !== cases[i - 1]);
  if (new Set(starts.map((i) => cases[i])).size < starts.length)
    throw new Error('rows of one case stand apart; needed the rows of each case next to each other');
  const ends = [...starts, cases.length];
  const lonely = starts.find((start, c) => ends[c + 1] - start < 2);
  if (lonely !== undefined)
    throw new Error(`the case of row ${lonely} has one prefix; needed at least two of every case`);
  return ends;
}

/** A row of another prefix of the case for every row, uniformly. */
function drawOthers(sources: Int32Array, starts: readonly number[], stream: PortableStream): void {
  for (let c = 0; c + 1 < starts.length; c++)
    for (let i = starts[c]; i < starts[c + 1]; i++) {
      const other = starts[c] + Math.floor(stream() * (starts[c + 1] - starts[c] - 1));
      sources[i] = other < i ? other : other + 1;
    }
}

type Score = (sources: Int32Array) => PrefixScore;

function scoreBy(
  { decisions, reports }: PrefixDesign,
  of: (target: PrefixTarget) => DrawnConcordance,
): Score {
  const tasks = [decisions, reports].map((targets) => targets.map(of));
  return (sources) => {
    const [first, second] = tasks.map((targets) =>
      mean(targets.map((concordance) => concordance(sources)).filter((value) => !Number.isNaN(value))),
    );
    return { decisions: first, reports: second, mean: (first + second) / 2 };
  };
}

const meanScore = (scores: readonly PrefixScore[]): PrefixScore => ({
  decisions: mean(scores.map(({ decisions }) => decisions)),
  reports: mean(scores.map(({ reports }) => reports)),
  mean: mean(scores.map((score) => score.mean)),
});

export interface PrefixDraws {
  /** Evidence of the same prefix. */
  readonly same: PrefixScores;
  /** Every row with evidence of another prefix of its case; draw `index`, from 0, depends on the index alone. */
  different(index: number): PrefixScores;
}

export function prefixDraws(design: PrefixDesign, seed = PORTABLE_SEED): PrefixDraws {
  const starts = caseStarts(design.cases);
  const pooled = scoreBy(design, (target) => pooledConcordance(target.answers, target.predictions));
  const within = scoreBy(design, (target) => withinConcordance(target.answers, target.predictions, starts));
  const sources = Int32Array.from(design.cases, (_, i) => i);
  const score = (): PrefixScores => ({ pooled: pooled(sources), within: within(sources) });
  return {
    same: score(),
    different(index) {
      drawOthers(sources, starts, portableStream(seed, index * sources.length));
      return score();
    },
  };
}

/** The comparison from draws that have been made. */
export function summarisePrefixes(same: PrefixScores, draws: readonly PrefixScores[]): PrefixComparison {
  const endsOf = (part: keyof PrefixScores): Ends =>
    percentileEnds(Float64Array.from(draws, (scores) => scores[part].mean));
  return {
    same,
    different: {
      pooled: meanScore(draws.map((scores) => scores.pooled)),
      within: meanScore(draws.map((scores) => scores.within)),
    },
    draws,
    pooledEnds: endsOf('pooled'),
    withinEnds: endsOf('within'),
  };
}

/** Compares evidence of the same with that of a different prefix over `draws` draws, 1,000 by default. */
export function comparePrefixes(design: PrefixDesign, draws = 1000, seed = PORTABLE_SEED): PrefixComparison {
  const { same, different } = prefixDraws(design, seed);
  return summarisePrefixes(
    same,
    Array.from({ length: draws }, (_, index) => different(index)),
  );
}
