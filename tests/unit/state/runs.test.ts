// Runs between tabs and presses: one owner, nothing computed twice, nothing deleted brought back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../../src/jobs/store.ts';
import { newRecord } from '../../../src/state/run-records.ts';
import type { LuceStore } from '../../../src/storage/store.ts';
import { dataset, quickPlan, ranChunks, rowsOf } from './studies.ts';
import { browser, rests, type Tab } from './tabs.ts';

const plan = quickPlan(13);
let shut: () => void = () => undefined;
afterEach(() => shut());

async function tabs(locks = true) {
  const { tab, close } = await browser(locks);
  shut = close;
  return tab;
}

/** A store whose n-th append waits for `go`. */
function holdingBack(
  store: LuceStore,
  n: number,
): { store: LuceStore; reached: Promise<void>; go: () => void } {
  let appends = 0;
  let arrive = (): void => undefined;
  let go = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const waiting = new Promise<void>((resolve) => (go = resolve));
  async function append(id: string, progress: Progress): Promise<void> {
    if (++appends === n) {
      arrive();
      await waiting;
    }
    await store.append(id, progress);
  }
  return { store: { ...store, append }, reached, go: () => go() };
}

async function started(tab: Tab): Promise<string> {
  await tab.store.putDatasets([dataset]);
  return tab.runs.start(plan);
}

describe.each([true, false])('a run, locks between tabs: %s', (locks) => {
  it('that is resumed twice at once runs once', async () => {
    const tab = await (await tabs(locks))();
    const id = await started(tab);
    await Promise.all([tab.runs.resume(id), tab.runs.resume(id)]);
    await rests(tab.runs, id);
    expect(tab.opened()).toBe(1);
    expect(tab.runs.problems.size).toBe(0);
    expect(rowsOf(await tab.store.chunks(id))).toEqual(rowsOf(await ranChunks(plan)));
  });
});

describe('a run that is deleted while it is under way', () => {
  let held: ReturnType<typeof holdingBack>;
  let tab: Tab;
  let second: Tab;
  let id: string;
  beforeEach(async () => {
    const open = await tabs();
    tab = await open((store) => (held = holdingBack(store, 1)).store);
    second = await open();
    id = await started(tab);
    await held.reached;
  });

  it.each(['here', 'in another tab'])('%s leaves nothing, and says nothing', async (where) => {
    await (where === 'here' ? tab : second).runs.remove([id]);
    held.go();
    await rests(tab.runs, id);
    expect(await tab.store.listRuns()).toEqual([]);
    expect(await tab.store.chunks(id)).toEqual([]);
    expect(await tab.store.checkpoints(id)).toEqual([]);
    expect(tab.runs.problems.size).toBe(0);
  });

  it('in another tab is not brought back by a note of its progress', async () => {
    held.go();
    const removing = second.runs.remove([id]);
    await Promise.all([removing, rests(tab.runs, id)]);
    expect(await tab.store.listRuns()).toEqual([]);
  });
});

describe('a run that another tab has', () => {
  it('says so, and no longer once that tab gives it back', async () => {
    const open = await tabs();
    let held!: ReturnType<typeof holdingBack>;
    const first = await open((store) => (held = holdingBack(store, 1)).store);
    const second = await open();
    const id = await started(first);
    await held.reached;
    await second.runs.refresh();
    await second.runs.resume(id);
    expect(second.runs.problems.get(id)).toMatch(/under way in another tab/);
    expect(second.opened()).toBe(0);
    held.go();
    await rests(first.runs, id);
    await vi.waitFor(() => expect(second.runs.problems.size).toBe(0), 20_000);
    await vi.waitFor(() => expect(second.runs.find(id)).toMatchObject({ state: 'done' }), 20_000);
  });
});

describe('a run that was under way when its tab died', () => {
  const interrupted = { ...newRecord('r', plan, '0', 1, 'running') };

  it('is taken up by itself', async () => {
    const tab = await (await tabs())();
    await tab.store.keepRun({ run: interrupted, datasets: [dataset], chunks: [] });
    await tab.runs.refresh();
    await tab.runs.resumeInterrupted();
    await vi.waitFor(() => expect(tab.runs.find('r')).toMatchObject({ state: 'done' }), 20_000);
  });

  it('waits where tabs have no locks: another tab may be at it', async () => {
    const tab = await (await tabs(false))();
    await tab.store.keepRun({ run: interrupted, datasets: [dataset], chunks: [] });
    await tab.runs.refresh();
    await tab.runs.resumeInterrupted();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tab.opened()).toBe(0);
    expect(tab.runs.find('r')).toMatchObject({ state: 'paused' });
  });
});
