// Reasoning texts of a cell, with what their prompts said.
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import type { ReasoningTexts } from '../../../statistics/portability/text/study.ts';
import type { NamedCell } from '../cells.ts';

/** Places in the texts' list by model and regime: a table is gone through once. */
const known = new WeakMap<ChoiceTable, ReadonlyMap<string, readonly number[]>>();

function placesByCell(table: ChoiceTable): ReadonlyMap<string, readonly number[]> {
  const found = known.get(table);
  if (found) return found;
  const places = new Map<string, number[]>();
  table.texts.rows.forEach((row, place) => {
    if (table.texts.texts[place].trim() === '') return;
    const key = `${table.model.codes[row]} ${table.regime.codes[row]}`;
    const list = places.get(key);
    if (list) list.push(place);
    else places.set(key, [place]);
  });
  known.set(table, places);
  return places;
}

/**
 * Texts under the cell's model and regime, those without a parsed action included: they reason all the same. Null where
 * fewer than two.
 */
export function textsOf(
  table: ChoiceTable,
  { model, regime }: Pick<NamedCell, 'model' | 'regime'>,
): ReasoningTexts | null {
  const key = `${table.model.names.indexOf(model)} ${table.regime.names.indexOf(regime)}`;
  const places = placesByCell(table).get(key) ?? [];
  if (places.length < 2) return null;
  const rows = places.map((place) => table.texts.rows[place]);
  const features = table.features.length;
  return {
    texts: places.map((place) => table.texts.texts[place]),
    environments: table.environment.names.length,
    environment: Uint16Array.from(rows, (row) => table.environment.codes[row]),
    instance: Uint32Array.from(rows, (row) => table.instance.codes[row]),
    features,
    x: Float64Array.from(rows.flatMap((row) => [...table.x.subarray(row * features, (row + 1) * features)])),
    shared: table.shared,
  };
}
