// Data files of the command: read, recognised and checked wholly before anything starts.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Dataset } from '../formats/dataset.ts';
import { faultLine } from '../formats/fault.ts';
import { datasetOf } from '../formats/hash.ts';
import { modelFor, unusedBy } from '../instruments/seu/encode.ts';
import type { Regression } from '../instruments/seu/import/hierarchical-json.ts';
import { recognise, type ImportOptions } from '../instruments/seu/import/recognise.ts';
import { withPrior } from '../instruments/seu/prior-text.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { UsageError, type Arguments, usage, wholeNumber } from './arguments.ts';

/** One dataset of a file; a long table with several conditions, or a hierarchical file, gives several. */
export interface Input {
  readonly file: string;
  readonly dataset: Dataset;
  readonly label: string;
}

/** All datasets of one file; `regression` links them where they are the cells of a hierarchical study. */
export interface Source {
  readonly file: string;
  readonly inputs: readonly Input[];
  readonly regression: Regression | null;
}

const importOptions = (args: Arguments): ImportOptions => ({
  consequences: wholeNumber(args, 'consequences', 3, 2, 50),
  dropFaultyMenus: args.has('drop-faulty'),
});

async function readBytes(file: string): Promise<Uint8Array | string> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const seen = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'a directory' : 'not readable';
    return `${file}: ${seen}; needed Stan data JSON or a long CSV`;
  }
}

type Read =
  { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly lines: readonly string[] };

async function readSource(file: string, options: ImportOptions): Promise<Read> {
  const bytes = await readBytes(file);
  if (typeof bytes === 'string') return { ok: false, lines: [bytes] };
  const recognition = recognise(file, bytes, options);
  if (!recognition.ok) return { ok: false, lines: recognition.faults.map(faultLine) };
  const { contents, regression } = recognition;
  const several = contents.length > 1 || regression !== null;
  const inputs = contents.map(async ({ content, condition, notes }) => {
    const label = several ? `${file}#${condition}` : file;
    const source = { file: basename(file), address: null, licence: null, citation: null };
    return {
      file,
      label,
      dataset: await datasetOf(content, { name: basename(file), condition, source, history: notes }),
    };
  });
  return { ok: true, source: { file, inputs: await Promise.all(inputs), regression } };
}

/** Every fault of every file at once, as a UsageError. */
export async function readSources(files: readonly string[], args: Arguments): Promise<readonly Source[]> {
  if (files.length === 0) throw usage('DATA', 'no file', 'Stan data JSON or long CSV files');
  const read = await Promise.all(files.map((file) => readSource(file, importOptions(args))));
  const lines = read.flatMap((result) => (result.ok ? [] : result.lines));
  if (lines.length > 0) throw new UsageError(lines);
  return read.flatMap((result) => (result.ok ? [result.source] : []));
}

/** The datasets of all files, cells of hierarchical ones apart. */
export const readInputs = async (files: readonly string[], args: Arguments): Promise<readonly Input[]> =>
  (await readSources(files, args)).flatMap(({ inputs }) => inputs);

/** The preset that fits the data's shape where none was named. */
const defaultModel = ({ content }: Dataset): string =>
  content.risky ? 'm_1' : content.deltaConcentration !== null ? 'm_03' : 'm_0';

/** The model for a dataset: preset `name` (or the one its shape suggests) with priors replaced as texts say. */
export function resolveModel(input: Input, name: string | undefined, priors: readonly string[]): SeuModel {
  const parsed = modelFor(name ?? defaultModel(input.dataset), input.dataset.content, input.file);
  if (!parsed.ok) throw new UsageError(parsed.faults.map(faultLine));
  const model = priors.reduce((current, text) => {
    const changed = withPrior(current, text);
    if (!changed.ok) throw usage('--prior', JSON.stringify(text), changed.needed);
    return changed.model;
  }, parsed.value);
  const { sd } = model.priors.beta;
  const D = input.dataset.content.features[0].length;
  if (typeof sd !== 'number' && sd.length !== D)
    throw usage('--prior', `${sd.length} sds of beta`, `one, or ${D}: one per feature of ${input.file}`);
  return model;
}

/** What of the data a model leaves unused, for stderr and the manifest. */
export const inputWarnings = (input: Input, model: SeuModel): readonly string[] =>
  unusedBy(model, input.dataset.content).map((note) => `${input.label}: ${note}`);
