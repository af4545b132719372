// Menus of both blocks as one list over items, and the list turned round: the places at which each item stands.
import { menuCount, type MenuBlock } from '../../models/seu/data.ts';

/** Distinct menus in order of first appearance; a place is a member of a menu. */
export interface DistinctMenus {
  readonly starts: readonly number[];
  /** Item at each place. */
  readonly items: readonly number[];
  /** How often the item at each place was chosen from that menu. */
  readonly taken: readonly number[];
  /** Presentations of each menu. */
  readonly shown: readonly number[];
  /** Choices of each item over all menus. */
  readonly chosen: readonly number[];
}

interface Entry {
  readonly members: readonly number[];
  readonly taken: number[];
}

function collect(entries: Map<string, Entry>, menus: MenuBlock, firstItem: number): void {
  for (let m = 0; m < menuCount(menus); m++) {
    const members = Array.from(
      menus.items.subarray(menus.starts[m], menus.starts[m + 1]),
      (i) => i + firstItem,
    );
    const key = members.join(' ');
    const entry = entries.get(key) ?? { members, taken: members.map(() => 0) };
    entry.taken[menus.chosen[m]] += 1;
    entries.set(key, entry);
  }
}

/** Lotteries are the items from `alternatives` on. */
export function distinctMenus(
  uncertain: MenuBlock,
  risky: MenuBlock | null,
  alternatives: number,
  itemCount: number,
): DistinctMenus {
  const byMembers = new Map<string, Entry>();
  collect(byMembers, uncertain, 0);
  if (risky) collect(byMembers, risky, alternatives);
  const entries = [...byMembers.values()];
  const starts = [0];
  const chosen = Array.from({ length: itemCount }, () => 0);
  for (const { members, taken } of entries) {
    starts.push(starts[starts.length - 1] + members.length);
    members.forEach((item, i) => (chosen[item] += taken[i]));
  }
  return {
    starts,
    items: entries.flatMap(({ members }) => members),
    taken: entries.flatMap(({ taken }) => taken),
    shown: entries.map(({ taken }) => taken.reduce((sum, n) => sum + n, 0)),
    chosen,
  };
}

/** For each item the places it stands at, `places[starts[i] … starts[i + 1] − 1]`, with the menu of each. */
export function placesByItem(
  menus: DistinctMenus,
  itemCount: number,
): { starts: number[]; places: number[]; menuOfPlace: number[] } {
  const lists = Array.from({ length: itemCount }, (): { place: number; menu: number }[] => []);
  for (let menu = 0; menu + 1 < menus.starts.length; menu++)
    for (let place = menus.starts[menu]; place < menus.starts[menu + 1]; place++)
      lists[menus.items[place]].push({ place, menu });
  const starts = [0];
  for (const list of lists) starts.push(starts[starts.length - 1] + list.length);
  const all = lists.flat();
  return { starts, places: all.map(({ place }) => place), menuOfPlace: all.map(({ menu }) => menu) };
}

/** Menus of several cells as one list: items of part j count from `firsts[j]`. */
export function stackMenus(parts: readonly DistinctMenus[], firsts: readonly number[]): DistinctMenus {
  const starts = [0];
  for (const part of parts) {
    const base = starts[starts.length - 1];
    starts.push(...part.starts.slice(1).map((start) => base + start));
  }
  return {
    starts,
    items: parts.flatMap(({ items }, j) => items.map((item) => firsts[j] + item)),
    taken: parts.flatMap(({ taken }) => taken),
    shown: parts.flatMap(({ shown }) => shown),
    chosen: parts.flatMap(({ chosen }) => chosen),
  };
}
