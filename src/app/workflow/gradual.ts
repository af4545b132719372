// A list that becomes another one item at a time, so that no task has to make all of it.

/** `list` with `item` at `place`; one of its key that stood elsewhere is gone, one that stood there moves on. */
export function placed<Item>(
  list: readonly Item[],
  place: number,
  item: Item,
  keyOf: (item: Item) => string,
): readonly Item[] {
  const others = list.filter((other) => keyOf(other) !== keyOf(item));
  return [...others.slice(0, place), item, ...others.slice(place)];
}
