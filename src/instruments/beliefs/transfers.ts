// Training sets of equation 1: other framings, other domains, or both, for each cell that is to be predicted.
import type { BeliefRows } from '../../inference/beliefs/parts.ts';
import { selectCases, selectOutputs, type BeliefCell, type BeliefOutput } from '../../models/beliefs/cell.ts';
import { TRANSFERS, trainingOf, type Transfer } from '../../statistics/beliefs/transfer.ts';

/** A cell with its training and validation rows. */
export interface SplitCell {
  readonly cell: BeliefCell;
  readonly rows: BeliefRows;
}

/** One training set: the framing that it leaves out, null where it sees them all. */
export interface TransferFit {
  readonly transfer: Transfer;
  readonly held: string | null;
  readonly domains: readonly string[];
  readonly framings: readonly string[];
}

export interface TransferDesign {
  /** Outputs that the agent's domains have in common, decisions without an instruction left out. */
  readonly outputs: readonly BeliefOutput[];
  readonly framings: readonly string[];
  readonly fits: readonly TransferFit[];
}

const framingOf = (output: BeliefOutput): string | null =>
  output.family === 'decision' && output.threshold !== null ? output.framing : null;

/** Outputs of `cell` that the others have with the same definition, and that equation 1 has a place for. */
function sharedOutputs(cell: BeliefCell, others: readonly BeliefCell[]): BeliefOutput[] {
  const known = others.map(({ outputs }) => new Set(outputs.map((output) => JSON.stringify(output))));
  return cell.outputs.filter(
    (output) =>
      (output.family !== 'decision' || output.threshold !== null) &&
      known.every((set) => set.has(JSON.stringify(output))),
  );
}

/** What is fitted to predict `target`, among an agent's cells (one a domain, the target's too). */
export function transferDesign(target: BeliefCell, agent: readonly BeliefCell[]): TransferDesign {
  const outputs = sharedOutputs(target, agent);
  const framings = [...new Set(outputs.map(framingOf))].filter((framing) => framing !== null);
  const domains = agent.map(({ domain }) => domain);
  const possible = TRANSFERS.filter(
    (transfer) =>
      framings.length > 0 &&
      (framings.length > 1 || transfer === 'within' || transfer === 'cross_domain') &&
      (domains.length > 1 || transfer === 'within' || transfer === 'cross_framing'),
  );
  const fits = possible.flatMap((transfer): TransferFit[] => {
    const each = transfer === 'cross_framing' || transfer === 'combined';
    return (each ? framings : [null]).map((held) => ({
      transfer,
      held,
      ...trainingOf(transfer, { domains, framings }, target.domain, held ?? ''),
    }));
  });
  return { outputs, framings, fits };
}

/** The outputs that a training set sees. */
const sees =
  ({ framings }: Pick<TransferFit, 'framings'>) =>
  (output: BeliefOutput): boolean =>
    output.family !== 'decision' || framings.includes(output.framing);

/** The training set as one cell: cases of its domains one after the other, named by both. */
export function trainingCell(
  { outputs }: TransferDesign,
  fit: TransferFit,
  agent: readonly SplitCell[],
): SplitCell {
  const wanted = outputs.filter(sees(fit)).map(({ prompt }) => prompt);
  const own = agent.filter(({ cell }) => fit.domains.includes(cell.domain));
  const parts = (['train', 'validation'] as const).map((part) =>
    own.map(({ cell, rows }) =>
      inOrder(
        selectCases(
          selectOutputs(cell, ({ prompt }) => wanted.includes(prompt)),
          rows[part],
        ),
        wanted,
      ),
    ),
  );
  const joined = joinCells(parts.flat());
  const trained = parts[0].reduce((sum, { cases }) => sum + cases.length, 0);
  const places = [...joined.cases.keys()];
  return {
    cell: joined,
    rows: { train: places.slice(0, trained), validation: places.slice(trained), test: [] },
  };
}

/** The cell with its outputs in the order of `prompts`. */
export function inOrder(cell: BeliefCell, prompts: readonly string[]): BeliefCell {
  const { outputs, cases, responses } = cell;
  const places = prompts.map((prompt) => outputs.findIndex((output) => output.prompt === prompt));
  const moved = new Float64Array(cases.length * places.length);
  for (let i = 0; i < cases.length; i++)
    places.forEach((j, k) => (moved[i * places.length + k] = responses[i * outputs.length + j]));
  return { ...cell, outputs: places.map((j) => outputs[j]), responses: moved };
}

/** Cells of the same outputs as one. */
function joinCells(cells: readonly BeliefCell[]): BeliefCell {
  const concat = (arrays: readonly Float64Array[]): Float64Array => {
    const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    return all;
  };
  return {
    ...cells[0],
    domain: [...new Set(cells.map(({ domain }) => domain))].join(' + '),
    cases: cells.flatMap(({ domain, cases }) => cases.map((name) => `${domain} ${name}`)),
    responses: concat(cells.map(({ responses }) => responses)),
    outcomes: concat(cells.map(({ outcomes }) => outcomes)),
  };
}
