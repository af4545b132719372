// Which tables are chosen: sets that are made anew and never changed.
import type { Dataset, DatasetContent } from '../../formats/dataset.ts';

export const NONE: ReadonlySet<string> = new Set();

export const withTables = (chosen: Iterable<string>, more: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen, ...more]);

export const withoutTables = (chosen: Iterable<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen].filter((hash) => !gone.includes(hash)));

export const contentsOf = <Content extends DatasetContent>(
  datasets: readonly Dataset<Content>[],
): ReadonlyMap<string, Content> => new Map(datasets.map(({ hash, content }) => [hash, content]));
