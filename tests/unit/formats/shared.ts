// Where the real data files lie beside a checkout; tests that need them skip in plain sight where they are absent.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../shared/data/', import.meta.url);

export const sharedPath = (path: string): string => fileURLToPath(new URL(path, root));
export const haveShared = existsSync(sharedPath('seu/SOURCE.md'));
export const sharedBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(sharedPath(path)));
export const sharedJson = <Value>(path: string): Value =>
  JSON.parse(readFileSync(sharedPath(path), 'utf8')) as Value;

/** The twenty real conditions with their numbers of choices, from the notes of the published study. */
export const REAL_CONDITIONS: readonly (readonly [path: string, choices: number, consequences: number])[] = [
  ...[0, 0.3, 0.7, 1, 1.5].map((t) => [`gpt4o-insurance/${stem(t)}`, 300, 3] as const),
  ...zip([0, 0.2, 0.5, 0.8, 1], [297, 295, 297, 296, 298]).map(
    ([t, m]) => [`claude-insurance/${stem(t)}`, m, 3] as const,
  ),
  ...zip([0, 0.3, 0.7, 1, 1.5], [300, 300, 300, 300, 299]).map(
    ([t, m]) => [`gpt4o-ellsberg/${stem(t)}`, m, 4] as const,
  ),
  ...zip([0, 0.2, 0.5, 0.8, 1], [298, 300, 293, 296, 292]).map(
    ([t, m]) => [`claude-ellsberg/${stem(t)}`, m, 4] as const,
  ),
];

function stem(temperature: number): string {
  return `T${temperature.toFixed(1).replace('.', '_')}.json`;
}

function zip(a: readonly number[], b: readonly number[]): [number, number][] {
  return a.map((value, index) => [value, b[index]]);
}
