// Data files of the command: read, recognised and checked wholly before anything starts.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Dataset } from '../formats/dataset.ts';
import { faultLine } from '../formats/fault.ts';
import { datasetOf } from '../formats/hash.ts';
import { modelFor, unusedBy } from '../instruments/seu/encode.ts';
import { recognise, type ImportOptions } from '../instruments/seu/import/recognise.ts';
import { withPrior } from '../instruments/seu/prior-text.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { UsageError, type Arguments, usage, wholeNumber } from './arguments.ts';

/** One dataset of a file; a long table with several conditions gives several. */
export interface Input {
  readonly file: string;
  readonly dataset: Dataset;
  readonly label: string;
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

async function readInput(
  file: string,
  options: ImportOptions,
): Promise<{ inputs: Input[]; lines: string[] }> {
  const bytes = await readBytes(file);
  if (typeof bytes === 'string') return { inputs: [], lines: [bytes] };
  const recognition = recognise(file, bytes, options);
  if (!recognition.ok) return { inputs: [], lines: recognition.faults.map(faultLine) };
  const several = recognition.contents.length > 1;
  const inputs = recognition.contents.map(async ({ content, condition, notes }) => {
    const label = several ? `${file}#${condition}` : file;
    const source = { file: basename(file), address: null, licence: null, citation: null };
    return {
      file,
      label,
      dataset: await datasetOf(content, { name: basename(file), condition, source, history: notes }),
    };
  });
  return { inputs: await Promise.all(inputs), lines: [] };
}

/** Every fault of every file at once, as a UsageError. */
export async function readInputs(files: readonly string[], args: Arguments): Promise<readonly Input[]> {
  if (files.length === 0) throw usage('DATA', 'no file', 'Stan data JSON or long CSV files');
  const read = await Promise.all(files.map((file) => readInput(file, importOptions(args))));
  const lines = read.flatMap((result) => result.lines);
  if (lines.length > 0) throw new UsageError(lines);
  return read.flatMap(({ inputs }) => inputs);
}

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
