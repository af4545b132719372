// Fits of beliefs on the GPU engine of the published page, on the software adapter: those of the CPU within its precision.
import { expect, it } from 'vitest';
import { responseCsv } from '../../src/formats/response-csv.ts';
import { beliefAgentTable } from '../../src/instruments/beliefs/agents.ts';
import { SOFTWARE_WEBGPU } from './chromium.ts';
import { published } from './support/published.ts';

interface FittedCell {
  readonly fit: { readonly remaining: number };
  readonly thresholds: readonly { readonly prompt: string; readonly implied: number }[];
}

const { main, page, pressed, ...reader } = published('beliefs-gpu', { args: SOFTWARE_WEBGPU });
const { goTo, drop } = reader;

async function keepAgent(): Promise<void> {
  const table = beliefAgentTable({ agents: ['coherent'], domains: ['ckd'], cases: 60, seed: 2 });
  await goTo('beliefs/data', 'Beliefs');
  await drop('agent.csv', Buffer.from(responseCsv(table)), 'text/csv');
  await pressed('Import the table');
  await main().getByRole('cell', { name: 'agent', exact: true }).waitFor();
}

/** Runs the fit alone on an engine; its cell, and what its page says of the engine. */
async function fittedOn(engine: 'GPU' | 'CPU') {
  await goTo('beliefs/fit', 'Beliefs');
  for (const box of await main().getByRole('checkbox', { checked: true }).all())
    if ((await box.getAttribute('value')) !== null) await box.setChecked(false, { force: true });
  await main().getByRole('radio', { name: engine, exact: true }).check({ force: true });
  await pressed('Run');
  await expect.poll(() => page().evaluate(() => location.hash)).toMatch(/^#\/beliefs\/[0-9a-f-]{30,}/);
  await main()
    .getByText(/^Through one belief, reports order held-out decisions/)
    .first()
    .waitFor({ timeout: 240_000 });
  const said = await main().innerText();
  const { cells } = await reader.reportOf<{ cells: readonly FittedCell[] }>();
  return { cell: cells[0], said };
}

it('fits a cell on a software adapter as on the CPU, and without a message', async () => {
  await keepAgent();
  const gpu = await fittedOn('GPU');
  const cpu = await fittedOn('CPU');
  expect(gpu.said).not.toMatch(/CPU · /);
  expect(cpu.said).toMatch(/CPU · \d+ worker/);
  // Either search ends within 1e-6 nats of the mode, where few cases leave the likelihood itself some way to go.
  for (const { cell } of [gpu, cpu]) expect(cell.fit.remaining).toBeLessThan(1e-6);
  expect(gpu.cell.thresholds).toHaveLength(13);
  for (const [k, { prompt, implied }] of gpu.cell.thresholds.entries()) {
    expect(cpu.cell.thresholds[k].prompt).toBe(prompt);
    expect(Math.abs(implied - cpu.cell.thresholds[k].implied)).toBeLessThan(1e-3);
  }
});
