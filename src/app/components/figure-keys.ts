// What a key means to a focused figure.
import type { ExportKind } from './figure-export.ts';

export type FigureKey =
  | { readonly act: 'table' | 'open' | 'leave' | 'wait' }
  | { readonly act: 'export'; readonly kind: ExportKind }
  | { readonly act: 'step'; readonly key: string };

const exportKinds: Readonly<Record<string, ExportKind>> = { s: 'svg', p: 'png', c: 'csv' };

/** `afterExport` says that E was pressed just before, which awaits S, P or C. Null: the key is not the figure's. */
export function figureKey(key: string, afterExport: boolean): FigureKey | null {
  const kind = afterExport ? exportKinds[key.toLowerCase()] : undefined;
  if (kind) return { act: 'export', kind };
  if (/^(Arrow|Home|End)/.test(key)) return { act: 'step', key };
  const acts: Readonly<Record<string, 'table' | 'open' | 'leave' | 'wait'>> = {
    t: 'table',
    e: 'wait',
    Enter: 'open',
    Escape: 'leave',
  };
  const act = acts[key.length === 1 ? key.toLowerCase() : key];
  return act ? { act } : null;
}

const GROUP = 'In a figure';

/** The figure's keys as the list of shortcuts names them; Enter only where a mark opens something. */
export const figureKeys = (opens: boolean) => [
  { keys: ['←', '→'], label: 'Next mark', group: GROUP },
  { keys: ['↑', '↓'], label: 'Next series or panel', group: GROUP },
  { keys: ['Home', 'End'], label: 'First and last mark', group: GROUP },
  ...(opens ? [{ keys: ['Enter'], label: 'Open the mark', group: GROUP }] : []),
  { keys: ['T'], label: 'Table view', group: GROUP },
  { keys: ['E', 'S'], label: 'Export SVG', group: GROUP },
  { keys: ['E', 'P'], label: 'Export PNG', group: GROUP },
  { keys: ['E', 'C'], label: 'Export CSV', group: GROUP },
];
