// The four belief models as values: which parameters an output has and which functions of the belief they multiply.
import { logit } from '../../math/logistic.ts';
import { categoriesOf, type BeliefOutput, type DecisionOutput } from './cell.ts';
import { lineGrid, planeGrid, SPLINE_KNOTS, splineColumns, type Grid } from './grid.ts';
import { blockNamed, layBeliefBlocks, type BeliefLayout, type BlockEntry } from './layout.ts';

/** The main model, its two sensitivity analyses (A.4), and decisions that share α and β (equation 1). */
export const BELIEF_KINDS = ['linear', 'spline', 'two_d', 'shared'] as const;
export type BeliefKind = (typeof BELIEF_KINDS)[number];

/** A stated probability a ~ Beta(zφ, (1 − z)φ). */
export interface ReportTerm {
  readonly output: number;
  /** Index of φ in the parameter vector. */
  readonly phi: number;
}

/**
 * A decision or ordinal judgment: Pr(category ≤ k) = sigmoid(τ_k − s), s = Σ parameter[slopes[c]] · columns[c]. A decision
 * has one cutpoint, τ₁ = −α.
 */
export interface ScoreTerm {
  readonly output: number;
  readonly categories: number;
  readonly columns: readonly Float64Array[];
  readonly slopes: readonly number[];
  /** Index of α of a decision, of τ₁ of a judgment; `sign` is −1 and 1 in turn. */
  readonly cutpoint: number;
  readonly sign: 1 | -1;
  /** Index of τ₂ − τ₁; the others follow it. */
  readonly gaps: number;
  /** First row of the output's categories among all rows, and of its cutpoints among all cutpoints. */
  readonly row: number;
  readonly cut: number;
}

/** A model of given outputs: a plain value. Parameters are laid out as eta, φ, decisions, judgments. */
export interface BeliefModel {
  readonly kind: BeliefKind;
  readonly outputs: readonly BeliefOutput[];
  readonly grid: Grid;
  readonly layout: BeliefLayout;
  readonly reports: readonly ReportTerm[];
  readonly scores: readonly ScoreTerm[];
  readonly rows: number;
  readonly cuts: number;
}

type Scored = Exclude<BeliefOutput, { family: 'probability' }>;

/** Start of the slopes on the second axis, with alternating sign so that the axis has a direction. */
const SECOND_SLOPE_START = 0.1;
const PHI_START = 10;

const knotLogits = SPLINE_KNOTS.map(logit);
const knotGaps = knotLogits.slice(1).map((x, k) => x - knotLogits[k]);

/** The blocks of an output's slopes; `place` counts decisions first, then judgments. */
function slopeEntries(kind: BeliefKind, prefix: string, place: number): BlockEntry[] {
  if (kind === 'spline')
    return [{ name: `${prefix}.gap`, role: 'slope', transform: 'softplus', start: knotGaps }];
  if (kind !== 'two_d') return [{ name: `${prefix}.beta`, role: 'slope', transform: 'softplus', start: [1] }];
  const second = place % 2 === 0 ? SECOND_SLOPE_START : -SECOND_SLOPE_START;
  return [
    { name: `${prefix}.b1`, role: 'slope', transform: 'softplus', start: [1] },
    { name: `${prefix}.b2`, role: 'second-slope', transform: 'identity', start: [second] },
  ];
}

/** A decision's own value at the first knot (spline) or at z = ½ (otherwise). */
const interceptEntry = (kind: BeliefKind, prefix: string): BlockEntry => ({
  name: `${prefix}.${kind === 'spline' ? 'v0' : 'alpha'}`,
  role: 'intercept',
  transform: 'identity',
  start: [kind === 'spline' ? knotLogits[0] : 0],
});

function cutpointEntries(kind: BeliefKind, prefix: string, categories: number): BlockEntry[] {
  const cutpoints = Array.from({ length: categories - 1 }, (_, k) => logit((k + 1) / categories));
  const first = cutpoints[0] - (kind === 'spline' ? knotLogits[0] : 0);
  const gaps = cutpoints.slice(1).map((tau, k) => tau - cutpoints[k]);
  return [
    { name: `${prefix}.tau1`, role: 'cutpoint', transform: 'identity', start: [first] },
    { name: `${prefix}.taugap`, role: 'cutpoint-gap', transform: 'softplus', start: gaps },
  ];
}

/** The name under which a decision's parameters go: its own, or the shared one. */
const decisionPrefix = (kind: BeliefKind, prompt: string): string => (kind === 'shared' ? 'shared' : prompt);

function scoreEntries(kind: BeliefKind, scored: readonly Scored[]): BlockEntry[] {
  const seen = new Set<string>();
  return scored.flatMap((output, place) => {
    if (output.family === 'ordinal')
      return [
        ...slopeEntries(kind, output.prompt, place),
        ...cutpointEntries(kind, output.prompt, output.categories),
      ];
    const prefix = decisionPrefix(kind, output.prompt);
    if (seen.has(prefix)) return [];
    seen.add(prefix);
    return [interceptEntry(kind, prefix), ...slopeEntries(kind, prefix, place)];
  });
}

/** One φ, or one for each of several probability prompts. */
const phiName = (reports: readonly BeliefOutput[], prompt: string): string =>
  reports.length === 1 ? 'phi' : `${prompt}.phi`;

const reportEntries = (reports: readonly BeliefOutput[]): BlockEntry[] =>
  reports.map(({ prompt }) => ({
    name: phiName(reports, prompt),
    role: 'phi',
    transform: 'softplus',
    start: [PHI_START],
  }));

/** x − logit τ of a decision's instruction, which equation 1 multiplies by the shared β. */
function sharedColumn(grid: Grid, { prompt, threshold }: DecisionOutput): Float64Array {
  if (threshold === null)
    throw new Error(`prompt ${prompt} has no threshold; shared parameters need one of every decision`);
  const shift = logit(threshold);
  return grid.logits.map((x) => x - shift);
}

function columnsOf(
  kind: BeliefKind,
  grid: Grid,
  spline: readonly Float64Array[],
  output: Scored,
): readonly Float64Array[] {
  if (kind === 'spline') return spline;
  if (kind === 'two_d') return [grid.logits, grid.secondLogits];
  return [kind === 'shared' && output.family === 'decision' ? sharedColumn(grid, output) : grid.logits];
}

function scoreTerm(
  model: Pick<BeliefModel, 'kind' | 'layout' | 'outputs'>,
  output: Scored,
  columns: readonly Float64Array[],
  [row, cut]: readonly [number, number],
): ScoreTerm {
  const { kind, layout, outputs } = model;
  const ordinal = output.family === 'ordinal';
  const prefix = ordinal ? output.prompt : decisionPrefix(kind, output.prompt);
  const [slope] = slopeEntries(kind, prefix, 0);
  const first = blockNamed(layout, slope.name).offset;
  const cutpoint = ordinal ? `${prefix}.tau1` : interceptEntry(kind, prefix).name;
  return {
    output: outputs.indexOf(output),
    categories: categoriesOf(output),
    columns,
    slopes: columns.map((_, c) => first + c),
    cutpoint: blockNamed(layout, cutpoint).offset,
    sign: ordinal ? 1 : -1,
    gaps: ordinal ? blockNamed(layout, `${prefix}.taugap`).offset : -1,
    row,
    cut,
  };
}

/** The model of `outputs`. A `shared` model needs a threshold of every decision: leave undirected ones out first. */
export function beliefModel(kind: BeliefKind, outputs: readonly BeliefOutput[]): BeliefModel {
  const grid = kind === 'two_d' ? planeGrid() : lineGrid();
  const reports = outputs.filter(({ family }) => family === 'probability');
  const scored = [
    ...outputs.filter((output) => output.family === 'decision'),
    ...outputs.filter((output) => output.family === 'ordinal'),
  ];
  const eta: BlockEntry = {
    name: 'eta',
    role: 'eta',
    transform: 'identity',
    start: Array.from({ length: grid.prior.parameters }, () => 0),
  };
  const layout = layBeliefBlocks([eta, ...reportEntries(reports), ...scoreEntries(kind, scored)]);
  const spline = kind === 'spline' ? splineColumns(grid) : [];
  let rows = 0;
  let cuts = 0;
  const scores = scored.map((output) => {
    const term = scoreTerm({ kind, layout, outputs }, output, columnsOf(kind, grid, spline, output), [
      rows,
      cuts,
    ]);
    rows += term.categories;
    cuts += term.categories - 1;
    return term;
  });
  const terms = reports.map((report) => ({
    output: outputs.indexOf(report),
    phi: blockNamed(layout, phiName(reports, report.prompt)).offset,
  }));
  return { kind, outputs, grid, layout, reports: terms, scores, rows, cuts };
}
