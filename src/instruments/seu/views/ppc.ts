// Posterior predictive checks: at every draw, the statistic of the data beside that of a replicate.
import { isMissed } from '../predictive-reading.ts';
import type { FitReport, PpcBlock, PpcCheck, PpcStatistic } from '../report.ts';
import { integer, probability } from './number-format.ts';
import { evenlySpaced } from './variables.ts';

export interface PpcRow {
  readonly block: PpcBlock;
  readonly statistic: PpcStatistic;
  readonly observed: number;
  readonly replicated: number;
  /** How many of the shown draws fall on this point. */
  readonly draws: number;
}

export interface PpcPanel {
  readonly block: PpcBlock;
  readonly statistic: PpcStatistic;
  readonly p: number;
  /** p outside [.05, .95]. */
  readonly extreme: boolean;
  readonly draws: number;
}

export interface PpcView {
  readonly panels: readonly PpcPanel[];
  readonly rows: readonly PpcRow[];
}

const SHOWN = 400;

export const PPC_NAMES: Readonly<Record<PpcStatistic, string>> = {
  ll: 'log likelihood',
  modal: 'modal choices',
  prob: 'sum of probabilities',
};

function rowsOf({ block, statistic, observed, replicated }: PpcCheck): readonly PpcRow[] {
  const rows = new Map<string, PpcRow>();
  for (const draw of evenlySpaced(observed.length, SHOWN)) {
    const key = `${observed[draw]} ${replicated[draw]}`;
    const draws = (rows.get(key)?.draws ?? 0) + 1;
    rows.set(key, { block, statistic, observed: observed[draw], replicated: replicated[draw], draws });
  }
  return [...rows.values()];
}

/** One panel per check, in the report's order; up to 400 evenly spaced draws each. */
export const ppcView = ({ ppc }: Pick<FitReport, 'ppc'>): PpcView => ({
  panels: ppc.map(({ block, statistic, p, observed }) => ({
    block,
    statistic,
    p,
    extreme: isMissed(p),
    draws: observed.length,
  })),
  rows: ppc.flatMap(rowsOf),
});

export function describePpc({ panels }: PpcView): string {
  if (panels.length === 0) return 'No posterior predictive check was computed.';
  const extreme = panels.filter((panel) => panel.extreme).length;
  const values = panels.map(
    ({ block, statistic, p }) => `${PPC_NAMES[statistic]} (${block}) ${probability(p, 2)}`,
  );
  const verdict = extreme === 0 ? 'None is' : extreme === 1 ? 'One is' : `${integer(extreme)} are`;
  return `Posterior predictive p-values: ${values.join(', ')}. ${verdict} outside .05 to .95.`;
}
