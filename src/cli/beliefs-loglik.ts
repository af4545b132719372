// luce beliefs loglik: the log likelihood of a belief model and its gradient at given parameters, for checking.
import { faultLine } from '../formats/fault.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../formats/json.ts';
import { decodeText } from '../formats/text.ts';
import { cellFor } from '../instruments/beliefs/limits.ts';
import { completeCases, selectCases, type BeliefCell } from '../models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights, type BeliefLikelihood } from '../models/beliefs/likelihood.ts';
import { BELIEF_KINDS, beliefModel, type BeliefKind } from '../models/beliefs/model.ts';
import { thetaBlocks, thetaFaults, thetaVector, type BeliefTheta } from '../models/beliefs/theta.ts';
import { oneOf, usage, UsageError, type Arguments } from './arguments.ts';
import { bytesOrLine, readBeliefs } from './beliefs-inputs.ts';
import { toJson } from './output.ts';

const NEEDED = 'parameters by block, as {"eta": [0, …], "phi": [10], …}, or an array of such';

interface Given {
  readonly pointer: string;
  readonly theta: BeliefTheta;
}

/** An entry is the blocks themselves, or holds them as `theta`. */
function thetaOf(entry: JsonValue, pointer: string, file: string): Given {
  const blocks = isJsonObject(entry) && isJsonObject(entry.theta) ? entry.theta : entry;
  if (!isJsonObject(blocks)) throw new UsageError([`${file}:${pointer || '/'}: not an object; ${NEEDED}`]);
  return { pointer, theta: numbersOf(blocks, pointer, file) };
}

function numbersOf(blocks: JsonObject, pointer: string, file: string): BeliefTheta {
  const lines: string[] = [];
  const theta = Object.entries(blocks).map(([name, value]) => {
    const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    if (!list.every((entry) => typeof entry === 'number'))
      lines.push(`${file}:${pointer}/${name}: not numbers; an array of numbers`);
    return [name, list as readonly number[]] as const;
  });
  if (lines.length > 0) throw new UsageError(lines);
  return Object.fromEntries(theta);
}

async function readThetas(file: string | undefined): Promise<readonly Given[]> {
  if (file === undefined) throw usage('--theta', 'nothing', `a JSON file with ${NEEDED}`);
  const bytes = await bytesOrLine(file, NEEDED);
  if (typeof bytes === 'string') throw new UsageError([bytes]);
  const parsed = parseJson(decodeText(bytes).text, file);
  if (!parsed.ok) throw new UsageError(parsed.faults.map(faultLine));
  const { value } = parsed;
  if (!Array.isArray(value)) return [thetaOf(value, '', file)];
  return (value as readonly JsonValue[]).map((entry, i) => thetaOf(entry, `/${i}`, file));
}

/** The complete cases of the only cell, by all its prompts, with those that the model takes. */
function completeCell(cells: readonly BeliefCell[], kind: BeliefKind): BeliefCell {
  const [cell, ...others] = cells;
  if (others.length > 0)
    throw usage('DATA', `${cells.length} cells of a model and domain`, 'exactly one of them');
  return cellFor(kind, selectCases(cell, completeCases(cell)));
}

function evaluated(likelihood: BeliefLikelihood, theta: BeliefTheta) {
  const { layout } = likelihood.model;
  const gradient = new Float64Array(layout.dimension);
  const value = likelihood.evaluate(thetaVector(layout, theta), patternWeights(likelihood), gradient);
  return { loglik: value, grad_natural: thetaBlocks(layout, gradient) };
}

export async function loglikCommand(args: Arguments): Promise<number> {
  const kind = oneOf(args, 'model', BELIEF_KINDS, 'linear');
  const file = args.text('theta');
  const thetas = await readThetas(file);
  const { cells } = await readBeliefs(args.positionals.slice(1), args);
  const cell = completeCell(cells, kind);
  const model = beliefModel(kind, cell.outputs);
  const lines = thetas.flatMap(({ pointer, theta }) =>
    thetaFaults(model.layout, theta).map(
      (fault) => `${file}${pointer === '' ? '' : `:${pointer}`}: ${fault}`,
    ),
  );
  if (lines.length > 0) throw new UsageError(lines);
  const likelihood = beliefLikelihood(model, cell);
  process.stdout.write(`${toJson(thetas.map(({ theta }) => evaluated(likelihood, theta)))}\n`);
  return 0;
}
