import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../../../../src/instruments/portability/import/answer.ts';

describe('actions in answers', () => {
  it.each([
    ['I would give [$40].', '40', false],
    ['I give [$1,250.50] and keep the rest.', '1250.50', false],
    ['[$60] to the other and [$40] to me', '40', true],
    ['[50] for you, [$50] for me', '50', false],
    ['I choose [A].', 'A', false],
    ['Reasoning about 100 and 30.\nFINAL_ANSWER: 70', '70', false],
    ['Take [30] first.\nFINAL_ANSWER: 70', '30', false],
    ['FINAL_ANSWER: option B', 'B', false],
    ['**FINAL_ANSWER**: A.', 'A', false],
    ['FINAL_ANSWER: 10\nno: FINAL_ANSWER: 20', '20', true],
    ['245', '245', false],
    ['$ 245.', '245', false],
    ['I will offer 30 tokens.', '30', false],
    ['I keep 60 and give 40.', null, true],
    ['b', 'B', false],
    ['Answer: (B)', 'B', false],
    ['A fair person would share.', null, false],
    ['As an AI language model, I cannot.', null, false],
    ['', null, false],
  ])('%j', (text, action, ambiguous) => {
    expect(parseAnswer(text)).toEqual({ action, ambiguous });
  });
});

const folder = new URL('../../../../../../shared/data/portability/chatgpt-behavioral/', import.meta.url);
const replies = new URL('dictator_gpt4_2023_04_05-04_34_28_AM.json', folder);

interface Record {
  readonly messages: readonly (readonly { readonly role: string; readonly content: string }[])[];
}

describe.skipIf(!existsSync(replies))('whole replies of a dictator', () => {
  const { messages } = JSON.parse(readFileSync(replies, 'utf8')) as Record;
  const texts = messages.map((turns) => turns[turns.length - 1].content);
  const own = texts.map(parseAnswer);

  it('give an action in at least 96.9 %', () => {
    const share = own.filter(({ action }) => action !== null).length / texts.length;
    expect(share).toBeGreaterThanOrEqual(0.969);
  });

  it('are ambiguous where several amounts stand in brackets', () => {
    texts.forEach((text, i) => {
      const amounts = new Set(Array.from(text.matchAll(/\[\$?([\d.]+)\]/g), ([, amount]) => Number(amount)));
      if (amounts.size > 0) expect([text, own[i].ambiguous]).toEqual([text, amounts.size > 1]);
    });
  });
});

describe.skipIf(!existsSync(new URL('tidy.csv', folder)))('the beginnings of 4,529 replies', () => {
  const rows = Papa.parse<{ response: string; action: string; n_brackets: string }>(
    readFileSync(new URL('tidy.csv', folder), 'utf8'),
    { header: true, skipEmptyLines: true },
  ).data;

  it('with their only bracket in full give the action that was read from the whole', () => {
    const whole = rows.filter(
      ({ response, n_brackets }) => n_brackets === '1' && /\[\$?\d[\d,.]*\]/.test(response),
    );
    expect(whole.length).toBeGreaterThan(500);
    for (const { response, action } of whole)
      expect([response, Number(parseAnswer(response).action)]).toEqual([response, Number(action)]);
  });
});
