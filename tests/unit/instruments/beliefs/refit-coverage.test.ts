// How often percentile intervals over refits hold the threshold that an agent has.
import { expect, it } from 'vitest';
import { beliefAgentTable } from '../../../../src/instruments/beliefs/agents.ts';
import { beliefCells } from '../../../../src/instruments/beliefs/import/cells.ts';
import { DEFAULT_BELIEFS } from '../../../../src/instruments/beliefs/plan.ts';
import { selectOutputs, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefPlan, study, tableOf } from '../../../support/belief-study.ts';

/** A coherent agent's decisions at .2, 1/3 and ½, and its report in steps of .05, which few patterns make quick to fit. */
function coherentCell(seed: number): BeliefCell {
  const [all] = beliefCells(
    beliefAgentTable({ agents: ['coherent'], domains: ['forecasting'], cases: 60, seed }),
  );
  const few = selectOutputs(
    all,
    ({ prompt, family }) =>
      family === 'probability' || prompt === 'decision_no_threshold' || /_r[24]$/.test(prompt),
  );
  const stated = few.outputs.findIndex(({ family }) => family === 'probability');
  const responses = few.responses.map((answer, at) =>
    at % few.outputs.length === stated
      ? Math.min(0.95, Math.max(0.05, Math.round(20 * answer) / 20))
      : answer,
  );
  return { ...few, responses };
}

it('holds the instruction of coherent agents about as often as it should', async () => {
  const agents = 6;
  const refits = 19;
  let [held, all] = [0, 0];
  for (let seed = 0; seed < agents; seed++) {
    const own = coherentCell(1000 + seed);
    const splits = { forecasting: { train: own.cases, validation: [], test: [] } };
    const plan = beliefPlan({ splits, analyses: ['refits'], draws: { ...DEFAULT_BELIEFS.draws, refits } });
    const { report } = await study({ ...plan, seed }, tableOf([{ cell: own }]));
    for (const { nominal, lower, upper } of report.cells[0].refits!.thresholds) {
      const truth = nominal ?? 0.5;
      if (lower! <= truth && truth <= upper!) held++;
      all++;
    }
  }
  // With 19 refits type-7 ends at .025 and .975 stand 1.45 places from either side of 20: 85.5 % lie between them.
  const expected = 1 - (2 * (1 + 0.025 * (refits - 1))) / (refits + 1);
  expect(all).toBe(7 * agents);
  expect(Math.abs(held / all - expected)).toBeLessThan(3 * Math.sqrt((expected * (1 - expected)) / all));
}, 60_000);
