import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { looksLikeAnswers } from '../../../src/instruments/beliefs/import/preview.ts';
import { AnswerImport } from '../../../src/state/beliefs-import.svelte.ts';
import { answerImports } from '../../../src/workers/beliefs-import.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const small = { name: 'small.csv', bytes: fixture('beliefs/small.csv') };
const shared = new URL('../../../../shared/data/beliefs/', import.meta.url);

describe('files on their way in', () => {
  it('tells tables of answers from tables of choices and of menus', () => {
    expect(looksLikeAnswers(small.name, small.bytes)).toBe(true);
    for (const name of [
      'portability/dictator.csv',
      'portability/lottery.csv',
      'malformed/csv-none-chosen.csv',
    ])
      expect(looksLikeAnswers(name, fixture(name)), name).toBe(false);
    expect(looksLikeAnswers('wide.csv', text('case,p_stated,accept\na,0.2,1\n'))).toBe(false);
    const choices = 'environment,instance,prompt,response,action\na,1,Which?,B,0\n';
    expect(looksLikeAnswers('choices.csv', text(choices))).toBe(false);
    expect(looksLikeAnswers('a.json', text('{"case": 3}'))).toBe(false);
  });

  it.skipIf(!existsSync(shared))('knows the public data for what they are', () => {
    for (const name of readdirSync(shared)) {
      const bytes = readFileSync(new URL(`${name}/tidy.csv`, shared));
      expect(looksLikeAnswers('tidy.csv', bytes), name).toBe(true);
    }
  });

  it('reads a file to one dataset with what its cells keep, and lets go of it', async () => {
    const desk = new AnswerImport(answerImports);
    desk.look([small]);
    await vi.waitFor(() => expect(desk.read).not.toBeNull(), 20_000);
    expect(desk.read).toMatchObject({
      faults: [],
      retention: [{ agent: 'noisy', domain: 'ckd', cases: 120, complete: 114 }],
      heads: [{ file: 'small.csv', mapping: { agent: ['model'], prompt: ['prompt_id'], outcome: ['y'] } }],
    });
    const dataset = await desk.take();
    expect(dataset).toMatchObject({ name: 'small', source: { file: 'small.csv' }, content: { rows: 1920 } });
    expect(desk.files).toEqual([]);
  });

  it('reads what gzip made', async () => {
    const desk = new AnswerImport(answerImports);
    desk.look([{ name: 'small.csv.gz', bytes: gzipSync(small.bytes) }]);
    await vi.waitFor(() => expect(desk.read).not.toBeNull(), 20_000);
    expect(desk.read).toMatchObject({ faults: [], heads: [{ file: 'small.csv.gz' }] });
    expect(await desk.take()).toMatchObject({ name: 'small', content: { rows: 1920 } });
    desk.look([{ name: 'cut.csv.gz', bytes: gzipSync(small.bytes).subarray(0, 99) }]);
    await vi.waitFor(() => expect(desk.read).not.toBeNull(), 20_000);
    expect(desk.read?.faults).toMatchObject([{ file: 'cut.csv.gz', needed: 'the whole file' }]);
  });

  it('reads a wide table, by columns that are set by hand', async () => {
    const desk = new AnswerImport(answerImports);
    desk.look([{ name: 'wide.csv', bytes: text('who,item,p_stated,accept\na,1,0.2,1\na,2,0.4,0\n') }]);
    await vi.waitFor(() => expect(desk.read).not.toBeNull(), 20_000);
    expect(desk.read?.faults).toMatchObject([
      { column: 'who', seen: 'answers to who that suggest no family' },
    ]);
    expect(await desk.take()).toBeNull();
    desk.map('agent', 'who');
    desk.map('answers', 'p_stated + accept');
    desk.map('case', 'item');
    desk.reread();
    await vi.waitFor(() => expect(desk.read?.imported).toBeTruthy(), 20_000);
    expect(desk.read?.imported?.table.outputs).toEqual([
      { prompt: 'p_stated', family: 'probability' },
      { prompt: 'accept', family: 'decision', framing: 'none', threshold: null },
    ]);
  });

  it('passes over an answer to an earlier reading, and keeps what went wrong in words', async () => {
    const answers: ((read: never) => void)[] = [];
    const desk = new AnswerImport({ read: () => new Promise((resolve) => answers.push(resolve)) });
    desk.look([small]);
    desk.dismiss();
    answers[0](await answerImports.read([small], {}).then((read) => read as never));
    await Promise.resolve();
    expect(desk.read).toBeNull();
    const broken = new AnswerImport({
      read: () => Promise.reject(new Error('the import worker broke down')),
    });
    broken.look([small]);
    await vi.waitFor(() => expect(broken.problem).toBe('the import worker broke down'), 20_000);
  });
});
