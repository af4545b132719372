import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { tableHash } from '../../../../../src/formats/table-hash.ts';
import {
  GUESSED,
  startImport,
  type Imported,
  type ImportOptions,
} from '../../../../../src/instruments/portability/import/import.ts';
import { GAMES, META, fixtureRows } from '../../../statistics/portability/fixture.ts';

const encoder = new TextEncoder();
type File = readonly [name: string, content: string | Uint8Array];

function run(files: readonly File[], options: Partial<ImportOptions> = {}) {
  const importer = startImport({ ...GUESSED, ...options });
  for (const [name, content] of files)
    importer.add(name, typeof content === 'string' ? encoder.encode(content) : content);
  return importer.finish();
}

function imported(files: readonly File[], options: Partial<ImportOptions> = {}): Imported {
  const result = run(files, options);
  if (!result.ok) throw new Error(result.faults.map(faultLine).join('\n'));
  return result.value;
}

const faults = (content: string, options: Partial<ImportOptions> = {}): string[] => {
  const result = run([['f.csv', content]], options);
  return result.ok ? [] : result.faults.map(faultLine);
};

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../../fixtures/portability/${name}.csv`, import.meta.url));

const HEAD = 'game,model,regime,environment,instance,draw,E,action\n';
const row = (environment: string, instance: number, E: string | number, action: string | number, draw = 0) =>
  `dictator,m,cot,${environment},${instance},${draw},${E},${action}\n`;

describe('the seven games', () => {
  it.each(GAMES)('%s has every cell as written', (game) => {
    const { games, mappings } = imported([[`${game}.csv`, fixture(game)]]);
    expect(games).toHaveLength(1);
    const [{ table, balance, origins }] = games;
    const rows = fixtureRows(game);
    expect(mappings[0].mapping).toMatchObject({ x: META.features[game], text: ['raw_text'] });
    expect(table.game).toBe(game);
    expect(table.rows).toBe(rows.length);
    expect(table.features).toEqual(META.features[game]);
    expect(table.shared).toBe(META.shared_instances[game]);
    expect(origins).toEqual([{ file: `${game}.csv`, count: rows.length, rows: null }]);
    for (const role of ['model', 'regime', 'environment', 'instance'] as const)
      expect(Array.from(table[role].codes, (code) => table[role].names[code])).toEqual(
        rows.map((entry) => entry[role]),
      );
    expect([...table.draw]).toEqual(rows.map(({ draw }) => Number(draw)));
    expect([...table.x]).toEqual(rows.flatMap((entry) => table.features.map((name) => Number(entry[name]))));
    const values: Record<string, number> = { A: 1, B: 0, '': NaN };
    expect([...table.action]).toEqual(rows.map(({ action }) => values[action] ?? Number(action)));
    const texts = rows.flatMap(({ raw_text }, i) => (raw_text === '' ? [] : [[i, raw_text]]));
    expect(Array.from(table.texts.rows, (at, k) => [at, table.texts.texts[k]])).toEqual(texts);
    expect(balance).toHaveLength(48);
    expect(balance.reduce((sum, { unparsed }) => sum + unparsed, 0)).toBe(
      rows.filter(({ action }) => action === '').length,
    );
    expect(balance[0]).toMatchObject({ instances: 30, rows: 60, draws_least: 2, draws_most: 2 });
  });

  it('in one file or in seven, in any order of rows of other games, have the same hash', async () => {
    const apart = imported(GAMES.map((game) => [`${game}.csv`, fixture(game)] as const));
    const columns = [...new Set(GAMES.flatMap((game) => META.features[game]))];
    const fields = [
      'game',
      'model',
      'regime',
      'environment',
      'instance',
      'draw',
      ...columns,
      'action',
      'raw_text',
    ];
    const all = GAMES.flatMap((game) => fixtureRows(game));
    const text = Papa.unparse({ fields, data: all.map((entry) => fields.map((name) => entry[name] ?? '')) });
    const together = imported([['all.csv', text]]);
    const hashes = async ({ games }: Imported) =>
      Object.fromEntries(
        await Promise.all(games.map(async ({ table }) => [table.game, await tableHash(table)] as const)),
      );
    expect(await hashes(together)).toEqual(await hashes(apart));
    expect(together.games[1].origins[0].rows![0]).toBe(2880);
  });
});

describe('other spellings of a file', () => {
  const plain =
    HEAD + row('a', 0, 500.5, 10) + row('a', 1, 600, 20) + row('b', 0, 500.5, 5) + row('b', 1, 600, 7);
  const hash = (files: readonly File[], options?: Partial<ImportOptions>) =>
    tableHash(imported(files, options).games[0].table);
  it('are the same table', async () => {
    const expected = await hash([['f.csv', plain]]);
    const decimal = plain.replaceAll(',', ';').replaceAll('500.5', '500,5');
    expect(await hash([['f.csv', decimal]])).toBe(expected);
    expect(await hash([['f.tsv', `\ufeff${plain.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`]])).toBe(
      expected,
    );
    const wide = new Uint8Array(new Uint16Array(Array.from(`\ufeff${plain}`, (c) => c.charCodeAt(0))).buffer);
    expect(await hash([['f.txt', wide]])).toBe(expected);
    const renamed = plain.replace('model', 'who').replace('environment', 'words');
    const mapping = { model: ['who'], environment: ['words'] };
    expect(await hash([['f.csv', renamed]], { mapping })).toBe(expected);
  });

  it('without names of instances and draws take them from x and order', () => {
    const text = 'frame,x1,x2,choice\na,1,2,left\na,1,2,right\na,3,2,left\nb,1,2,\nb,3,2,up\n';
    const [{ table, notes }] = imported([['mine.csv', text]]).games;
    expect(table.game).toBe('mine');
    expect(table.labels).toEqual(['left', 'right', 'up']);
    expect([...table.action]).toEqual([0, 1, 0, NaN, 2]);
    expect([...table.instance.codes]).toEqual([0, 0, 1, 0, 1]);
    expect([...table.draw]).toEqual([0, 1, 0, 0, 0]);
    expect(table.shared).toBe(true);
    expect(table.model.names).toEqual(['']);
    expect(notes.join(' ')).toContain('3 labels count as 0 … 2: left, right, up.');
  });
});

describe('instances', () => {
  const differing =
    HEAD + row('a', 0, 500, 1) + row('b', 0, 600, 1) + row('a', 1, 700, 1) + row('b', 1, 700, 1);
  it('are private where one has two x, and say where', () => {
    const [{ table, notes }] = imported([['f.csv', differing]]).games;
    expect(table.shared).toBe(false);
    expect(notes).toContain(
      'Instances are private to environments: instance 0 differs in a (500) and b (600).',
    );
  });

  it('cannot be shared against the data', () => {
    expect(faults(differing, { shared: true })).toEqual([
      'f.csv: instance 0 differs in a (500) and b (600); one x everywhere',
    ]);
  });

  it('are private where each occurs in one environment alone, unless told', () => {
    const alone = HEAD + row('a', 0, 500, 1) + row('b', 1, 500, 1);
    expect(imported([['f.csv', alone]]).games[0].table.shared).toBe(false);
    expect(imported([['f.csv', alone]], { shared: true }).games[0].table.shared).toBe(true);
  });
});

describe('faults', () => {
  it.each([
    ['an x that is no number', row('a', 0, 'much', 1), 'f.csv:2:E: "much"; a number'],
    ['an empty x', row('a', 0, '', 1), 'f.csv:2:E: an empty cell; a number'],
    ['an action that is none', row('a', 0, 500, 'A'), 'f.csv:2:action: "A"; a number, or nothing'],
  ])('%s', (_, first, line) => {
    expect(faults(HEAD + first + row('b', 0, 500, 1) + row('b', 1, 300, 1))).toEqual([line]);
  });

  it.each([
    [
      'two x of one instance in an environment',
      HEAD + row('a', 0, 500, 1) + row('b', 0, 500, 1) + row('a', 0, 501, 1, 1),
      'f.csv:4:E: x 501 where instance 0 of a has 500 in row 2; one x for an instance in an environment',
    ],
    [
      'one environment',
      HEAD + row('a', 0, 500, 1),
      'f.csv:environment: one environment, a, in dictator; two or more',
    ],
    ['ragged rows', `${HEAD}dictator,m,cot,a\n`, 'f.csv:2: 4 cells; 8, as the header'],
    [
      'no column of environments',
      'game,x,action\ng,1,2\n',
      'f.csv:1: no column for environment; one or more of game, x, action',
    ],
    [
      'an action that is neither A nor B',
      'game,environment,action,pA,HA,LA,pB,HB,LB\nlottery,a,C,0,1,2,3,4,5\nlottery,b,a,0,1,2,3,4,5\n',
      'f.csv:2:action: "C"; A or B, or one of two whole numbers in all of the column, or nothing',
    ],
  ])('%s', (_, content, line) => {
    expect(faults(content)).toEqual([line]);
  });

  it('of a mapping name the column', () => {
    expect(faults(HEAD + row('a', 0, 500, 1), { mapping: { x: ['Q'] } })[0]).toContain(
      'no column Q; of game,',
    );
  });

  it('of many rows are counted beyond the first', () => {
    const rows = Array.from({ length: 500 }, (_, i) => row(i % 2 ? 'a' : 'b', i, 'x', 1)).join('');
    const lines = faults(HEAD + rows + row('a', 999, 3, 3));
    expect(lines).toHaveLength(201);
    expect(lines[200]).toContain('300 more faults of this kind');
  });

  it('of very many rows are counted too', () => {
    const ragged = `${HEAD}${'dictator,m\n'.repeat(200_000)}`;
    expect(faults(ragged)).toHaveLength(201);
    const blank =
      `${HEAD}${row('a', 0, '', 1)}`.replace(/\n$/, '') + `\n${row('b', 1, '', 1).repeat(150_000)}`;
    expect(faults(blank)[200]).toContain('149801 more faults');
  });

  it('are none for an amount beyond its bound, which is noted', () => {
    const text = HEAD + row('a', 0, 500, 501) + row('b', 0, 500, -1) + row('b', 1, 400, 400);
    expect(imported([['f.csv', text]]).games[0].notes).toContain(
      '2 amounts lie outside 0 … E; they are kept.',
    );
  });
});

const real = (name: string): URL =>
  new URL(`../../../../../../shared/data/portability/${name}/tidy.csv`, import.meta.url);

describe.skipIf(!existsSync(real('fairgame')))('2 × 2 games in five languages', () => {
  it('are recognised as one game of seven matrices seen from two seats', () => {
    const { games, mappings } = imported([['tidy.csv', readFileSync(real('fairgame'))]]);
    expect(games).toHaveLength(1);
    const [{ table }] = games;
    expect(mappings[0].mapping).toMatchObject({
      game: [],
      model: ['agent'],
      regime: ['persona'],
      environment: ['environment'],
      instance: ['game', 'payoff', 'seat'],
      x: ['x_AA', 'x_AB', 'x_BA', 'x_BB'],
    });
    expect(table.rows).toBe(8400);
    expect(table.environment.names).toEqual(['ar', 'cn', 'en', 'fr', 'vn']);
    expect(table.instance.names).toHaveLength(14);
    expect(table.shared).toBe(true);
    expect(table.labels).toEqual(['B', 'A']);
  });
});

describe.skipIf(!existsSync(real('chatgpt-behavioral')))('free-text games', () => {
  it('are recognised, with 96.9 % of actions', () => {
    const { games } = imported([['tidy.csv', readFileSync(real('chatgpt-behavioral'))]]);
    const rows = games.reduce((sum, { table }) => sum + table.rows, 0);
    const parsed = games.reduce(
      (sum, { table }) => sum + table.action.reduce((count, a) => count + Number(!Number.isNaN(a)), 0),
      0,
    );
    expect(rows).toBe(4529);
    expect((100 * parsed) / rows).toBeCloseTo(96.9, 1);
    expect(games[0].table.model.names).toContain('gpt-4-0314');
  });
});
