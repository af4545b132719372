// What a robustness study found, variant by variant: a pure fold of its chunks.
import type { Chunk } from '../../../engine/types.ts';
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import { placeAmong } from '../../../statistics/portability/permutation.ts';
import type { VariantPredictor } from '../../../statistics/portability/robustness-parts.ts';
import { quantiles } from '../../../statistics/quantile.ts';
import type { CellName } from '../cells.ts';
import { cutSentences, leftOf } from '../fair-words.ts';
import { resolutionOf, type Resolution } from '../resolution.ts';
import { joinedRows, meanOf, type Columns } from '../rows.ts';
import {
  robustnessCells,
  robustnessPlace,
  variantPlace,
  type PlannedVariants,
  type RobustnessPlan,
  type Variant,
} from './plan.ts';

/** One cell under one predictor, one number of sources and one number of bins; null where not computed or not defined. */
export interface VariantReport extends CellName {
  /** Number of the cell in the plan. */
  readonly index: number;
  readonly predictor: VariantPredictor;
  readonly sources: number;
  /** Null under a law of the action, whose distance needs no bins. */
  readonly bins: number | null;
  readonly splits: number;
  readonly tv_mean: number | null;
  /** 5 % and 95 % points over splits, which share environments and folds: no standard error. */
  readonly tv_q5: number | null;
  readonly tv_q95: number | null;
  readonly perm_mean: number | null;
  readonly perm_q5: number | null;
  readonly perm_q95: number | null;
  readonly permutations: number;
  /** Permutation p-value of this distance alone, not adjusted over variants or cells. */
  readonly p: number | null;
  readonly least_p: number | null;
  /** Log-RMSE gap; under a law the loss of log score in nats a row. */
  readonly gap_mean: number | null;
  readonly r2_out: number | null;
  readonly r2_in: number | null;
  /** Share of splits with a fit that its rows do not determine, or that needs a tiny ridge. */
  readonly flagged: number | null;
  readonly resolution: Resolution;
}

export interface RobustnessReport {
  /** What was left out to make numbers of rows equal, in sentences. */
  readonly cut: readonly string[];
  readonly variants: readonly VariantReport[];
}

type Joined = ReadonlyMap<string, Columns>;

/** Least squares that its rows do not determine has no distance that could be quoted. */
const isDegenerate = (predictor: VariantPredictor, flagged: number | null): boolean =>
  predictor === 'ols' && (flagged ?? 0) > 0;

function range(values: ArrayLike<number> | undefined): readonly [number | null, number | null] {
  if (!values || values.length === 0) return [null, null];
  const [low, high] = quantiles(Float64Array.from(values), [0.05, 0.95]);
  return [low, high];
}

function distanceFigures(column: string, degenerate: boolean, splits: Columns | undefined) {
  const values = degenerate ? undefined : splits?.[column];
  const [tv_q5, tv_q95] = range(values);
  return { tv_mean: meanOf(values), tv_q5, tv_q95 };
}

function floorFigures(observed: number | undefined, permuted: Float64Array | undefined) {
  const [perm_q5, perm_q95] = range(permuted);
  const permutations = permuted?.length ?? 0;
  const tested = permuted && permutations > 0 && observed !== undefined;
  return {
    perm_mean: meanOf(permuted),
    perm_q5,
    perm_q95,
    permutations,
    p: tested ? placeAmong(observed, permuted, 0).p : null,
    least_p: tested ? 1 / (1 + permutations) : null,
  };
}

function variantReport(
  planned: PlannedVariants,
  variant: Variant,
  bins: number | null,
  joined: Joined,
): VariantReport {
  const { index, game, model, regime } = planned;
  const at = (part: string): Columns | undefined => joined.get(variantPlace(index, variant, part));
  const column = bins === null ? 'tv' : `tv_${bins}`;
  const splits = at('splits');
  const flagged = meanOf(splits?.flagged);
  const degenerate = isDegenerate(variant.predictor, flagged);
  const figures = {
    ...distanceFigures(column, degenerate, splits),
    ...floorFigures(at('observed')?.[column]?.[0], at('permutations')?.[column]),
    r2_in: meanOf(splits?.r2_in),
  };
  return {
    index,
    game,
    model,
    regime,
    ...variant,
    bins,
    splits: splits?.[column]?.length ?? 0,
    ...figures,
    gap_mean: meanOf(splits?.gap),
    r2_out: meanOf(splits?.r2_out),
    flagged,
    resolution:
      variant.predictor === 'choice' && figures.perm_q95 !== null
        ? 'seen'
        : resolutionOf({ ...figures, deficient: degenerate }),
  };
}

/** The plan's report from whatever chunks have landed. */
export function robustnessReport(
  plan: RobustnessPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  chunks: readonly Chunk[],
): RobustnessReport {
  const joined = joinedRows(chunks, robustnessPlace);
  const cells = robustnessCells(plan, tables);
  const variants = cells.flatMap((planned) =>
    planned.variants.flatMap((variant) => {
      const all = variant.predictor === 'choice' ? [null] : plan.settings.bins;
      return all.map((bins) => variantReport(planned, variant, bins, joined));
    }),
  );
  return { cut: cutSentences(cells.map(leftOf)), variants };
}
