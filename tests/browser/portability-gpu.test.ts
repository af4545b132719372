// Portability on the GPU engine of the published page, on the software adapter: the numbers of the CPU to the last digit.
import { expect, it } from 'vitest';
import { choiceCsv } from '../../src/formats/choice-csv.ts';
import { agentTable } from '../../src/instruments/portability/agents.ts';
import type { CellReport } from '../../src/instruments/portability/report.ts';
import { SOFTWARE_WEBGPU } from './chromium.ts';
import { published } from './support/published.ts';

/** A device in software takes a second for a hundred comparisons. */
const FEW = { Splits: '8', Permutations: '9', Bootstrap: '2', Resamples: '2' } as const;

const { main, pressed, fill, ...reader } = published('portability-gpu', { args: SOFTWARE_WEBGPU });
const { goTo, drop } = reader;

async function keepAgent(): Promise<void> {
  const table = agentTable({
    game: 'lottery',
    agents: ['frame'],
    regimes: ['noncot'],
    environments: 3,
    instances: 20,
    draws: 2,
    shared: true,
    seed: 6,
  });
  await goTo('portability/data', 'Portability');
  await drop('lottery.csv', Buffer.from(choiceCsv(table)), 'text/csv');
  await pressed('Import 1 table');
  await main().getByRole('cell', { name: 'lottery', exact: true }).first().waitFor();
}

/** Runs the measurement on an engine; the figures of its cell, and what its page says of the engine. */
async function measuredOn(engine: 'GPU' | 'CPU') {
  await goTo('portability/measure', 'Portability');
  await fill(FEW);
  await main().getByRole('radio', { name: engine, exact: true }).check({ force: true });
  await pressed('Run');
  await main()
    .getByText(/^Lottery choice, frame, noncot: a total variation of/)
    .waitFor({ timeout: 180_000 });
  const said = await main().innerText();
  const report = await reader.reportOf<{ cells: readonly CellReport[] }>();
  return { cell: report.cells[0], said };
}

it('measures a cell on a software adapter with the numbers of the CPU, and without a message', async () => {
  await keepAgent();
  const gpu = await measuredOn('GPU');
  const cpu = await measuredOn('CPU');
  expect(gpu.cell.tv_mean).toBeGreaterThan(0);
  expect(gpu.cell.least_p).toBe(0.1);
  expect(gpu.cell.excess_lo).toBeLessThan(gpu.cell.excess_hi!);
  expect(gpu.cell).toEqual(cpu.cell);
  expect(gpu.said).not.toMatch(/CPU · /);
  expect(cpu.said).toMatch(/CPU · \d+ worker/);
});
