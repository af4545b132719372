// Turns a long table, one row per alternative of each presentation, into one SEU content per condition.
import type { DecimalMark } from '../../../formats/cells.ts';
import type { SeuContent } from '../../../formats/dataset.ts';
import type { Table } from '../../../formats/delimited.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import { faultLine } from '../../../formats/fault.ts';
import type { LongMenu } from './long-menus.ts';
import { gatherMenus, menuName } from './long-menus.ts';
import { readRows } from './long-rows.ts';
import type { Mapping } from './mapping.ts';
import { columnsWith, mappingFaults } from './mapping.ts';
import { compareNatural } from './natural-order.ts';
import { missingNote } from './presentations.ts';

export interface LongOptions {
  readonly mapping: Mapping;
  /** K, which a table of choices does not hold. */
  readonly consequences: number;
  /** Leave faulty menus out and say which, in place of refusing the file. */
  readonly dropFaultyMenus: boolean;
  /** Overrides the decimal mark found in each feature column. */
  readonly decimal?: DecimalMark;
}

export interface LongImport {
  readonly condition: string;
  readonly content: SeuContent;
  readonly notes: readonly string[];
}

/**
 * One import per value of the condition column (one in all without it), in order of appearance.
 * The rank of a choice counts a menu's members in the natural order of their identifiers.
 */
export function readLongTable(table: Table, file: string, options: LongOptions): Parsed<LongImport[]> {
  const faults = [
    ...consequenceFaults(options.consequences, file),
    ...mappingFaults(table, options.mapping, file),
  ];
  if (faults.length > 0) return { ok: false, faults };
  const rows = readRows(table, options.mapping, file, options.decimal);
  const menus = gatherMenus(rows, file);
  const blocking = options.dropFaultyMenus ? [] : menus.flatMap((menu) => menu.faults);
  const all = sorted([...rows.fileFaults, ...blocking]);
  if (all.length > 0) return { ok: false, faults: all };
  const common = [consequenceNote(options.consequences), ...ignoredNote(table, options.mapping)];
  return importConditions(menus, options.consequences, common);
}

function consequenceFaults(consequences: number, file: string): Fault[] {
  if (Number.isInteger(consequences) && consequences >= 2 && consequences <= 1000) return [];
  const seen = `${consequences} consequences`;
  return [{ file, row: null, column: null, seen, needed: 'a whole number from 2 to 1000' }];
}

const consequenceNote = (consequences: number): string =>
  `K = ${consequences} consequences, as stated at import: a table of choices does not hold them.`;

function ignoredNote(table: Table, mapping: Mapping): string[] {
  const ignored = columnsWith(table, mapping, 'ignore');
  return ignored.length > 0 ? [`Columns that were not used: ${ignored.join(', ')}.`] : [];
}

/** By row, each fault once: a feature that disagrees spoils several menus but is one fault. */
function sorted(faults: readonly Fault[]): Fault[] {
  const distinct = new Map(faults.map((fault) => [faultLine(fault), fault]));
  return [...distinct.values()].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
}

function importConditions(
  menus: readonly LongMenu[],
  consequences: number,
  common: readonly string[],
): Parsed<LongImport[]> {
  const conditions = [...new Set(menus.map(({ condition }) => condition))];
  const imports: LongImport[] = [];
  const faults: Fault[] = [];
  for (const condition of conditions) {
    const own = menus.filter((menu) => menu.condition === condition);
    const sound = own.filter((menu) => menu.faults.length === 0);
    const dropped = own.filter((menu) => menu.faults.length > 0);
    if (sound.length === 0) faults.push(...sorted(own.flatMap((menu) => menu.faults)));
    else {
      const content = contentOf(sound, consequences);
      const missing = missingNote(content.uncertain);
      const notes = [...common, ...droppedNotes(dropped), ...(missing === null ? [] : [missing])];
      imports.push({ condition, content, notes });
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: imports };
}

function droppedNotes(menus: readonly LongMenu[]): string[] {
  if (menus.length === 0) return [];
  const reasons = menus.map((menu) => {
    const { row, column, seen } = menu.faults[0];
    return `Dropped ${menuName(menu)}: row ${row}, ${column}: ${seen}.`;
  });
  return [`${menus.length} ${menus.length === 1 ? 'menu was' : 'menus were'} dropped as faulty.`, ...reasons];
}

/** Place of the chosen row among the rows of its menu as displayed; null where places are missing or shared. */
function placeOfChoice({ rows }: LongMenu): number | null {
  const places = rows.map(({ position }) => position);
  if (!places.every(Number.isFinite) || new Set(places).size < places.length) return null;
  const chosen = places[rows.findIndex((row) => row.chosen === true)];
  return places.filter((place) => place < chosen).length;
}

function contentOf(menus: readonly LongMenu[], consequences: number): SeuContent {
  const features = new Map(
    menus.flatMap(({ rows }) => rows.map((row) => [row.alternative, row.features] as const)),
  );
  const alternatives = [...features.keys()].sort(compareNatural);
  const index = new Map(alternatives.map((name, r) => [name, r]));
  const members = menus.map(({ rows }) =>
    [...rows].sort((a, b) => compareNatural(a.alternative, b.alternative)),
  );
  const places = menus.map(placeOfChoice);
  const shown = menus.some(({ presentation }) => presentation !== '');
  return {
    schema: 'seu',
    consequences,
    features: alternatives.map((name) => features.get(name) ?? []),
    alternatives,
    uncertain: {
      menus: members.map((rows) => rows.map(({ alternative }) => index.get(alternative) ?? -1)),
      chosen: members.map((rows) => rows.findIndex(({ chosen }) => chosen === true)),
      problems: menus.map(({ problem }) => problem),
      presentations: shown ? menus.map(({ presentation }) => presentation) : null,
      ...(places.some((place) => place !== null) && { positions: places }),
    },
    risky: null,
    deltaConcentration: null,
    truth: null,
  };
}
