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

/** Cells of the game that are no numbers. */
function cellFaults(part: GamePart, { name, values, odd }: FeatureColumn): readonly Fault[] {
  const texts = new Map(odd.map(({ row, text }) => [row, text]));
  const faults: Fault[] = [];
  for (let i = 0; i < sizeOf(part); i++) {
    const row = rowAt(part, i);
    if (!Number.isNaN(values[row])) continue;
    const text = texts.get(row);
    const seen = text === undefined ? 'an empty cell' : JSON.stringify(text);
    const { file, fileRow } = part.source;
    faults.push({ file, row: fileRow(row), column: name, seen, needed: 'a number' });
  }
  return faults;
}

function fillX(x: Float64Array, features: number, f: number, parts: readonly GamePart[], name: string): void {
  let at = f;
  for (const part of parts) {
    const values = part.source.features.find((feature) => feature.name === name)?.values;
    for (let i = 0; i < sizeOf(part); i++, at += features) x[at] = values ? values[rowAt(part, i)] : NaN;
  }
}

function featureFaults(part: GamePart, name: string): readonly Fault[] {
  const feature = part.source.features.find((entry) => entry.name === name);
  if (feature) return cellFaults(part, feature);
  const { file } = part.source;
  return [{ file, row: 1, column: null, seen: `no column ${name}`, needed: 'the x of its game' }];
}

/** Rows × features, with every cell that is no number. */
export function stackX(
  parts: readonly GamePart[],
  names: readonly string[],
): { readonly x: Float64Array; readonly faults: readonly Fault[] } {
  const rows = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const x = new Float64Array(rows * names.length);
  names.forEach((name, f) => fillX(x, names.length, f, parts, name));
  return { x, faults: parts.flatMap((part) => names.flatMap((name) => featureFaults(part, name))) };
}
