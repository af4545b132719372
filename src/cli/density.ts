// luce density: the log density and gradient of a model at points on the unconstrained scale, for checking.
import { readFile } from 'node:fs/promises';
import { parseJson } from '../formats/json.ts';
import { faultLine } from '../formats/fault.ts';
import { encodeSeu } from '../instruments/seu/encode.ts';
import { encodeCells } from '../instruments/seu/hierarchical/encode.ts';
import { hierarchicalOwnTarget } from '../models/hierarchical/own.ts';
import { ownTarget } from '../models/seu/own.ts';
import type { Target } from '../models/target.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';
import { hierarchicalName, resolveHierarchical } from './hierarchical-inputs.ts';
import { readSources, resolveModel, type Source } from './inputs.ts';
import { toJson } from './output.ts';

async function readPoints(file: string, dimension: number): Promise<readonly Float64Array[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError([`${file}: not readable; needed an array of unconstrained vectors`]);
  });
  const parsed = parseJson(text, file);
  if (!parsed.ok) throw new UsageError(parsed.faults.map(faultLine));
  const needed = `${dimension} finite numbers`;
  if (!Array.isArray(parsed.value))
    throw new UsageError([`${file}: not an array; needed an array of vectors of ${needed}`]);
  const rows: readonly unknown[] = parsed.value;
  const lines = rows.flatMap((row, i) => {
    if (!Array.isArray(row)) return [`${file}:/${i}: not an array; needed ${needed}`];
    if (row.length !== dimension) return [`${file}:/${i}: ${row.length} entries; needed ${needed}`];
    return row.flatMap((value, j) =>
      Number.isFinite(value) ? [] : [`${file}:/${i}/${j}: ${value}; needed a finite number`],
    );
  });
  if (lines.length > 0) throw new UsageError(lines);
  return rows.map((row) => Float64Array.from(row as number[]));
}

/** The density of the model on one file: one dataset, or the cells of a hierarchical study together. */
function targetOf(source: Source, args: Arguments): Target {
  const name = args.text('model');
  const priors = args.texts('prior');
  const hierarchical = hierarchicalName(source, name);
  if (hierarchical !== null) {
    const { model, cells } = resolveHierarchical(source, hierarchical, priors);
    return hierarchicalOwnTarget(model, encodeCells(cells));
  }
  const [input, ...others] = source.inputs;
  if (others.length > 0) throw usage('DATA', `${others.length + 1} data sets`, 'exactly one');
  const model = resolveModel(input, name, priors);
  return ownTarget(model, encodeSeu(input.dataset.content, model.link));
}

export async function densityCommand(args: Arguments): Promise<number> {
  const [source, ...others] = await readSources(args.positionals, args);
  if (others.length > 0) throw usage('DATA', `${others.length + 1} files`, 'exactly one');
  const at = args.text('at');
  if (at === undefined) throw usage('--at', 'nothing', 'a JSON file with an array of unconstrained vectors');
  const target = targetOf(source, args);
  const points = await readPoints(at, target.dimension);
  const values = points.map((point) => {
    const gradient = new Float64Array(target.dimension);
    return { log_density: target.logDensity(point, gradient), gradient: [...gradient] };
  });
  process.stdout.write(`${toJson(values)}\n`);
  return 0;
}
