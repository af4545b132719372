// Sizes and times as the page writes them; numbers are written by charts/number-format.ts.
import { integer } from '../charts/number-format.ts';

/** "1 run", "2 runs": for nouns that take an s. */
export const formatCounted = (count: number, noun: string): string =>
  `${integer(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Bytes in decimal units: `84 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const scaled = bytes / 1000 ** step;
  return `${scaled.toFixed(step > 0 && scaled < 10 ? 1 : 0)} ${units[step]}`;
}

/** Seconds as people say them: `23 s`, `4 min`, `1 h 10 min`; minutes past an hour to the nearest five. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rounded = Math.round(minutes / 5) * 5;
  const rest = rounded % 60;
  return `${Math.floor(rounded / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}

/** When something happened, seen from `now`: `now`, `11:02`, `yesterday`, `Monday`, `3 March`. */
export function formatWhen(time: number, now: number): string {
  const date = new Date(time);
  const days = daysBetween(date, new Date(now));
  if (now - time < 60_000) return 'now';
  if (days === 0) return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (days === 1) return 'yesterday';
  if (days < 7) return date.toLocaleDateString('en-GB', { weekday: 'long' });
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}

function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}
