// Cells that are to be fitted together: their order, the factors of their regression, their item pools.
import { encodeCells } from '../../instruments/seu/hierarchical/encode.ts';
import type { HierarchicalCell, HierarchicalFit } from '../../instruments/seu/hierarchical/plan.ts';
import { hierarchicalFault } from '../../models/hierarchical/data.ts';
import type { HierarchicalModel } from '../../models/hierarchical/presets.ts';
import {
  cellId,
  distinct,
  isFilled,
  isTemperature,
  labelOf,
  labelsApart,
  type ConditionRow,
} from './conditions.ts';
import { designOf, isOneFile, offeredFactors, usualFactors } from './factors.ts';

/** Cells of one file as it has them; others by agent and task, in order of temperature within each. */
export function orderedCells(rows: readonly ConditionRow[]): readonly ConditionRow[] {
  if (isOneFile(rows)) return rows;
  const groups = distinct(rows.map(cellId));
  const place = (row: ConditionRow): number => groups.indexOf(cellId(row));
  return rows.toSorted((a, b) => place(a) - place(b) || Number(a.temperature) - Number(b.temperature));
}

/** As the study's conditions are called where agent and task are known; a temperature ends the label. */
function placedLabel(row: ConditionRow): string {
  const name = isFilled(row) ? cellId(row) : labelOf(row.dataset);
  const ending = isTemperature(row.temperature) ? `T = ${Number(row.temperature)}` : '';
  return ending === '' || name.endsWith(ending) ? name : `${name}, ${ending}`;
}

export class CellsDraft {
  /** Chosen by hand, else what the data suggest. */
  #model = $state<string | null>(null);
  #factors = $state.raw<readonly string[] | null>(null);
  readonly #given: () => readonly ConditionRow[];

  constructor(given: () => readonly ConditionRow[]) {
    this.#given = given;
  }

  readonly rows = $derived.by(() => orderedCells(this.#given()));
  readonly oneFile = $derived(this.rows.length > 0 && isOneFile(this.rows));
  readonly offered = $derived(offeredFactors(this.rows));
  readonly factors = $derived.by(() => {
    const ids = this.#factors ?? usualFactors(this.offered);
    return this.offered.filter(({ id }) => ids.includes(id));
  });
  readonly design = $derived(designOf(this.factors, this.rows.length));
  /** The pool of each cell, from zero: the file's, else one a task; null where a task is missing. */
  readonly pools = $derived.by<readonly number[] | null>(() => {
    if (this.oneFile) {
      const own = this.rows.map(({ dataset }) => dataset.link?.pool ?? null);
      return own.every((pool) => pool !== null) ? own : null;
    }
    const tasks = this.rows.map(({ task }) => task.trim());
    return tasks.includes('') ? null : tasks.map((task) => distinct(tasks).indexOf(task));
  });
  readonly model = $derived.by(() => {
    const pooled = this.oneFile && this.pools !== null;
    return this.#model ?? (pooled ? 'h_m01_pools' : 'h_m01');
  });
  readonly labels = $derived.by<readonly string[]>(() =>
    this.oneFile
      ? this.rows.map(({ dataset }) => dataset.condition)
      : labelsApart(this.rows.map((row) => [placedLabel(row), row.dataset.hash])),
  );
  /** What the cells together are called. */
  readonly label = $derived.by(() => {
    if (this.oneFile) return this.rows[0].dataset.source.file;
    const groups = this.rows.every(isFilled) ? distinct(this.rows.map(cellId)) : [];
    return groups.length === 1 ? groups[0] : `${this.rows.length} cells`;
  });

  chooseModel(name: string): void {
    this.#model = name;
  }

  toggleFactor(id: string): void {
    const ids = this.factors.map((factor) => factor.id);
    this.#factors = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  }

  isChosen(id: string): boolean {
    return this.factors.some((factor) => factor.id === id);
  }

  fit(model: HierarchicalModel): HierarchicalFit {
    const pools = this.oneFile || model.poolEffect ? this.pools : null;
    const cells = this.rows.map(({ dataset }, j): HierarchicalCell => ({
      dataset: dataset.hash,
      label: this.labels[j],
      predictors: this.design[j],
      pool: pools?.[j] ?? null,
    }));
    const named = this.factors.some(({ id }) => id === 'agent' || id === 'task');
    const names = this.factors.flatMap(({ columns }) => columns.map(({ name }) => name));
    return { label: this.label, model, cells, ...(named && { names }) };
  }

  /** Why `model` cannot be fitted to the cells, or null. */
  fault(model: HierarchicalModel): string | null {
    if (this.rows.length < 2 && !this.oneFile) return 'One data set is chosen; cells together need two.';
    if (model.poolEffect && this.pools === null)
      return this.oneFile
        ? 'The file names no item pools; h_m01_pools needs one for each cell.'
        : 'h_m01_pools needs a task for each data set: it names the item pool.';
    const { cells } = this.fit(model);
    const contents = this.rows.map(({ dataset: { content } }, j) => ({ ...cells[j], content }));
    const fault = hierarchicalFault(model, encodeCells(contents));
    return fault && `${fault.replace(/\bcell (\d+)/g, (_, j) => this.labels[Number(j) - 1])}.`;
  }
}
