// Reads files of answers away from the page's own thread: tables of a hundred thousand answers take a second.
import type { Fault } from '../formats/fault.ts';
import { ungzipped } from '../formats/gzip.ts';
import type { NamedFile } from '../formats/named-file.ts';
import { beliefCells } from '../instruments/beliefs/import/cells.ts';
import {
  importResponses,
  type ImportedResponses,
  type SourceFile,
} from '../instruments/beliefs/import/import.ts';
import type { Mapping } from '../instruments/beliefs/import/mapping.ts';
import { previewAnswers, type AnswersHead } from '../instruments/beliefs/import/preview.ts';
import { retentionOf, type Retention } from '../instruments/beliefs/retention.ts';

/** What was read of several files: one table with what its cells keep, or every fault. */
export interface AnswersRead {
  readonly heads: readonly AnswersHead[];
  readonly imported: ImportedResponses | null;
  readonly retention: readonly Retention[];
  readonly faults: readonly Fault[];
}

export interface AnswerImports {
  read(files: readonly NamedFile[], mapping: Partial<Mapping>): Promise<AnswersRead>;
}

const head = ({ file, bytes }: SourceFile, mapping: Partial<Mapping>): readonly AnswersHead[] => {
  const preview = previewAnswers(file, bytes, mapping);
  return preview.ok ? [preview.value] : [];
};

export const answerImports: AnswerImports = {
  async read(files, mapping) {
    const opened = await Promise.all(files.map(({ name, bytes }) => ungzipped(name, bytes)));
    const shut = opened.flatMap((file) => (file.ok ? [] : file.faults));
    if (shut.length > 0) return { heads: [], imported: null, retention: [], faults: shut };
    const sources = opened.flatMap((file, i) =>
      file.ok ? [{ file: files[i].name, bytes: file.value }] : [],
    );
    const heads = sources.flatMap((source) => head(source, mapping));
    const imported = importResponses(sources, mapping);
    if (!imported.ok) return { heads, imported: null, retention: [], faults: imported.faults };
    const retention = beliefCells(imported.value.table).map(retentionOf);
    return { heads, imported: imported.value, retention, faults: [] };
  },
};
