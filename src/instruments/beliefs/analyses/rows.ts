// Prompts, targets and bounded values as rows of a report.
import type { BeliefOutput } from '../../../models/beliefs/cell.ts';
import { percentileEnds, type Ends } from '../../../statistics/beliefs/portable-draws.ts';
import type { GroupScore } from '../../../statistics/beliefs/scores.ts';
import type { Bounded, PromptRow, ScoreRows, TargetRow } from '../report-types/scores.ts';

/** Numbers that do not exist are null in reports. */
export const defined = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

export const bounded = (value: number, ends: Ends | null): Bounded => ({
  value: defined(value),
  lower: defined(ends?.[0]),
  upper: defined(ends?.[1]),
});

/** Ends of a column of resampled values; null where it has not landed. */
export const endsOf = (draws: Float64Array | undefined): Ends | null =>
  draws && draws.some((value) => !Number.isNaN(value)) ? percentileEnds(draws) : null;

export const promptRow = (output: BeliefOutput): PromptRow => ({
  prompt: output.prompt,
  family: output.family,
  framing: output.family === 'decision' ? output.framing : null,
  threshold: output.family === 'decision' ? output.threshold : null,
});

/** Rows of the targets of a score, which stand in the order of `outputs`. */
export const targetRows = ({ targets }: GroupScore, outputs: readonly BeliefOutput[]): TargetRow[] =>
  targets.map(({ cases, concordance, r2, sse, sst }, k) => ({
    ...promptRow(outputs[k]),
    cases,
    concordance: defined(concordance),
    r2: defined(r2),
    sse,
    sst,
  }));

/** A group's scores with intervals from resampled values of its concordance and pooled R². */
export const scoreRows = (
  score: GroupScore,
  outputs: readonly BeliefOutput[],
  concordance: Float64Array | undefined,
  r2: Float64Array | undefined,
): ScoreRows => ({
  targets: targetRows(score, outputs),
  evaluable: score.evaluable,
  macroConcordance: bounded(score.macroConcordance, endsOf(concordance)),
  pooledR2: bounded(score.pooledR2, endsOf(r2)),
  macroR2: defined(score.macroR2),
});

/** The mean of two values where both exist. */
export const meanOfBoth = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : (a + b) / 2;
