// Reads files of answers away from the page's own thread: tables of a hundred thousand answers take a second.
import type { Fault } from '../formats/fault.ts';
import { beliefCells } from '../instruments/beliefs/import/cells.ts';
import { importResponses, type ImportedResponses } from '../instruments/beliefs/import/import.ts';
import type { Mapping } from '../instruments/beliefs/import/mapping.ts';
import { previewAnswers, type AnswersHead } from '../instruments/beliefs/import/preview.ts';
import { retentionOf, type Retention } from '../instruments/beliefs/retention.ts';

export interface AnswerFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What was read of several files: one table with what its cells keep, or every fault. */
export interface AnswersRead {
  readonly heads: readonly AnswersHead[];
  readonly imported: ImportedResponses | null;
  readonly retention: readonly Retention[];
  readonly faults: readonly Fault[];
}

export interface AnswerImports {
  read(files: readonly AnswerFile[], mapping: Partial<Mapping>): Promise<AnswersRead>;
}

const head = ({ name, bytes }: AnswerFile, mapping: Partial<Mapping>): readonly AnswersHead[] => {
  const preview = previewAnswers(name, bytes, mapping);
  return preview.ok ? [preview.value] : [];
};

export const answerImports: AnswerImports = {
  async read(files, mapping) {
    const heads = files.flatMap((file) => head(file, mapping));
    const sources = files.map(({ name, bytes }) => ({ file: name, bytes }));
    const imported = importResponses(sources, mapping);
    if (!imported.ok) return { heads, imported: null, retention: [], faults: imported.faults };
    const retention = beliefCells(imported.value.table).map(retentionOf);
    return { heads, imported: imported.value, retention, faults: [] };
  },
};
