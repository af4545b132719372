// luce density: the log density and gradient of a model at points on the unconstrained scale, for checking.
import { readFile } from 'node:fs/promises';
import { parseJson } from '../formats/json.ts';
import { faultLine } from '../formats/fault.ts';
import { encodeSeu } from '../instruments/seu/encode.ts';
import { ownTarget } from '../models/seu/own.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';
import { readInputs, resolveModel } from './inputs.ts';
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

export async function densityCommand(args: Arguments): Promise<number> {
  const [input, ...others] = await readInputs(args.positionals, args);
  if (others.length > 0) throw usage('DATA', `${others.length + 1} data sets`, 'exactly one');
  const at = args.text('at');
  if (at === undefined) throw usage('--at', 'nothing', 'a JSON file with an array of unconstrained vectors');
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  const target = ownTarget(model, encodeSeu(input.dataset.content, model.link));
  const points = await readPoints(at, target.dimension);
  const values = points.map((point) => {
    const gradient = new Float64Array(target.dimension);
    return { log_density: target.logDensity(point, gradient), gradient: [...gradient] };
  });
  process.stdout.write(`${toJson(values)}\n`);
  return 0;
}
