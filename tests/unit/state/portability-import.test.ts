import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { ChoiceImport, isChoiceFile } from '../../../src/state/portability-import.svelte.ts';
import { choiceImports } from '../../../src/workers/portability-import.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const dictator = { name: 'dictator.csv', bytes: fixture('portability/dictator.csv') };
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

describe('files on their way in', () => {
  it('tells tables of choices from tables of menus and from JSON', () => {
    expect(isChoiceFile(dictator.name, dictator.bytes)).toBe(true);
    expect(isChoiceFile('lottery.csv', fixture('portability/lottery.csv'))).toBe(true);
    expect(isChoiceFile('menus.csv', fixture('malformed/csv-none-chosen.csv'))).toBe(false);
    expect(isChoiceFile('a.json', text('{"K": 3, "environment": [1, 2]}'))).toBe(false);
    expect(isChoiceFile('m.csv', text('environment,item,chosen,x1,choice\na,1,0,2,1\nb,1,1,3,2\n'))).toBe(
      false,
    );
    expect(isChoiceFile('none.csv', text('E,action\n1,2\n'))).toBe(false);
  });

  it('reads a file to one dataset a game, and lets go of it', async () => {
    const desk = new ChoiceImport(choiceImports);
    desk.look([dictator]);
    await vi.waitFor(() => expect(desk.read).not.toBeNull(), 20_000);
    expect(desk.read?.faults).toEqual([]);
    expect(desk.read?.games.map(({ table }) => [table.game, table.rows])).toEqual([['dictator', 2880]]);
    const [dataset] = await desk.take();
    expect(dataset).toMatchObject({ name: 'dictator', source: { file: 'dictator.csv' } });
    expect(desk.files).toEqual([]);
  });

  it('reads anew under a mapping set by hand, and keeps nothing that has faults', async () => {
    const desk = new ChoiceImport(choiceImports);
    desk.look([dictator]);
    desk.map('environment', 'nowhere');
    desk.reread();
    await vi.waitFor(() => expect(desk.read?.faults.length).toBeGreaterThan(0), 20_000);
    expect(desk.read?.faults[0].seen).toBe('no column nowhere');
    expect(await desk.take()).toEqual([]);
    desk.map('environment', 'model + environment');
    desk.reread();
    await vi.waitFor(() => expect(desk.read?.faults).toEqual([]), 20_000);
    expect(desk.read?.games[0].table.environment.names).toHaveLength(24);
  });

  it('tells how much is read, and nothing of an earlier reading', () => {
    const told: ((share: number) => void)[] = [];
    const desk = new ChoiceImport({
      read: (_files, _options, onRead) => {
        told.push(onRead);
        return new Promise(() => undefined);
      },
    });
    desk.look([dictator]);
    expect(desk.progress).toBeNull();
    told[0](0.5);
    expect(desk.progress).toBe(0.5);
    desk.share(true);
    told[0](0.75);
    expect(desk.progress).toBeNull();
    told[1](0.25);
    expect(desk.progress).toBe(0.25);
  });
});
