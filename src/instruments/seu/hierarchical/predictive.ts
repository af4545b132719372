// Predictive checks and the fit of every choice of a hierarchical model, over the choices of all cells together.
import { exp } from '../../../math/elementary.ts';
import type { RandomStream } from '../../../math/random.ts';
import { meanMenuSize, type HierarchicalData } from '../../../models/hierarchical/data.ts';
import type { HierarchicalDraw } from '../../../models/hierarchical/expand.ts';
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import { menuBlock, menuCount, menuSize, type MenuBlock } from '../../../models/seu/data.ts';
import { predictiveStatistics } from '../../../models/seu/predictive.ts';
import type { PpcCheck, PpcStatistic } from '../report.ts';
import type { CellChoiceFit } from './report.ts';

const STATISTICS: readonly PpcStatistic[] = ['ll', 'modal', 'prob'];

/** Alternatives of one cell in menus of one size (of all sizes, without a size effect), which share a sensitivity. */
interface Group {
  readonly cell: number;
  readonly deviation: number;
  /** Number of the group's first alternative in the pooled block. */
  readonly first: number;
}

interface Pooled {
  readonly groups: readonly Group[];
  readonly alternatives: number;
  readonly menus: MenuBlock;
}

/** One block of all cells' menus, over the alternatives of every group. */
function poolMenus({ sizeEffect }: HierarchicalModel, data: HierarchicalData): Pooled {
  const mean = meanMenuSize(data);
  const groups = new Map<string, Group>();
  let alternatives = 0;
  const groupOf = (cell: number, size: number): Group => {
    const key = sizeEffect ? `${cell} ${size}` : `${cell}`;
    const known = groups.get(key);
    if (known) return known;
    const made = { cell, deviation: sizeEffect ? size - mean : 0, first: alternatives };
    alternatives += data.cells[cell].alternatives;
    groups.set(key, made);
    return made;
  };
  const members = data.cells.flatMap(({ uncertain }, j) =>
    Array.from({ length: menuCount(uncertain) }, (_, m) => {
      const { first } = groupOf(j, menuSize(uncertain, m));
      const items = uncertain.items.subarray(uncertain.starts[m], uncertain.starts[m + 1]);
      return Array.from(items, (r) => first + r);
    }),
  );
  const chosen = data.cells.flatMap(({ uncertain }) => [...uncertain.chosen]);
  return { groups: [...groups.values()], alternatives, menus: menuBlock(members, chosen) };
}

export interface PooledRecord {
  /** Takes one uniform per menu from `random` where it stands, cell by cell. */
  add(draw: number, drawn: HierarchicalDraw, random: RandomStream): void;
  checks(): readonly PpcCheck[];
  /** `labels` names the cells. */
  choices(labels: readonly string[]): readonly CellChoiceFit[];
}

/** Over `total` draws. */
export function pooledRecord(model: HierarchicalModel, data: HierarchicalData, total: number): PooledRecord {
  const { groups, alternatives, menus } = poolMenus(model, data);
  const scaled = new Float64Array(alternatives);
  const sums = new Float64Array(2 * menuCount(menus));
  const sheets = STATISTICS.map((statistic) => ({
    statistic,
    observed: new Float64Array(total),
    replicated: new Float64Array(total),
  }));

  function add(draw: number, { cells, gammaSize }: HierarchicalDraw, random: RandomStream): void {
    for (const { cell, deviation, first } of groups) {
      const { alpha, eta } = cells[cell];
      const a = alpha * exp((gammaSize ?? 0) * deviation);
      for (let r = 0; r < eta.length; r++) scaled[first + r] = a * eta[r];
    }
    const { observed, replicated } = predictiveStatistics(menus, 1, scaled, random, sums);
    sheets.forEach((sheet, i) => {
      sheet.observed[draw] = observed[i];
      sheet.replicated[draw] = replicated[i];
    });
  }

  const checks = (): readonly PpcCheck[] =>
    sheets.map(({ statistic, observed, replicated }) => {
      const hits = observed.reduce((sum, value, s) => sum + (replicated[s] >= value ? 1 : 0), 0);
      return { block: 'uncertain', statistic, p: hits / total, observed, replicated };
    });

  function choices(labels: readonly string[]): readonly CellChoiceFit[] {
    let at = 0;
    return data.cells.flatMap(({ uncertain }, j) =>
      Array.from({ length: menuCount(uncertain) }, (_, m) => ({
        cell: labels[j],
        menu: m + 1,
        log_lik: sums[at++] / total,
        probability: sums[at++] / total,
      })),
    );
  }

  return { add, checks, choices };
}
