// Whole plans in real Chromium whose workers and devices die: the draws are those of a run that nothing disturbed.
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve, SOFTWARE_WEBGPU } from './chromium.ts';
import type { Server, WatchedPage } from './chromium.ts';
import { undisturbed, type AgentFit } from './support/agents.ts';
import type { Fault, FaultsPage } from './support/faults-page.ts';

declare const faults: FaultsPage;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HMC: AgentFit = { sampler: 'hmc', conditions: 1, draws: 400, thin: 50, engine: 'cpu' };
const NUTS: AgentFit = { sampler: 'nuts', conditions: 2, draws: 100, thin: 1, engine: 'cpu' };
const ON_GPU: AgentFit = { sampler: 'hmc', conditions: 2, draws: 100, thin: 80, engine: 'gpu' };

let server: Server;
let browser: Browser;
let tab: WatchedPage;

beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
  browser = await launchChromium(SOFTWARE_WEBGPU);
  const context = await browser.newContext();
  tab = await openPage(context, `${server.origin}/blank?module=/tests/browser/support/faults-page.ts`);
  await tab.page.waitForFunction(() => 'faults' in globalThis);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  expect(tab.messages).toEqual([]);
});

const run = (fit: AgentFit, ...list: readonly Fault[]) =>
  tab.page.evaluate(([plan, given]) => faults.run(plan, given), [fit, list] as const);

describe('on the CPU', () => {
  it.each([HMC, NUTS])('$sampler draws in the page what it draws in Node, bit for bit', async (fit) => {
    expect((await run(fit)).draws).toEqual(await undisturbed(fit));
  });

  it('goes on to the same draws when a worker is killed behind its back', async () => {
    const { draws, workers, happened, warnings } = await run(HMC, {
      condition: 0,
      share: 0.3,
      kind: 'kill a worker',
    });
    expect(happened[0].share).toBeLessThan(1);
    expect(workers).toBeGreaterThan(2);
    expect(warnings).toEqual([]);
    expect(draws).toEqual(await undisturbed(HMC));
  });
});

describe('on the GPU', () => {
  const destroy = (condition: number): Fault => ({ condition, share: 0.3, kind: 'destroy the device' });
  const ofCondition = (draws: Readonly<Record<string, string>>, condition: number) =>
    Object.fromEntries(Object.entries(draws).filter(([key]) => key.startsWith(`c00${condition}`)));

  it('opens the device anew when it is destroyed, and after a second loss starts unfinished chains on the CPU', async () => {
    const calm = await run(ON_GPU);
    const onCpu = await undisturbed(ON_GPU);
    expect(Object.values(calm.engines)).toEqual(['cpu', 'gpu', 'gpu', 'cpu', 'gpu', 'gpu']);

    const once = await run(ON_GPU, destroy(0));
    expect(once.happened[0].share).toBeLessThan(1);
    expect(once.warnings).toEqual([]);
    expect(once.draws).toEqual(calm.draws);

    const twice = await run(ON_GPU, destroy(1));
    expect(twice.happened[0].share).toBeLessThan(1);
    expect(twice.warnings).toEqual([
      expect.stringMatching(
        /The GPU was lost: .*twice.* Unfinished chains started again on the CPU; finished ones stay/,
      ),
    ]);
    expect(Object.values(twice.engines)).toEqual(['cpu', 'gpu', 'gpu', 'cpu', 'cpu', 'cpu']);
    expect(ofCondition(twice.draws, 0)).toEqual(ofCondition(calm.draws, 0));
    expect(ofCondition(twice.draws, 1)).toEqual(ofCondition(onCpu, 1));
    expect(ofCondition(twice.draws, 1)).not.toEqual(ofCondition(calm.draws, 1));
  });
});
