// The x of a game: which columns it has, and what in them is no number.
import type { Fault } from '../../../formats/fault.ts';
import { gameNamed } from '../games.ts';
import { rowAt, sizeOf, type GamePart } from './part.ts';
import type { FeatureColumn } from './read-file.ts';

/** Features with a number in some row of the game, in the order of the game's parameters where all of them are. */
export function featureNames(game: string, parts: readonly GamePart[]): readonly string[] {
  const names = [...new Set(parts.flatMap(({ source }) => source.features.map(({ name }) => name)))];
  const present = names.filter((name) =>
    parts.some((part) => {
      const feature = part.source.features.find((entry) => entry.name === name);
      if (!feature) return false;
      for (let i = 0; i < sizeOf(part); i++) if (!Number.isNaN(feature.values[rowAt(part, i)])) return true;
      return false;
    }),
  );
  const known = gameNamed(game)?.parameters.map(({ name }) => name) ?? [];
  const same = known.length === present.length && known.every((name) => present.includes(name));
  return same ? known : present.length > 0 ? present : names;
}

function oddFaults(part: GamePart, { name, odd }: FeatureColumn): readonly Fault[] {
  const wanted = part.rows && new Set(part.rows);
  return odd
    .filter(({ row }) => wanted === null || wanted.has(row))
    .map(({ row, text }) => ({
      file: part.source.file,
      row: part.source.fileRow(row),
      column: name,
      seen: text === '' ? 'an empty cell' : JSON.stringify(text),
      needed: 'a number',
    }));
}

function fillX(
  x: Float64Array,
  features: number,
  f: number,
  parts: readonly GamePart[],
  name: string,
): Fault[] {
  const faults: Fault[] = [];
  let row = 0;
  for (const part of parts) {
    const feature = part.source.features.find((entry) => entry.name === name);
    const size = sizeOf(part);
    if (feature) for (let i = 0; i < size; i++) x[(row + i) * features + f] = feature.values[rowAt(part, i)];
    if (feature) faults.push(...oddFaults(part, feature));
    else {
      const { file } = part.source;
      faults.push({ file, row: 1, column: null, seen: `no column ${name}`, needed: 'the x of its game' });
    }
    row += size;
  }
  return faults;
}

/** Rows × features, with every cell that is no number. */
export function stackX(
  parts: readonly GamePart[],
  names: readonly string[],
): { readonly x: Float64Array; readonly faults: readonly Fault[] } {
  const rows = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const x = new Float64Array(rows * names.length);
  const faults = names.flatMap((name, f) => fillX(x, names.length, f, parts, name));
  return { x, faults };
}
