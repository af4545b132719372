// J and K go to the next and the previous cell of what is shown; a table that has the focus takes them for its rows.
import { shortcuts } from '../shortcuts.svelte.ts';

/** An attachment: the keys are there while its element is. `go` is given the place, from 0 to `count() − 1`. */
export function cellKeys(
  count: () => number,
  place: () => number,
  go: (place: number) => void,
): () => () => void {
  const step = (by: 1 | -1) => (): void => go(Math.max(0, Math.min(count() - 1, place() + by)));
  return () =>
    shortcuts.bind([
      { keys: ['J'], label: 'Next cell', group: 'This page', run: step(1) },
      { keys: ['K'], label: 'Previous cell', group: 'This page', run: step(-1) },
    ]);
}
