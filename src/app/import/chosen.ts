// Which tables are chosen: sets that are made anew and never changed.
import type { Dataset, DatasetContent } from '../../formats/dataset.ts';

export const NONE: ReadonlySet<string> = new Set();

export const withTables = (chosen: Iterable<string>, more: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen, ...more]);

export const withoutTables = (chosen: Iterable<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen].filter((hash) => !gone.includes(hash)));

/** What is chosen before anyone chooses: the tables of the newest study whose tables are kept, or the only one kept. */
export function firstChoice(
  kept: readonly { readonly hash: string }[],
  studied: readonly (readonly string[])[],
): ReadonlySet<string> {
  const here = new Set(kept.map(({ hash }) => hash));
  const newest = studied.find((hashes) => hashes.length > 0 && hashes.every((hash) => here.has(hash)));
  return new Set(newest ?? (kept.length === 1 ? here : NONE));
}

export const contentsOf = <Content extends DatasetContent>(
  datasets: readonly Dataset<Content>[],
): ReadonlyMap<string, Content> => new Map(datasets.map(({ hash, content }) => [hash, content]));
