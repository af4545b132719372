// luce generate: a seeded design and agent with known parameters, as Stan data.
import { writeStanData } from '../formats/stan-data.ts';
import { generateContent } from '../instruments/seu/design/generate.ts';
import { parseDesign } from '../instruments/seu/design/spec.ts';
import type { DesignSettings } from '../instruments/seu/design/settings.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';
import { openOutputFile } from './output.ts';
import { generateBeliefs } from './beliefs-generate.ts';
import { generatePortability } from './portability-generate.ts';

/** The design that --design specifies, cells allowed; the default one where the flag is absent. */
export function designSettings(args: Arguments): DesignSettings {
  const spec = parseDesign(args.text('design') ?? '');
  if (!spec.ok) throw new UsageError(spec.faults.map((fault) => `--design: ${fault}`));
  return spec.design;
}

/** As `designSettings`, for commands that know no cells. */
export function flatDesignSettings(args: Arguments): DesignSettings {
  const design = designSettings(args);
  if (design.factors) throw usage('--design', `cells=${design.factors.join('x')}`, 'a design without cells');
  return design;
}

export function alphaOf(args: Arguments, fallback: number): number {
  const text = args.text('alpha');
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0 && Number.isFinite(value)))
    throw usage('--alpha', JSON.stringify(text), 'a positive number');
  return value;
}

export async function generateCommand(args: Arguments): Promise<number> {
  if (args.positionals[0] === 'portability') return generatePortability(args);
  if (args.positionals[0] === 'beliefs') return generateBeliefs(args);
  const content = generateContent(flatDesignSettings(args), alphaOf(args, 5));
  await openOutputFile(args, writeStanData(content));
  return 0;
}
