// Mutations of good files: each is read or refused, quickly, and nothing impossible is ever accepted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChoiceBlock, SeuContent } from '../../../../../src/formats/dataset.ts';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { recognise } from '../../../../../src/instruments/seu/import/recognise.ts';

const stan = JSON.stringify({
  ...{ M: 4, K: 3, D: 2, R: 5, N: 2, S: 3 },
  w: [
    [0.25, -1],
    [1e-3, 2],
    [3, 0.5],
    [-0.75, 1],
    [0, 0.125],
  ],
  I: [
    [1, 0, 1, 0, 0],
    [1, 1, 1, 1, 1],
    [0, 1, 0, 0, 1],
    [0, 0, 1, 1, 1],
  ],
  y: [2, 5, 1, 3],
  x: [
    [0.25, 0.5, 0.25],
    [1, 0, 0],
    [0.2, 0.2, 0.6],
  ],
  J: [
    [0, 1, 1],
    [1, 1, 1],
  ],
  z: [2, 1],
});
const long = `problem,presentation,alternative,chosen,temperature,f1,f2
P1,1,C2,0,0.5,1,2
P1,1,C10,1,0.5,3,-4
P1,2,C10,1,0.5,3,-4
P1,2,C2,0,0.5,1,2
"P2",1,C1,0,0.5,0.5,6e-1
P2,1,C2,1,0.5,1,2
P2,1,C10,0,0.5,3,-4
P1,1,C2,1,1.0,1.5,2
P1,1,C10,0,1.0,3,-4.25
`;

/** What makes an accepted content impossible; stated here afresh, apart from the importers. */
function impossible({ consequences, features, uncertain, risky }: SeuContent): string[] {
  const width = features[0]?.length ?? 0;
  const faults = [
    ...(Number.isInteger(consequences) && consequences >= 2 ? [] : ['K']),
    ...(width >= 1 && features.every((row) => row.length === width && row.every(Number.isFinite))
      ? []
      : ['w']),
    ...impossibleMenus(uncertain, features.length),
  ];
  if (!risky) return faults;
  const lotteries = risky.lotteries.every(
    (lottery) =>
      lottery.length === consequences &&
      lottery.every((p) => p >= 0) &&
      Math.abs(lottery.reduce((a, b) => a + b, 0) - 1) < 2e-6,
  );
  return [...faults, ...(lotteries ? [] : ['x']), ...impossibleMenus(risky, risky.lotteries.length)];
}

function impossibleMenus({ menus, chosen, problems, presentations }: ChoiceBlock, items: number): string[] {
  if (menus.length === 0 || menus.length !== chosen.length) return ['counts'];
  if ((problems ?? menus).length !== menus.length || (presentations ?? menus).length !== menus.length)
    return ['names'];
  return menus.flatMap((menu, m) => {
    const ascending = menu.every(
      (r, i) => Number.isInteger(r) && r >= 0 && r < items && (i === 0 || r > menu[i - 1]),
    );
    const rank = chosen[m];
    return ascending && menu.length >= 2 && Number.isInteger(rank) && rank >= 0 && rank < menu.length
      ? []
      : [`menu ${m}`];
  });
}

/** Reads bytes either way the importer can be asked to, and returns what is wrong with the answer. */
function complaints(file: string, bytes: Uint8Array): string[] {
  return [false, true].flatMap((dropFaultyMenus) => {
    const result = recognise(file, bytes, { dropFaultyMenus });
    if (result.ok) return result.contents.flatMap(({ content }) => impossible(content));
    return result.faults.length > 0 && result.faults.every((fault) => faultLine(fault).startsWith(file))
      ? []
      : ['mute'];
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const place = fc.nat({ max: 100_000 });

/** Flips, inserts, deletes or repeats a few bytes. */
const damage = fc.array(
  fc.record({
    at: place,
    byte: fc.integer({ min: 0, max: 255 }),
    how: fc.constantFrom('set', 'add', 'cut', 'swap', 'copy'),
  }),
  { minLength: 1, maxLength: 4 },
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged(text: string, changes: Damage): Uint8Array {
  const bytes = [...bytesOf(text)];
  for (const { at, byte, how } of changes) {
    const i = at % bytes.length;
    if (how === 'set') bytes[i] = byte;
    else if (how === 'add') bytes.splice(i, 0, byte);
    else if (how === 'cut') bytes.splice(i, 1 + (byte % 40));
    else if (how === 'swap') [bytes[i], bytes[byte % bytes.length]] = [bytes[byte % bytes.length], bytes[i]];
    else bytes.splice(i, 0, ...bytes.slice(i, i + (byte % 60)));
    if (bytes.length === 0) bytes.push(32);
  }
  return Uint8Array.from(bytes);
}

const oddValues = [0, 1, 2, -1, 0.5, 1.5, 1e9, 1e-9, 3, 5, null, true, '', '1', [], [1], {}, 'NaN'];

/** Removes keys, and replaces, removes or moves entries anywhere in the JSON tree. */
const edits = fc.array(
  fc.record({
    steps: fc.array(place, { minLength: 1, maxLength: 3 }),
    value: fc.constantFrom(...oddValues),
    how: fc.constantFrom('set', 'cut', 'move'),
  }),
  { minLength: 1, maxLength: 3 },
);
type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function edited(changes: Edits): Uint8Array {
  const tree = JSON.parse(stan) as Record<string, unknown>;
  for (const { steps, value, how } of changes) {
    let holder: Record<string, unknown> = tree;
    for (const step of steps) {
      const keys = Object.keys(holder);
      if (keys.length === 0) break;
      const key = keys[step % keys.length];
      const inner = holder[key];
      if (step !== steps[steps.length - 1] && typeof inner === 'object' && inner !== null) {
        holder = inner as Record<string, unknown>;
        continue;
      }
      const other = keys[(step + 1) % keys.length];
      if (how === 'set') holder[key] = value;
      else if (how === 'move') [holder[key], holder[other]] = [holder[other], holder[key]];
      else if (Array.isArray(holder)) (holder as unknown[]).splice(Number(key), 1);
      else delete holder[key];
      break;
    }
  }
  return bytesOf(JSON.stringify(tree));
}

const oddCells = [
  '',
  '0',
  '1',
  'x',
  'NaN',
  'C2',
  'C10',
  'P1',
  '1,5',
  '-',
  'TRUE',
  '1e999',
  '"',
  '; ',
  '0.5',
  '2',
];

/** Deletes, repeats and swaps rows, swaps cells, and overwrites cells of the long table. */
const rewrites = fc.array(
  fc.record({
    row: place,
    column: place,
    other: place,
    cell: fc.constantFrom(...oddCells),
    how: fc.constantFrom('delete', 'repeat', 'swap rows', 'swap cells', 'set', 'drop cell'),
  }),
  { minLength: 1, maxLength: 4 },
);
type Rewrites = typeof rewrites extends fc.Arbitrary<infer Value> ? Value : never;

function rewritten(changes: Rewrites): Uint8Array {
  const rows = long
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  for (const { row, column, other, cell, how } of changes) {
    const [i, j] = [row % rows.length, other % rows.length];
    const cells = rows[i];
    const k = column % Math.max(1, cells.length);
    if (how === 'delete' && rows.length > 1) rows.splice(i, 1);
    else if (how === 'repeat') rows.splice(j, 0, [...cells]);
    else if (how === 'swap rows') [rows[i], rows[j]] = [rows[j], rows[i]];
    else if (how === 'swap cells') [cells[k], rows[j][k]] = [rows[j][k] ?? '', cells[k] ?? ''];
    else if (how === 'drop cell') cells.splice(k, 1);
    else cells[k] = cell;
  }
  return bytesOf(rows.map((cells) => cells.join(',')).join('\n'));
}

const check = <Value>(
  arbitrary: fc.Arbitrary<Value>,
  file: string,
  make: (value: Value) => Uint8Array,
  seed: number,
): void =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      expect(complaints(file, make(value))).toEqual([]);
    }),
    { seed, numRuns: 750, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  );

describe('3,000 mutations of good files', { timeout: 120_000 }, () => {
  it('starts from files that are good', () => {
    expect(recognise('a.json', bytesOf(stan)).ok).toBe(true);
    const table = recognise('a.csv', bytesOf(long));
    expect(table.ok && table.contents.map(({ condition }) => condition)).toEqual(['0.5', '1.0']);
  });

  it('bytes of Stan JSON', () => check(damage, 'a.json', (changes) => damaged(stan, changes), 11));
  it('keys and entries of Stan JSON', () => check(edits, 'a.json', edited, 12));
  it('bytes of a long CSV', () => check(damage, 'a.csv', (changes) => damaged(long, changes), 13));
  it('rows and cells of a long CSV', () => check(rewrites, 'a.csv', rewritten, 14));

  it('still accepts some of them, so that the checks on content are not idle', () => {
    const accepted = fc
      .sample(rewrites, { seed: 15, numRuns: 200 })
      .filter((changes) => recognise('a.csv', rewritten(changes), { dropFaultyMenus: true }).ok);
    expect(accepted.length).toBeGreaterThan(20);
    const trees = fc
      .sample(edits, { seed: 16, numRuns: 200 })
      .filter((changes) => recognise('a.json', edited(changes)).ok);
    expect(trees.length).toBeGreaterThan(5);
  });
});
