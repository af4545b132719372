// Where a command takes its study design from: a data file, or a specification such as K=3,D=5,R=15,M=25.
import type { SeuContent } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import { designContent, designOfContent } from '../instruments/seu/design/generate.ts';
import type { DesignSettings } from '../instruments/seu/design/settings.ts';
import { designText } from '../instruments/seu/design/spec.ts';
import { usage, type Arguments } from './arguments.ts';
import { designSettings, flatDesignSettings } from './generate.ts';
import { readInputs, type Input } from './inputs.ts';

/** A specification has an equals sign; the name of a file that has one can be given as DATA. */
const isSpecification = (text: string): boolean => text.includes('=');

/** The files named: DATA, or --design where it is no specification. */
function filesOf(args: Arguments): readonly string[] {
  const text = args.text('design');
  const named = text !== undefined && !isSpecification(text) ? [text] : [];
  if (args.positionals.length > 0 && text !== undefined)
    throw usage(
      '--design',
      `${JSON.stringify(text)} beside ${args.positionals[0]}`,
      'one design: DATA or --design',
    );
  return [...args.positionals, ...named];
}

/** `content` as an input, named by what made it. */
async function inputOf(content: SeuContent, label: string): Promise<Input> {
  const source = { file: label, address: null, licence: null, citation: null };
  const about = { name: 'design', condition: '', source, history: [] };
  return { file: label, label, dataset: await datasetOf(content, about) };
}

async function readDesign(files: readonly string[], args: Arguments): Promise<Input> {
  const inputs = await readInputs(files, args);
  if (inputs.length !== 1)
    throw usage(
      'DATA',
      inputs.map(({ label }) => label).join(', '),
      'one design: one file with one condition',
    );
  const [{ dataset, label }] = inputs;
  return inputOf(designOfContent(dataset.content), label);
}

/** The design as data whose choices mean nothing; cells are refused. */
export async function designInput(args: Arguments): Promise<Input> {
  const files = filesOf(args);
  if (files.length > 0) return readDesign(files, args);
  const design = flatDesignSettings(args);
  return inputOf(designContent(design), designText(design));
}

/** The settings of a design with cells, or null where the design has none. */
export function cellDesign(args: Arguments): DesignSettings | null {
  if (filesOf(args).length > 0) return null;
  const design = designSettings(args);
  return design.factors ? design : null;
}
