// luce generate: a seeded design and agent with known parameters, as Stan data.
import { writeStanData } from '../formats/stan-data.ts';
import {
  generateContent,
  designFaults,
  DEFAULT_DESIGN,
  type DesignSettings,
} from '../instruments/seu/generate.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';
import { openOutputFile } from './output.ts';

const KEYS: Readonly<Record<string, keyof DesignSettings>> = {
  K: 'consequences',
  D: 'dimensions',
  R: 'alternatives',
  M: 'menus',
  seed: 'seed',
};
const NEEDED = 'K=3,D=5,R=15,M=100,menu=2-5,seed=42 (any of these)';

function setting(design: DesignSettings, text: string): DesignSettings {
  const menu = /^menu=(\d+)-(\d+)$/.exec(text);
  if (menu) return { ...design, smallest: Number(menu[1]), largest: Number(menu[2]) };
  const [name, value] = text.split('=');
  const key = KEYS[name];
  if (key === undefined || !/^\d+$/.test(value ?? '')) throw usage('--design', JSON.stringify(text), NEEDED);
  return { ...design, [key]: Number(value) };
}

export function designOf(args: Arguments): DesignSettings {
  const text = args.text('design');
  const design = text === undefined ? DEFAULT_DESIGN : text.split(',').reduce(setting, DEFAULT_DESIGN);
  const faults = designFaults(design);
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--design: ${fault}`));
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
  const content = generateContent(designOf(args), alphaOf(args, 5));
  await openOutputFile(args, writeStanData(content));
  return 0;
}
