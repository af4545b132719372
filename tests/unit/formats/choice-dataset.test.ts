import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import {
  choiceTables,
  isChoices,
  isResponses,
  isSeu,
  responseTables,
  seuDatasets,
  type AnyDataset,
} from '../../../src/formats/dataset.ts';
import { contentHash, datasetOf } from '../../../src/formats/hash.ts';
import { responseTableHash, tableHash } from '../../../src/formats/table-hash.ts';
import { beliefAgentTable } from '../../../src/instruments/beliefs/agents.ts';
import { agentTable } from '../../../src/instruments/portability/agents.ts';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEMO_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';

const ABOUT = {
  name: 'dictator',
  condition: '',
  source: { file: 'agents', address: null, licence: null, citation: null },
  history: [],
};
const table = (seed: number) =>
  agentTable({
    game: 'dictator',
    agents: ['portable', 'frame'],
    regimes: ['noncot'],
    environments: 3,
    instances: 4,
    draws: 2,
    shared: false,
    seed,
  });
const answers = (seed: number) =>
  beliefAgentTable({ agents: ['coherent', 'framing-biased'], domains: ['ckd'], cases: 30, seed });

describe('a table of choices as a dataset', () => {
  it('is named by the hash that the command names it by', async () => {
    expect(await contentHash(table(1))).toBe(await tableHash(table(1)));
    expect(await contentHash(table(1))).not.toBe(await contentHash(table(2)));
  });

  it('comes back from IndexedDB with typed columns, equal to what went in, and goes when it is deleted', async () => {
    const store = indexedDbStore(await openLuceDatabase('choices'));
    const kept = await datasetOf(table(1), ABOUT);
    await store.putDatasets([kept]);
    const found = await store.getDataset(kept.hash);
    expect(found).toEqual(kept);
    expect(found && isChoices(found) && found.content.x).toBeInstanceOf(Float64Array);
    expect(await contentHash(found!.content)).toBe(kept.hash);
    await store.deleteDataset(kept.hash);
    expect(await store.listDatasets()).toEqual([]);
  });

  it('is told from a dataset of menus', async () => {
    const choices = await datasetOf(table(1), ABOUT);
    const menus = await datasetOf(generateContent(DEMO_DESIGN, 5), ABOUT);
    const asked = await datasetOf(answers(1), ABOUT);
    const all = new Map<string, AnyDataset>([choices, menus, asked].map((each) => [each.hash, each]));
    expect([...choiceTables(all)]).toEqual([[choices.hash, choices.content]]);
    expect([...seuDatasets(all)]).toEqual([[menus.hash, menus]]);
    expect([...responseTables(all)]).toEqual([[asked.hash, asked.content]]);
    expect([choices, menus, asked].map((each) => [isSeu(each), isChoices(each), isResponses(each)])).toEqual([
      [false, true, false],
      [true, false, false],
      [false, false, true],
    ]);
  });
});

describe('a table of answers as a dataset', () => {
  it('is named by the hash that the command names it by, and comes back from IndexedDB as it went in', async () => {
    const store = indexedDbStore(await openLuceDatabase('answers'));
    const kept = await datasetOf(answers(1), ABOUT);
    expect(kept.hash).toBe(await responseTableHash(answers(1)));
    expect(await contentHash(answers(2))).not.toBe(kept.hash);
    await store.putDatasets([kept]);
    const found = await store.getDataset(kept.hash);
    expect(found).toEqual(kept);
    expect(found && isResponses(found) && found.content.response).toBeInstanceOf(Float64Array);
    expect(await contentHash(found!.content)).toBe(kept.hash);
  });
});
