import { describe, expect, it } from 'vitest';
import { completeCases, selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { beliefReader, summarisePosterior } from '../../../../src/models/beliefs/posterior.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { decisionThresholds } from '../../../../src/models/beliefs/thresholds.ts';
import { beliefFixture, CELL_NAMES, mainCells } from '../../../support/beliefs.ts';

type Estimator = 'adam_protocol' | 'lbfgs_mle' | 'lbfgs_weak_prior';
interface Fits {
  readonly cells: Record<string, Record<Estimator, { readonly theta: BeliefTheta }>>;
}
interface Entry {
  readonly cell: string;
  readonly observed: string;
  readonly case_ids: readonly string[];
  readonly mean_z: readonly number[];
  readonly sd_z: readonly number[];
  readonly mean_logit_z: readonly number[];
  readonly log_evidence: readonly number[];
  readonly argmax_node: readonly number[];
  readonly max_prob: readonly number[];
}
interface Posteriors {
  readonly entries: readonly Entry[];
  readonly full_posterior_example: {
    readonly cell: string;
    readonly case: string;
    readonly node_probabilities: readonly number[];
  };
}

const fits = beliefFixture<Fits>('o03_fits.json').cells;
const cells = mainCells();

const thetaOf = (name: string, estimator: Estimator): Float64Array =>
  thetaVector(beliefModel('linear', cells.get(name)!.outputs).layout, fits[name][estimator].theta);

const readerOf = (name: string) =>
  beliefReader(beliefModel('linear', cells.get(name)!.outputs), thetaOf(name, 'adam_protocol'));

function observedBy(name: string, { outputs }: BeliefCell): number[] {
  const kept = outputs
    .map((output, j) => ({ output, j }))
    .filter(({ output: { prompt, family } }) => {
      if (name === 'none') return false;
      if (name === 'R') return family !== 'decision';
      if (name === 'D') return family === 'decision';
      if (name === 'probability_only') return family === 'probability';
      return name === 'all' || prompt !== name.replace('all_but_', '');
    });
  return kept.map(({ j }) => j);
}

const chosen = (cell: BeliefCell, ids: readonly string[]): BeliefCell =>
  selectCases(
    cell,
    ids.map((id) => cell.cases.indexOf(id)),
  );

const { entries, full_posterior_example: example } = beliefFixture<Posteriors>('o04_posterior.json');

describe.each(entries.map((entry) => [`${entry.cell} from ${entry.observed}`, entry] as const))(
  '%s',
  (_, entry) => {
    const cell = chosen(cells.get(entry.cell)!, entry.case_ids);
    const reader = readerOf(entry.cell);
    const posterior = reader.posterior(cell, observedBy(entry.observed, cell));

    it('has the reference posterior', () => {
      const summary = summarisePosterior(reader.model, posterior);
      entry.case_ids.forEach((_, i) => {
        expect(Math.abs(summary.mean[i] - entry.mean_z[i])).toBeLessThan(1e-9);
        expect(Math.abs(summary.sd[i] - entry.sd_z[i])).toBeLessThan(1e-9);
        expect(Math.abs(summary.meanLogit[i] - entry.mean_logit_z[i])).toBeLessThan(1e-9);
        expect(Math.abs(summary.logEvidence[i] - entry.log_evidence[i])).toBeLessThan(1e-9);
        const { nodes } = reader.model.grid;
        const row = posterior.mass.subarray(posterior.of[i] * nodes, (posterior.of[i] + 1) * nodes);
        expect(row.indexOf(Math.max(...row))).toBe(entry.argmax_node[i]);
        expect(Math.abs(Math.max(...row) - entry.max_prob[i])).toBeLessThan(1e-9);
      });
    });
  },
);

it('has the whole posterior of a case', () => {
  const cell = chosen(cells.get(example.cell)!, [example.case]);
  const { mass } = readerOf(example.cell).posterior(cell, observedBy('R', cell));
  example.node_probabilities.forEach((p, q) => expect(Math.abs(mass[q] - p)).toBeLessThan(1e-9));
});

it('gives equal evidence the same bits, and no evidence the prior', () => {
  const cell = cells.get('coherent|ckd')!;
  const reader = readerOf('coherent|ckd');
  const nothing = reader.posterior(cell, []);
  expect(nothing.patterns).toBe(1);
  expect(nothing.logEvidence[0]).toBeCloseTo(0, 12);
  const silent = { ...cell, responses: cell.responses.map(() => NaN) };
  const all = silent.outputs.map((_, j) => j);
  expect([...reader.posterior(silent, all).mass]).toEqual([...nothing.mass]);
});

interface Thresholds {
  readonly cells: Record<string, Record<Estimator | 'nominal', Record<string, number>>>;
}
const thresholds = beliefFixture<Thresholds>('o07_thresholds.json').cells;

it.each(CELL_NAMES)('has the thresholds of %s', (name) => {
  const model = beliefModel('linear', cells.get(name)!.outputs);
  for (const estimator of ['adam_protocol', 'lbfgs_mle', 'lbfgs_weak_prior'] as const)
    for (const { prompt, nominal, implied } of decisionThresholds(model, thetaOf(name, estimator))) {
      expect(Math.abs(implied - thresholds[name][estimator][prompt]), prompt).toBeLessThan(1e-12);
      expect(nominal ?? undefined).toEqual(
        thresholds[name].nominal[prompt] === undefined
          ? undefined
          : expect.closeTo(thresholds[name].nominal[prompt], 15),
      );
    }
});

it('has every case of a cell complete or not', () => {
  const noisy = [...cells.values()].filter(({ agent }) => agent === 'noisy');
  expect(noisy.map((cell) => completeCases(cell).length)).toEqual([481, 485, 484]);
});
