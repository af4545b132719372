// The pages that the rail and the bottom bar offer: only what works.
import type { IconName } from '../icons.ts';

export interface Destination {
  readonly page: 'home' | 'data' | 'seu' | 'portability' | 'beliefs' | 'runs';
  readonly label: string;
  /** For the bottom bar, where there is room for one word. */
  readonly shortLabel: string;
  readonly icon: IconName;
  /** Heading above it in the rail, where a group begins. */
  readonly group: string | null;
}

export const DESTINATIONS: readonly Destination[] = [
  { page: 'home', label: 'Home', shortLabel: 'Home', icon: 'home', group: null },
  { page: 'data', label: 'Data', shortLabel: 'Data', icon: 'data', group: null },
  { page: 'seu', label: 'SEU sensitivity', shortLabel: 'SEU', icon: 'seu', group: 'Instruments' },
  { page: 'portability', label: 'Portability', shortLabel: 'Portability', icon: 'portability', group: null },
  { page: 'beliefs', label: 'Beliefs', shortLabel: 'Beliefs', icon: 'beliefs', group: null },
  { page: 'runs', label: 'Runs', shortLabel: 'Runs', icon: 'runs', group: 'Kept here' },
];

/** How many things a page holds, where that is worth a number beside its name. */
export type PageCounts = Readonly<Partial<Record<Destination['page'], number>>>;
