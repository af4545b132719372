import { describe, expect, it } from 'vitest';
import { responseCsv } from '../../../../src/formats/response-csv.ts';
import { responseTableHash } from '../../../../src/formats/table-hash.ts';
import { beliefAgentTable } from '../../../../src/instruments/beliefs/agents.ts';
import { beliefCells } from '../../../../src/instruments/beliefs/import/cells.ts';
import { importResponses } from '../../../../src/instruments/beliefs/import/import.ts';
import type { BeliefCell } from '../../../../src/models/beliefs/cell.ts';

const settings = {
  agents: ['coherent', 'framing-biased', 'incoherent'],
  domains: ['ckd', 'forecasting'],
  cases: 300,
  seed: 5,
} as const;
const table = beliefAgentTable(settings);
const cells = beliefCells(table);

const column = ({ outputs, cases, responses }: BeliefCell, prompt: string): number[] => {
  const j = outputs.findIndex((output) => output.prompt === prompt);
  return cases.map((_, i) => responses[i * outputs.length + j]);
};
const meanOf = (values: readonly number[]): number => {
  const present = values.filter((value) => !Number.isNaN(value));
  return present.reduce((sum, value) => sum + value, 0) / present.length;
};
const correlation = (x: readonly number[], y: readonly number[]): number => {
  const [mx, my] = [meanOf(x), meanOf(y)];
  const sum = (f: (i: number) => number): number => x.reduce((total, _, i) => total + f(i), 0);
  const xy = sum((i) => (x[i] - mx) * (y[i] - my));
  return xy / Math.sqrt(sum((i) => (x[i] - mx) ** 2) * sum((i) => (y[i] - my) ** 2));
};

describe('seeded agents', () => {
  it('are one cell an agent and domain, the same whichever others are drawn', () => {
    expect(cells.map(({ agent, domain }) => [agent, domain])).toEqual(
      settings.agents.flatMap((agent) => settings.domains.map((domain) => [agent, domain])),
    );
    const [alone] = beliefCells(
      beliefAgentTable({ ...settings, agents: ['framing-biased'], domains: ['forecasting'] }),
    );
    expect(alone).toEqual(cells[3]);
    expect(beliefCells(beliefAgentTable({ ...settings, seed: 6 }))[0]).not.toEqual(cells[0]);
  });

  it('act as instructed, later than instructed, or whatever they say', () => {
    const [coherent, , biased, , incoherent] = cells;
    const contradictions = (cell: BeliefCell, prompt: string, threshold: number): number => {
      const stated = column(cell, 'probability');
      return meanOf(column(cell, prompt).map((act, i) => Math.abs(act - (stated[i] > threshold ? 1 : 0))));
    };
    expect(contradictions(coherent, 'bet_r4', 0.2)).toBeLessThan(0.2);
    expect(contradictions(biased, 'bet_r4', 0.2)).toBeGreaterThan(0.2);
    const rate = (cell: BeliefCell, prompt: string): number => meanOf(column(cell, prompt));
    expect(rate(biased, 'threshold_r9') - rate(biased, 'bet_r9')).toBeGreaterThan(0.1);
    expect(Math.abs(rate(coherent, 'threshold_r9') - rate(coherent, 'bet_r9'))).toBeLessThan(0.05);
    const reports = (cell: BeliefCell): number =>
      correlation(column(cell, 'probability'), column(cell, 'likert'));
    expect(reports(coherent)).toBeGreaterThan(0.7);
    expect(Math.abs(reports(incoherent))).toBeLessThan(0.2);
  });

  it('leave some answers out where the agent does', () => {
    const missing = cells.map(({ responses }) => responses.filter(Number.isNaN).length);
    expect(missing[0] + missing[1] + missing[4] + missing[5]).toBe(0);
    expect(missing[2]).toBeGreaterThan(2);
    expect(missing[2]).toBeLessThan(30);
  });

  it('round reports and share outcomes', () => {
    for (const value of column(cells[2], 'probability').filter((stated) => !Number.isNaN(stated)))
      expect(Math.abs(value * 20 - Math.round(value * 20))).toBeLessThan(1e-9);
    expect([...cells[0].outcomes]).toEqual([...cells[2].outcomes]);
    expect(meanOf([...cells[0].outcomes])).toBeGreaterThan(0.1);
    expect(meanOf([...cells[0].outcomes])).toBeLessThan(0.3);
  });

  it('come back from the CSV they are written to', async () => {
    const few = beliefAgentTable({ ...settings, cases: 8 });
    const bytes = new TextEncoder().encode(responseCsv(few));
    const read = importResponses([{ file: 'agents.csv', bytes }]);
    if (!read.ok) throw new Error('not read');
    expect(await responseTableHash(read.value.table)).toBe(await responseTableHash(few));
    expect(read.value.notes).toEqual([]);
  });
});
