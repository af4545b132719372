// Instructed decisions predicted by fits of equation 1 to other framings, other domains, or both (Figures 2 and 8).
import { selectCases, selectOutputs, type BeliefCell } from '../../../models/beliefs/cell.ts';
import { blockNamed } from '../../../models/beliefs/layout.ts';
import { beliefModel } from '../../../models/beliefs/model.ts';
import { beliefReader, predictAnswers } from '../../../models/beliefs/posterior.ts';
import { answersTo, reportOutputs } from '../../../models/beliefs/predict.ts';
import {
  acceptedCounts,
  scoreTransfer,
  TRANSFERS,
  type Transfer,
  type TransferTarget,
} from '../../../statistics/beliefs/transfer.ts';
import type { BeliefPlan } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import { EVIDENCES, type Evidence, type TransferRow } from '../report-types/transfer.ts';
import { transfersOf } from '../tasks.ts';
import { inOrder, type TransferDesign } from '../transfers.ts';
import type { Landed } from './joined.ts';
import { defined, targetRows } from './rows.ts';

/** Parameters of the fit that predicts decisions of a framing; null where it has not landed. */
type ThetaFor = (held: string) => Float64Array | null;

function thetasOf({ fits }: TransferDesign, transfer: Transfer, landed: Landed): ThetaFor {
  const rows = landed.rows('shared');
  return (held) => {
    const at = fits.findIndex((fit) => fit.transfer === transfer && (fit.held === null || fit.held === held));
    return at < 0 ? null : (rows[at]?.theta ?? null);
  };
}

const decisionsWhere = ({ outputs }: BeliefCell, accept: (framing: string) => boolean): number[] =>
  [...outputs.keys()].filter((j) => {
    const output = outputs[j];
    return output.family === 'decision' && accept(output.framing);
  });

/** What a belief is inferred from to predict decisions of a framing. */
const evidenceOf = (cell: BeliefCell, evidence: Evidence, held: string): number[] =>
  evidence === 'reports' ? reportOutputs(cell) : decisionsWhere(cell, (framing) => framing !== held);

interface HeldTarget extends TransferTarget {
  readonly output: number;
  readonly held: string;
}

/** Decisions of one framing predicted by the model that may not have seen it. */
function framingTargets(
  cell: BeliefCell,
  evidence: Evidence,
  held: string,
  theta: Float64Array,
  clip: number,
): HeldTarget[] {
  const reader = beliefReader(beliefModel('shared', cell.outputs), theta, { clip });
  const observed = evidenceOf(cell, evidence, held);
  const posterior = reader.posterior(cell, observed);
  const others = decisionsWhere(cell, (framing) => framing !== held);
  const accepted =
    others.length > 0
      ? acceptedCounts(others.map((j) => answersTo(cell, j)))
      : new Float64Array(cell.cases.length);
  return decisionsWhere(cell, (framing) => framing === held).map((output) => ({
    output,
    held,
    answers: answersTo(cell, output),
    predictions: predictAnswers(reader, posterior, output),
    accepted,
  }));
}

const parametersOf = (cell: BeliefCell, held: string | null, theta: Float64Array) => {
  const { layout } = beliefModel('shared', cell.outputs);
  const value = (name: string): number => theta[blockNamed(layout, name).offset];
  return { held, alpha: value('shared.alpha'), beta: value('shared.beta') };
};

function transferRow(
  cell: BeliefCell,
  design: TransferDesign,
  transfer: Transfer,
  evidence: Evidence,
  thetaFor: ThetaFor,
  clip: number,
): TransferRow | null {
  const fits = design.fits.filter((fit) => fit.transfer === transfer);
  const possible = fits.length > 0 && (evidence === 'reports' || design.framings.length > 1);
  const thetas = design.framings.map(thetaFor);
  if (!possible || thetas.some((theta) => theta === null)) return null;
  if (evidence === 'reports' && reportOutputs(cell).length === 0) return null;
  const targets = design.framings.flatMap((held, k) =>
    framingTargets(cell, evidence, held, thetas[k]!, clip),
  );
  const { scores, countConcordance, logScore } = scoreTransfer(targets);
  const rows = targetRows(
    scores,
    targets.map(({ output }) => cell.outputs[output]),
  );
  return {
    transfer,
    evidence,
    trainingDomains: fits[0].domains,
    targets: rows.map((row, k) => ({ ...row, held: targets[k].held })),
    auroc: defined(scores.macroConcordance),
    countAuroc: evidence === 'decisions' ? defined(countConcordance) : null,
    pooledR2: defined(scores.pooledR2),
    macroR2: defined(scores.macroR2),
    logScore: defined(logScore),
    parameters: fits.map(({ held }) => parametersOf(cell, held, thetaFor(held ?? design.framings[0])!)),
  };
}

/** The test cases with the outputs of the transfer, those with an answer to every one of them. */
function testCell({ cell, whole }: PlannedBeliefs, { outputs }: TransferDesign): BeliefCell {
  const wanted = outputs.map(({ prompt }) => prompt);
  return selectCases(
    inOrder(
      selectOutputs(cell, ({ prompt }) => wanted.includes(prompt)),
      wanted,
    ),
    whole,
  );
}

/** Rows of every transfer whose fits have landed; null where none has. */
export function transferRows(
  { settings }: BeliefPlan,
  own: PlannedBeliefs,
  cells: readonly PlannedBeliefs[],
  landed: Landed,
): TransferRow[] | null {
  if (landed.rows('shared').length === 0 || own.whole.length === 0) return null;
  const design = transfersOf(own, cells);
  const test = testCell(own, design);
  const rows = TRANSFERS.flatMap((transfer) => {
    const thetaFor = thetasOf(design, transfer, landed);
    return EVIDENCES.map((evidence) =>
      transferRow(test, design, transfer, evidence, thetaFor, settings.clip),
    ).filter((row) => row !== null);
  });
  return rows.length > 0 ? rows : null;
}
