// A table in two parts of an archive: what goes in comes out bit for bit, and damage is refused with its place.
import { describe, expect, it } from 'vitest';
import { choiceTables, responseTables } from '../../../src/formats/dataset.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { packTable, unpackTable, type TableParts } from '../../../src/formats/table-parts.ts';
import { beliefAgentTable } from '../../../src/instruments/beliefs/agents.ts';
import { agentTable } from '../../../src/instruments/portability/agents.ts';

const about = {
  name: 'agents',
  condition: '',
  source: { file: 'agents.csv', address: null, licence: 'MIT', citation: null },
  history: ['generated'],
};
const choices = await datasetOf(
  {
    ...agentTable({
      ...{ game: 'lottery', agents: ['portable'], regimes: [''], environments: 3 },
      ...{ instances: 5, draws: 2, shared: true, seed: 3 },
    }),
    texts: { rows: Uint32Array.of(1, 4), texts: ['I take é', 'none'] },
  },
  about,
);
const answers = await datasetOf(
  beliefAgentTable({ agents: ['framing-biased'], domains: ['ckd'], cases: 40, seed: 2 }),
  about,
);

/** As an archive gives it back: JSON that was text, and bytes in the middle of others. */
function stored({ json, columns }: TableParts): TableParts {
  const around = new Uint8Array(columns.length + 5);
  around.set(columns, 3);
  return {
    json: JSON.parse(JSON.stringify(json)) as unknown,
    columns: around.subarray(3, 3 + columns.length),
  };
}

async function refusal(parts: TableParts): Promise<string> {
  const read = await unpackTable(parts, 'a.json');
  return read.ok ? 'accepted' : read.faults.map(faultLine).join('; ');
}

describe('a table in parts', () => {
  it('comes back as it was: choices with texts, and answers with gaps', async () => {
    expect(await unpackTable(stored(packTable(choices)), 'a.json')).toEqual({ ok: true, value: choices });
    expect(await unpackTable(stored(packTable(answers)), 'a.json')).toEqual({ ok: true, value: answers });
    expect(answers.content.response.some(Number.isNaN)).toBe(true);
    const all = new Map([choices, answers].map((dataset) => [dataset.hash, dataset]));
    expect([...choiceTables(all).keys()]).toEqual([choices.hash]);
    expect([...responseTables(all).keys()]).toEqual([answers.hash]);
  });

  it('is refused where a column ends beyond its bytes', async () => {
    const { json, columns } = packTable(choices);
    const cut = { json, columns: columns.subarray(0, columns.length - 8) };
    expect(await refusal(cut)).toContain(`a column within ${columns.length - 8} bytes`);
  });

  it('is refused where a value is another', async () => {
    const { json, columns } = packTable(answers);
    const changed = columns.slice();
    changed[changed.length - 9] ^= 1;
    expect(await refusal({ json, columns: changed })).toContain('/hash: content with the SHA-256');
  });

  it('is refused where a code has no name, and where a column is too short', async () => {
    const { json, columns } = packTable(choices);
    const text = JSON.stringify(json);
    const nameless = JSON.parse(text.replace('"names":["portable"]', '"names":[]')) as unknown;
    expect(await refusal({ json: nameless, columns })).toContain('/content/model: code 0; codes below 0');
    const longer = JSON.parse(text.replace('"rows":30', '"rows":31')) as unknown;
    expect(await refusal({ json: longer, columns })).toContain('/content/draw: 30 entries; 31 entries');
  });
});
