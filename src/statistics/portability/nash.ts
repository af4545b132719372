// Whether a chosen action lies in the support of a Nash equilibrium of its 2 × 2 game (Dong et al. 2026, appendix G).

/** uAA, vAA, uAB, vAB, uBA, vBA, uBB, vBB: payoffs of row and column player, the row player's action first. */
export type Payoffs = ArrayLike<number>;

export const PAYOFFS = 8;

export type ActionSupport = 'A' | 'B' | 'AB';
export type PureEquilibrium = 'AA' | 'AB' | 'BA' | 'BB';

/**
 * Equilibria in which somebody mixes: both players, or one who is indifferent while the other's pure action is a best
 * response to some interior mixture.
 */
export type MixedComponent = 'both' | 'row_mix_col_A' | 'row_mix_col_B' | 'col_mix_row_A' | 'col_mix_row_B';

export interface NashSupport {
  readonly row: ActionSupport;
  readonly column: ActionSupport;
  readonly pure: readonly PureEquilibrium[];
  readonly mixed: readonly MixedComponent[];
}

/** The gain from A over B at the ends of the other player's mixture: against B for sure, against A for sure. */
interface Gain {
  readonly againstB: number;
  readonly againstA: number;
}

const gains = (g: Payoffs): { readonly row: Gain; readonly column: Gain } => ({
  row: { againstA: g[0] - g[4], againstB: g[2] - g[6] },
  column: { againstA: g[1] - g[3], againstB: g[5] - g[7] },
});

const zero = ({ againstA, againstB }: Gain): boolean => againstA === 0 && againstB === 0;

/** A linear gain is 0 somewhere strictly between its ends. */
const crosses = (gain: Gain): boolean =>
  zero(gain) || (gain.againstA < 0 !== gain.againstB < 0 && gain.againstA !== 0 && gain.againstB !== 0);

/** A (or B) is a best response to some interior mixture. */
const sometimesA = (gain: Gain): boolean => zero(gain) || Math.max(gain.againstA, gain.againstB) > 0;
const sometimesB = (gain: Gain): boolean => zero(gain) || Math.min(gain.againstA, gain.againstB) < 0;

function pureEquilibria({ row, column }: ReturnType<typeof gains>): readonly PureEquilibrium[] {
  const cells: readonly [PureEquilibrium, boolean][] = [
    ['AA', row.againstA >= 0 && column.againstA >= 0],
    ['AB', row.againstB >= 0 && column.againstA <= 0],
    ['BA', row.againstA <= 0 && column.againstB >= 0],
    ['BB', row.againstB <= 0 && column.againstB <= 0],
  ];
  return cells.filter(([, holds]) => holds).map(([cell]) => cell);
}

function mixedComponents({ row, column }: ReturnType<typeof gains>): readonly MixedComponent[] {
  const components: readonly [MixedComponent, boolean][] = [
    ['both', crosses(row) && crosses(column)],
    ['row_mix_col_A', row.againstA === 0 && sometimesA(column)],
    ['row_mix_col_B', row.againstB === 0 && sometimesB(column)],
    ['col_mix_row_A', column.againstA === 0 && sometimesA(row)],
    ['col_mix_row_B', column.againstB === 0 && sometimesB(row)],
  ];
  return components.filter(([, holds]) => holds).map(([component]) => component);
}

const supportOf = (a: boolean, b: boolean): ActionSupport => (a && b ? 'AB' : a ? 'A' : 'B');

/** Supports, pure equilibria by weak inequalities, and mixed components of any game, degenerate ones included. */
export function nashSupport(payoffs: Payoffs): NashSupport {
  const both = gains(payoffs);
  const pure = pureEquilibria(both);
  const mixed = mixedComponents(both);
  const has = (components: readonly MixedComponent[], place: 0 | 1, action: 'A' | 'B'): boolean =>
    pure.some((cell) => cell[place] === action) || mixed.some((component) => components.includes(component));
  const rowMixes: readonly MixedComponent[] = ['both', 'row_mix_col_A', 'row_mix_col_B'];
  const columnMixes: readonly MixedComponent[] = ['both', 'col_mix_row_A', 'col_mix_row_B'];
  return {
    row: supportOf(has([...rowMixes, 'col_mix_row_A'], 0, 'A'), has([...rowMixes, 'col_mix_row_B'], 0, 'B')),
    column: supportOf(
      has([...columnMixes, 'row_mix_col_A'], 1, 'A'),
      has([...columnMixes, 'row_mix_col_B'], 1, 'B'),
    ),
    pure,
    mixed,
  };
}

/** How often the row player's action is supported, beside what it takes no reading of the payoffs to reach. */
export interface NashRate {
  readonly rows: number;
  readonly hits: number;
  readonly rate: number | null;
  /** Expected rate of a fair coin on the same games: mean size of the support over 2. */
  readonly coin: number | null;
  readonly alwaysA: number | null;
  readonly alwaysB: number | null;
  /** Share of rows whose game supports both actions. */
  readonly either: number | null;
}

/** `payoffs` is rows × 8; actions are 1 (A) and 0 (B). Shares are null without rows. */
export function nashRate(payoffs: Float64Array, actions: ArrayLike<number>): NashRate {
  const rows = actions.length;
  let [hits, withA, withB, either] = [0, 0, 0, 0];
  for (let i = 0; i < rows; i++) {
    const { row } = nashSupport(payoffs.subarray(i * PAYOFFS, (i + 1) * PAYOFFS));
    if (row.includes(actions[i] === 1 ? 'A' : 'B')) hits += 1;
    if (row !== 'B') withA += 1;
    if (row !== 'A') withB += 1;
    if (row === 'AB') either += 1;
  }
  const share = (count: number): number | null => (rows > 0 ? count / rows : null);
  return {
    rows,
    hits,
    rate: share(hits),
    coin: share((withA + withB) / 2),
    alwaysA: share(withA),
    alwaysB: share(withB),
    either: share(either),
  };
}
