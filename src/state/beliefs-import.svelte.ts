// Files of answers on their way in, to be kept as one table.
import type { ResponseDataset } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import type { Mapping, Role } from '../instruments/beliefs/import/mapping.ts';
import type { AnswerImports, AnswersRead } from '../workers/beliefs-import.ts';
import { TableImport } from './table-import.svelte.ts';

export class AnswerImport extends TableImport<Role, AnswersRead> {
  readonly #imports: AnswerImports;

  constructor(imports: AnswerImports) {
    super();
    this.#imports = imports;
  }

  protected reading(mapping: Partial<Mapping>): Promise<AnswersRead> {
    return this.#imports.read(this.files, mapping);
  }

  /** The table that was read as a dataset, or null where there are faults; files are let go of. */
  async take(): Promise<ResponseDataset | null> {
    const imported = this.read?.imported;
    if (!imported) return null;
    const source = this.source();
    const name = source.file.replace(/\.(?:csv|tsv|txt)(?:\.gz)?$/, '');
    const dataset = await datasetOf(imported.table, { name, condition: '', source, history: imported.notes });
    this.dismiss();
    return dataset;
  }
}
