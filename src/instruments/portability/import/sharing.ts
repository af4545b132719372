// Whether instances are shared between environments: it decides what a permutation may exchange.
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import type { Fault } from '../../../formats/fault.ts';
import type { InstanceFacts } from './instances.ts';
import { placeOf, type GamePart } from './part.ts';

/** A table before its instances have been judged. */
export type Columns = Omit<ChoiceTable, 'shared' | 'draw'>;

const xText = (table: Pick<ChoiceTable, 'x' | 'features'>, row: number): string =>
  Array.from(table.x.subarray(row * table.features.length, (row + 1) * table.features.length)).join(', ');

export function conflictFaults(
  parts: readonly GamePart[],
  columns: Columns,
  { conflicts }: InstanceFacts,
): readonly Fault[] {
  return conflicts.map(({ row, first }) => {
    const instance = columns.instance.names[columns.instance.codes[row]];
    const environment = columns.environment.names[columns.environment.codes[row]];
    const earlier = placeOf(parts, first);
    return {
      ...placeOf(parts, row),
      column: columns.features.join('+'),
      seen: `x ${xText(columns, row)} where instance ${instance} of ${environment} has ${xText(columns, first)} in row ${earlier.row}`,
      needed: 'one x for an instance in an environment',
    };
  });
}

export interface Sharing {
  readonly shared: boolean;
  readonly note: string;
  readonly fault: string | null;
}

/** Instances are shared where one code never has two x and most codes occur in several environments. */
export function sharing(columns: Columns, facts: InstanceFacts, asked: boolean | null): Sharing {
  const { differing, repeated } = facts;
  const total = columns.instance.names.length;
  const where = (row: number): string =>
    `${columns.environment.names[columns.environment.codes[row]]} (${xText(columns, row)})`;
  const name = differing && columns.instance.names[columns.instance.codes[differing.row]];
  const apart =
    differing && `instance ${name} differs in ${where(differing.first)} and ${where(differing.row)}`;
  if (asked === true && apart) return { shared: false, note: '', fault: apart };
  if (asked !== null)
    return { shared: asked, note: `Instances are ${asked ? 'shared' : 'private'}, as told.`, fault: null };
  if (apart) return { shared: false, note: `Instances are private to environments: ${apart}.`, fault: null };
  const shared = 2 * repeated > total;
  const note = `Instances are ${shared ? 'shared by' : 'private to'} environments: ${repeated} of ${total} occur in several, with one x.`;
  return { shared, note, fault: null };
}
