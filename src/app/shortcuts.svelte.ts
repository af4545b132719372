// The keyboard map: what is bound now is what acts and what the list of shortcuts shows.
import { untrack } from 'svelte';
import { keep, recall } from './device.ts';

export interface Shortcut {
  /** Keys in order, as printed: ['G', 'H'] is a sequence, ['Shift+D'] and ['Ctrl+K'] are chords. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: string;
  /** Absent where a focused figure, table or run box handles the key itself and this only lists it. */
  readonly run?: () => void;
}

/** A second key that comes later than this does not continue a sequence. */
const SEQUENCE_MS = 1200;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The printed name of a key press: 'Ctrl+K' (or ⌘), 'Shift+D', 'G', '?', '/', 'Escape'. */
export function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${key}`;
  if (event.altKey) return `Alt+${key}`;
  const shiftedLetter = event.shiftKey && /^[A-Z]$/.test(key);
  return shiftedLetter ? `Shift+${key}` : key;
}

/** Whether a key typed here writes text, so that single keys must not act. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|range|button|submit)$/.test(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

class Shortcuts {
  #bound = $state.raw<readonly Shortcut[]>([]);
  #singleKeys = $state(recall('singleKeys', isBoolean, true));
  #pending: { readonly key: string; readonly time: number } | null = null;

  get bound(): readonly Shortcut[] {
    return this.#bound;
  }

  get singleKeys(): boolean {
    return this.#singleKeys;
  }

  set singleKeys(on: boolean) {
    this.#singleKeys = on;
    keep('singleKeys', on);
  }

  /** Binds shortcuts until the returned function is called; a later binding of the same keys wins. */
  bind(shortcuts: readonly Shortcut[]): () => void {
    this.#change((bound) => [...bound, ...shortcuts]);
    return () => this.#change((bound) => bound.filter((shortcut) => !shortcuts.includes(shortcut)));
  }

  /** Runs what the press is bound to; one that only begins a sequence is remembered, one that is held acts once. */
  press(event: KeyboardEvent): void {
    if (event.repeat) return;
    const key = keyName(event);
    const chord = key.startsWith('Ctrl+');
    if (event.defaultPrevented || (!chord && (!this.#singleKeys || isField(event.target)))) return;
    const shortcut = this.#match(key, event.timeStamp);
    this.#pending = { key, time: event.timeStamp };
    if (!shortcut?.run) return;
    event.preventDefault();
    this.#pending = null;
    shortcut.run();
  }

  /** Untracked: whoever binds is not to be run again when others do. */
  #change(next: (bound: readonly Shortcut[]) => readonly Shortcut[]): void {
    this.#bound = next(untrack(() => this.#bound));
  }

  #match(key: string, time: number): Shortcut | undefined {
    const first = this.#pending && time - this.#pending.time < SEQUENCE_MS ? this.#pending.key : null;
    const acting = this.#bound.filter(({ run }) => run !== undefined);
    const sequence = first && acting.findLast(({ keys }) => keys[0] === first && keys[1] === key);
    return sequence || acting.findLast(({ keys }) => keys.length === 1 && keys[0] === key);
  }
}

export const shortcuts = new Shortcuts();
