// What a study of mechanisms found, cell by cell: a pure fold of its chunks.
import type { Chunk } from '../../../engine/types.ts';
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import { placeAmong } from '../../../statistics/portability/permutation.ts';
import { shareInterval } from '../../../statistics/portability/share.ts';
import { quantiles } from '../../../statistics/quantile.ts';
import { cutSentences, leftOf } from '../fair-words.ts';
import { sourcesOf } from '../plan.ts';
import { joinedRows, meanOf, type Columns } from '../rows.ts';
import { objectiveOf } from './objectives.ts';
import {
  hasEquilibria,
  mechanismCells,
  mechanismPlace,
  type MechanismPlan,
  type PlannedMechanism,
} from './plan.ts';
import type {
  AgainstFloor,
  MechanismCell,
  MechanismReport,
  NashReport,
  RegretReport,
  RidgeReport,
  Share,
  SimilarityReport,
  TextReport,
} from './reported.ts';

type Joined = ReadonlyMap<string, Columns>;

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const defined = (values: Float64Array): Float64Array => values.filter((value) => !Number.isNaN(value));

function range(values: Float64Array | undefined): readonly [number | null, number | null] {
  if (!values || values.length === 0) return [null, null];
  const [low, high] = quantiles(values, [0.05, 0.95]);
  return [low, high];
}

/** Row 0 of `null` is the observed statistic. */
function againstFloor(
  observed: Float64Array | undefined,
  nulls: Float64Array | undefined,
): AgainstFloor | null {
  const splits = defined(observed ?? new Float64Array(0));
  const mean = meanOf(splits);
  const [q5, q95] = range(splits);
  if (mean === null || q5 === null || q95 === null) return null;
  const permuted = defined(nulls?.subarray(1) ?? new Float64Array(0));
  const [null_q5, null_q95] = range(permuted);
  const tested = permuted.length > 0 && nulls !== undefined && !Number.isNaN(nulls[0]);
  return {
    mean,
    q5,
    q95,
    splits: splits.length,
    observed: orNull(nulls?.[0]),
    null_mean: meanOf(permuted),
    null_q5,
    null_q95,
    p: tested ? placeAmong(nulls[0], permuted, 0).p : null,
    permutations: permuted.length,
  };
}

function ridgeReport(joined: Joined, index: number): RidgeReport | null {
  const rows = joined.get(`${index}/ridge`);
  const delta = againstFloor(rows?.delta, joined.get(`${index}/ridge_null`)?.delta);
  const [r2_x, r2_xz] = [meanOf(rows?.r2_x), meanOf(rows?.r2_xz)];
  return delta === null || r2_x === null || r2_xz === null ? null : { r2_x, r2_xz, delta };
}

/** A share of rows with Wilson's interval over clusters. */
function shareOf(mean: number, se: number, clusters: number, rows: number): Share {
  const [lo, hi] = shareInterval({ mean, se: orNull(se), clusters }, rows);
  return { value: mean, lo, hi };
}

function nashReport(joined: Joined, index: number): NashReport | null {
  const found = joined.get(`${index}/nash`);
  if (!found || found.rate.length === 0 || Number.isNaN(found.rate[0])) return null;
  const at = (name: string): number => found[name][0];
  return {
    rows: at('rows'),
    share: shareOf(at('rate'), at('se'), at('clusters'), at('rows')),
    coin: at('coin'),
    always_a: at('always_a'),
    always_b: at('always_b'),
    either: at('either'),
  };
}

function regretReport(joined: Joined, index: number, formula: string | undefined): RegretReport | null {
  const rows = joined.get(`${index}/regret`);
  const regret = againstFloor(rows?.regret, joined.get(`${index}/regret_null`)?.regret);
  const changed = meanOf(rows?.changed);
  return formula === undefined || regret === null || changed === null ? null : { formula, regret, changed };
}

/** Of shares of parameters, not of texts: the interval is normal. */
function coverageOf(mean: number, se: number): Share {
  const half = Number.isNaN(se) ? NaN : 1.6448536269514722 * se;
  return { value: mean, lo: Math.max(0, mean - half), hi: Math.min(1, mean + half) };
}

function similarityOf(found: Columns, prefix: '' | 'echo_'): SimilarityReport | null {
  const at = (name: string): number => found[`${prefix}${name}`][0];
  if (Number.isNaN(at('within')) || Number.isNaN(at('between'))) return null;
  return {
    within: at('within'),
    between: at('between'),
    pairs_within: at('pairs_within'),
    pairs_between: at('pairs_between'),
    null_mean: orNull(at('null_mean')),
    null_q95: orNull(at('null_q95')),
    p: orNull(at('p')),
  };
}

function textReport(plan: MechanismPlan, joined: Joined, index: number): TextReport | null {
  const found = joined.get(`${index}/texts`);
  if (!found || found.texts.length === 0) return null;
  const at = (name: string): number => found[name][0];
  const [texts, clusters] = [at('texts'), at('clusters')];
  return {
    texts,
    clusters,
    coverage: coverageOf(at('coverage'), at('coverage_se')),
    at_least_one: shareOf(at('at_least_one'), at('at_least_one_se'), clusters, texts),
    compared: at('compared'),
    similarity: similarityOf(found, ''),
    echo_removed: similarityOf(found, 'echo_'),
    motifs: plan.settings.lexicon.flatMap(({ name }) =>
      found[`motif_${name}`]
        ? [{ motif: name, ...shareOf(at(`motif_${name}`), at(`motif_${name}_se`), clusters, texts) }]
        : [],
    ),
  };
}

const ALONE = 'one environment: nothing to compare';

function absences(plan: MechanismPlan, planned: PlannedMechanism): MechanismCell['absent'] {
  const single = planned.cell.environments < 2 ? ALONE : null;
  return {
    ridge: single,
    nash: hasEquilibria(planned)
      ? null
      : 'the equilibria of a 2 × 2 game are known from its eight payoffs; this is no such game',
    regret:
      single ??
      (objectiveOf(plan.settings.objectives, planned.table)
        ? null
        : 'no objective was stated by which actions of this game could be judged'),
    texts: planned.texts ? null : 'no reasoning texts in the table under this model and regime',
  };
}

function cellReport(plan: MechanismPlan, planned: PlannedMechanism, joined: Joined): MechanismCell {
  const { index, game, model, regime, cell, table } = planned;
  return {
    index,
    game,
    model,
    regime,
    environments: cell.environments,
    rows: cell.action.length,
    sources: sourcesOf(plan.settings, cell.environments),
    ridge: ridgeReport(joined, index),
    nash: nashReport(joined, index),
    regret: regretReport(joined, index, objectiveOf(plan.settings.objectives, table)?.formula),
    texts: textReport(plan, joined, index),
    absent: absences(plan, planned),
  };
}

/** The plan's report from whatever chunks have landed. */
export function mechanismReport(
  plan: MechanismPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  chunks: readonly Chunk[],
): MechanismReport {
  const joined = joinedRows(chunks, mechanismPlace);
  const cells = mechanismCells(plan, tables);
  return {
    cut: cutSentences(cells.map(leftOf)),
    cells: cells.map((planned) => cellReport(plan, planned, joined)),
  };
}
