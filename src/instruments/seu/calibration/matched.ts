// The matched comparison: what one arm gains over another on the same truths and choices (paper, sections 6.2 and 6.4).
import { randomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { bootstrapInterval } from '../../../statistics/bootstrap.ts';
import { median } from '../../../statistics/quantile.ts';
import { wilcoxonSignedRank } from '../../../statistics/wilcoxon.ts';
import type { MatchedContrast } from './recovery-report.ts';
import { columnOf, isFailed, type ReplicateRows } from './rows.ts';

/** More data of the same kind; other data of the same amount; more of both kinds. */
const CONTRASTS = [
  ['A', 'B'],
  ['B', 'C'],
  ['C', 'D'],
] as const;

/** Fewer iterations have no interval worth drawing. */
const LEAST_ITERATIONS = 5;

/**
 * Relative Monte Carlo error of the distance between the 5 and 95 % points of a normal posterior, times √ESS: both
 * points have variance p (1 − p) / (n φ²) and covariance p² / (n φ²), with φ = 0.1031 their density.
 */
const WIDTH_ERROR = 0.885;

type Quantity = MatchedContrast['quantity'];
const QUANTITIES: readonly Quantity[] = ['alpha', 'delta'];

/** The quantity itself, or its components: δ has some from three consequences on. */
const componentsOf = ({ quantities }: ReplicateRows, quantity: Quantity): readonly number[] =>
  quantities.flatMap((name, q) => (name === quantity || name.startsWith(`${quantity}[`) ? [q] : []));

/** Precision of one arm by iteration: components of δ are averaged. */
interface Precision {
  readonly squaredError: Float64Array;
  readonly width: Float64Array;
  readonly essTail: Float64Array;
}

const averaged = (columns: readonly Float64Array[]): Float64Array =>
  columns[0].map((_, i) => columns.reduce((sum, column) => sum + column[i], 0) / columns.length);

function precisionOf(rows: ReplicateRows, quantity: Quantity, among: readonly number[]): Precision {
  const chosen = componentsOf(rows, quantity);
  const column = (name: 'truth' | 'mean' | 'q5' | 'q95' | 'ess_tail', q: number): Float64Array =>
    columnOf(rows, name, q, among);
  return {
    squaredError: averaged(
      chosen.map((q) => {
        const truth = column('truth', q);
        return column('mean', q).map((value, i) => (value - truth[i]) * (value - truth[i]));
      }),
    ),
    width: averaged(
      chosen.map((q) => {
        const low = column('q5', q);
        return column('q95', q).map((value, i) => value - low[i]);
      }),
    ),
    essTail: averaged(chosen.map((q) => column('ess_tail', q))),
  };
}

const rmse = (squares: Float64Array, indices: Int32Array): number => {
  let sum = 0;
  for (let i = 0; i < indices.length; i++) sum += squares[indices[i]];
  return Math.sqrt(sum / indices.length);
};

const picked = (values: Float64Array, indices: Int32Array): Float64Array =>
  Float64Array.from(indices, (i) => values[i]);

/** Contrast number `index` of the report keys the resampled iterations: RMSE and width use the same ones. */
function contrastOf(
  from: { readonly label: string } & Precision,
  to: { readonly label: string } & Precision,
  quantity: Quantity,
  seed: number,
  index: number,
): MatchedContrast {
  const iterations = from.width.length;
  const interval = (statistic: (indices: Int32Array) => number) => {
    const stream = randomStream(seed, 0, 0);
    stream.seek(index, SITE.resample);
    return bootstrapInterval(iterations, statistic, stream);
  };
  const gains = from.width.map((width, i) => (100 * (width - to.width[i])) / width);
  const errors = to.essTail.map((size) => WIDTH_ERROR / Math.sqrt(size));
  return {
    from: from.label,
    to: to.label,
    quantity,
    rmse: {
      estimate: interval(
        (indices) => 100 * (1 - rmse(to.squaredError, indices) / rmse(from.squaredError, indices)),
      ),
    },
    width: { estimate: interval((indices) => median(picked(gains, indices))) },
    narrower: gains.filter((gain) => gain > 0).length / iterations,
    wilcoxon: wilcoxonSignedRank(from.width.map((width, i) => width - to.width[i])),
    width_mcse: median(errors),
  };
}

/** Replicates that every arm has fitted, as rows of each. */
function common(tables: readonly ReplicateRows[]): readonly (readonly number[])[] {
  const fitted = tables.map(
    (rows) =>
      new Map(rows.replicates.flatMap((replicate, row) => (isFailed(rows, row) ? [] : [[replicate, row]]))),
  );
  const shared = [...fitted[0].keys()].filter((replicate) => fitted.every((own) => own.has(replicate)));
  return fitted.map((own) => shared.map((replicate) => own.get(replicate)!));
}

/**
 * Contrasts between arms called A, B, C, D, over iterations that all of them have, of the quantities that they estimate;
 * none where arms are missing.
 */
export function matchedContrasts(
  labels: readonly string[],
  tables: readonly ReplicateRows[],
  seed: number,
): readonly MatchedContrast[] {
  const places = ['A', 'B', 'C', 'D'].map((label) => labels.indexOf(label));
  if (places.some((place) => place < 0)) return [];
  const rows = common(places.map((place) => tables[place]));
  if (rows[0].length < LEAST_ITERATIONS) return [];
  const precision = (label: string, quantity: Quantity) => {
    const arm = 'ABCD'.indexOf(label);
    return { label, ...precisionOf(tables[places[arm]], quantity, rows[arm]) };
  };
  return QUANTITIES.flatMap((quantity, q) => {
    if (componentsOf(tables[places[0]], quantity).length === 0) return [];
    return CONTRASTS.map(([from, to], c) =>
      contrastOf(
        precision(from, quantity),
        precision(to, quantity),
        quantity,
        seed,
        q * CONTRASTS.length + c,
      ),
    );
  });
}
