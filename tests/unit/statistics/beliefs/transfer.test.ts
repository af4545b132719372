import { describe, expect, it } from 'vitest';
import { selectOutputs, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { beliefReader, predictAnswers, type BeliefReader } from '../../../../src/models/beliefs/posterior.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import {
  acceptedCounts,
  scoreTransfer,
  trainingOf,
  TRANSFERS,
  type Transfer,
  type TransferTarget,
} from '../../../../src/statistics/beliefs/transfer.ts';
import { beliefFixture, CELL_NAMES } from '../../../support/beliefs.ts';
import { answersTo, readerOf, testCases } from './agents.ts';

interface Score {
  readonly auroc: number;
  readonly pooled_r2: number;
  readonly n_evaluable: number;
  readonly auroc_by_target: Record<string, number | null>;
}
type Evidence = 'D' | 'R' | 'R2';
const { fits, results } = beliefFixture<{
  fits: Record<string, { domains: readonly string[]; framings: readonly string[]; theta: BeliefTheta }>;
  results: Record<string, Record<Evidence, Score>>;
}>('o08_framing.json');

const FRAMINGS = ['threshold', 'bet', 'cost'];
const DOMAINS = ['ckd', 'werewolf', 'forecasting'];
const DESIGN = { domains: DOMAINS, framings: FRAMINGS };

const directed = (cell: BeliefCell): BeliefCell =>
  selectOutputs(cell, (output) => output.family !== 'decision' || output.threshold !== null);

const framingOf = (cell: BeliefCell, j: number): string | null => {
  const output = cell.outputs[j];
  return output.family === 'decision' ? output.framing : null;
};

function evidenceOf(cell: BeliefCell, evidence: Evidence, held: string): number[] {
  return [...cell.outputs.keys()].filter((j) => {
    const framing = framingOf(cell, j);
    if (evidence === 'D') return framing !== null && framing !== 'none' && framing !== held;
    return framing === null && (evidence === 'R' || cell.outputs[j].prompt !== 'probability_bin_quintile');
  });
}

function targetsOf(
  cell: BeliefCell,
  evidence: Evidence,
  readerFor: (framing: string) => BeliefReader,
): TransferTarget[] {
  return FRAMINGS.flatMap((held) => {
    const reader = readerFor(held);
    const posterior = reader.posterior(cell, evidenceOf(cell, evidence, held));
    const accepted = acceptedCounts(evidenceOf(cell, 'D', held).map((j) => answersTo(cell, j)));
    return [...cell.outputs.keys()]
      .filter((j) => framingOf(cell, j) === held)
      .map((j) => ({
        answers: answersTo(cell, j),
        predictions: predictAnswers(reader, posterior, j),
        accepted,
      }));
  });
}

function fitKey(transfer: Transfer, agent: string, domain: string, held: string): string {
  const framed = transfer === 'cross_framing' || transfer === 'combined';
  return `${agent}|${transfer}:${domain}${framed ? `:${held}` : ''}`;
}

function expectScores(targets: readonly TransferTarget[], expected: Score): void {
  const { scores } = scoreTransfer(targets);
  expect(Math.abs(scores.macroConcordance - expected.auroc)).toBeLessThan(1e-9);
  expect(Math.abs(scores.pooledR2 - expected.pooled_r2)).toBeLessThan(1e-9);
  expect(scores.evaluable).toBe(expected.n_evaluable);
  Object.values(expected.auroc_by_target).forEach((value, k) =>
    expect(scores.targets[k].concordance).toEqual(value === null ? NaN : expect.closeTo(value, 9)),
  );
}

describe.each(CELL_NAMES)('transfer to %s', (name) => {
  const [agent, domain] = name.split('|');
  const cell = directed(testCases(name));
  const model = beliefModel('shared', cell.outputs);

  it.each(TRANSFERS)('%s', (transfer) => {
    const readers = new Map<string, BeliefReader>();
    for (const held of FRAMINGS) {
      const fit = fits[fitKey(transfer, agent, domain, held)];
      expect(trainingOf(transfer, DESIGN, domain, held)).toEqual({
        domains: fit.domains,
        framings: fit.framings,
      });
      readers.set(held, beliefReader(model, thetaVector(model.layout, fit.theta)));
    }
    for (const evidence of ['D', 'R', 'R2'] as const) {
      const targets = targetsOf(cell, evidence, (held) => readers.get(held)!);
      expectScores(targets, results[`${name}|${transfer}`][evidence]);
      const { scores, countConcordance, logScore } = scoreTransfer(targets);
      if (evidence === 'D') expect(scores.macroConcordance).toBeCloseTo(countConcordance, 12);
      expect(logScore).toBeLessThan(0);
    }
  });

  it('without shared parameters', () => {
    const whole = testCases(name);
    const reader = readerOf(name);
    for (const evidence of ['D', 'R', 'R2'] as const)
      expectScores(
        targetsOf(whole, evidence, () => reader),
        results[`${name}|unshared_within`][evidence],
      );
  });
});

it('has a log score that certainty in the wrong answer ruins', () => {
  const score = (predictions: readonly number[]): number =>
    scoreTransfer([
      {
        answers: Float64Array.of(1, 0),
        predictions: Float64Array.from(predictions),
        accepted: Float64Array.of(1, 0),
      },
    ]).logScore;
  expect(score([0.5, 0.5])).toBeCloseTo(Math.log(0.5), 14);
  expect(score([0.9, 0.999])).toBeCloseTo((Math.log(0.9) + Math.log(0.001)) / 2, 12);
});
