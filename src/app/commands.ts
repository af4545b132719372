// What the command palette offers: pages, settings, and what the page in view adds.
import { addressOf } from './route.ts';
import { router } from './router.svelte.ts';
import type { Destination } from './shell/navigation.ts';
import { theme } from './theme.svelte.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** A word on where it leads or what it changes. */
  readonly note: string;
  readonly keys: readonly string[];
  readonly run: () => void;
}

const page = (id: Destination['page'], label: string, key: string): Command => ({
  id,
  label,
  note: 'page',
  keys: ['G', key],
  run: () => router.go(addressOf(id)),
});

/** Pages, in the order of the rail. */
export const PAGE_COMMANDS: readonly Command[] = [
  page('home', 'Home', 'H'),
  page('data', 'Data', 'D'),
  page('seu', 'SEU sensitivity', 'S'),
  page('portability', 'Portability', 'P'),
  page('beliefs', 'Beliefs', 'B'),
  page('runs', 'Runs', 'R'),
];

const themeCommand = (choice: 'system' | 'light' | 'dark'): Command => ({
  id: `theme-${choice}`,
  label: `Theme: ${choice}`,
  note: 'setting',
  keys: [],
  run: () => (theme.choice = choice),
});

export const THEME_COMMANDS: readonly Command[] = [
  themeCommand('system'),
  themeCommand('light'),
  themeCommand('dark'),
];

/** Commands that match every word typed, those whose label starts with it first. */
export function findCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = commands.filter(({ label, note }) => {
    const text = `${label} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const starts = ({ label }: Command): boolean => label.toLowerCase().startsWith(query.trim().toLowerCase());
  return [...matches.filter(starts), ...matches.filter((command) => !starts(command))];
}
