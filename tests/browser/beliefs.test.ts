// Beliefs on the published page: a table of answers, a study, a pause, a reload, every step and its exports by keyboard alone.
import { expect, it } from 'vitest';
import { published } from './support/published.ts';
import { fixture } from './support/visit.ts';

const DRAWS = {
  'Resamples of cases': '1500',
  'Resamples of prompts': '500',
  'Resamples of curves': '100',
  'Resamples of outcomes': '250',
  'Simulated studies': '50',
  Refits: '20',
} as const;

const { main, image, keys, pressed, turn, fill, page, ...reader } = published('beliefs');
const { goTo, drop, look, pausedOverReload } = reader;

async function keepAnswers(): Promise<void> {
  await goTo('beliefs/data', 'Beliefs');
  await drop('small.csv', await fixture('beliefs/small.csv'), 'text/csv');
  await main()
    .getByText(/1\u202f920 answers of 1 agent in\s+1 domain, to\s+16 prompts/)
    .waitFor();
  await look('import');
  await pressed('Import the table');
  await main().getByRole('cell', { name: 'small', exact: true }).waitFor();
}

async function checkRetention(): Promise<void> {
  await keys(']');
  await main().getByText('How many cases have every answer').waitFor();
  const cells = main().getByRole('region', { name: 'Cases with every answer' });
  await cells.getByRole('cell', { name: '114', exact: true }).waitFor();
  await look('retention');
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function runStudy(): Promise<void> {
  await keys(']');
  await main().getByText('Which belief about each case fits').waitFor();
  await fill(DRAWS);
  await turn('Outcomes');
  await turn('Transfer');
  await turn('Refits to drawn cases');
  await look('setup');
  await keys('r');
  await main().getByRole('progressbar').waitFor();
  await pausedOverReload(0);
  await pressed('Resume');
  await main()
    .getByText(/^Through one belief, reports order held-out decisions correctly in \d+/)
    .first()
    .waitFor({ timeout: 240_000 });
  await image('Outcomes beyond the belief').waitFor({ timeout: 240_000 });
  await look('run');
}

/** Every step of the study with what it shows. */
const STEPS = [
  ['coherence', ['Held-out concordance, prompt by prompt']],
  ['thresholds', ['Implied against instructed decision threshold', 'Choice curves']],
  ['generalisation', ['Transfer: log score of held-out decisions', 'Transfer: AUROC of held-out decisions']],
  ['sufficiency', ['One stated probability against all other answers', 'Outcomes beyond the belief']],
] as const;

async function walkSteps(): Promise<void> {
  await goTo('beliefs/fit', 'Beliefs');
  await image('Fitted prior of the belief').waitFor();
  for (const [step, figures] of STEPS) {
    await keys(']');
    await expect.poll(() => page().evaluate(() => location.hash)).toBe(`#/beliefs/${step}`);
    for (const name of figures) await image(name).waitFor();
    if (step === 'thresholds')
      await main()
        .getByText(/^Over 20 refits, each to 74 training cases/)
        .waitFor();
    await look(step);
  }
  await keys(']');
  await main().getByText('No answers were collected under prefixes.').waitFor();
}

async function exportFigure(): Promise<void> {
  await goTo('beliefs/thresholds', 'Beliefs');
  await page().reload();
  const figure = main().getByRole('figure', { name: /^Implied against instructed/ });
  await figure.getByRole('img').waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await keys('ArrowRight');
  await figure.getByText(/^implied \.\d+/).waitFor();
  await reader.seeFigureFiles(/^prompt,framing,nominal,implied/);
}

interface CellJson {
  readonly model: string;
  readonly domain: string;
  readonly thresholds: readonly { readonly framing: string; readonly implied: number }[];
}

async function exportRun(): Promise<readonly CellJson[]> {
  await keys(']');
  await goTo('beliefs/report', 'Beliefs');
  await main().getByRole('link', { name: 'noisy, ckd' }).first().press('Enter');
  const { cells } = await reader.reportOf<{ cells: readonly CellJson[] }>();
  await reader.seeBundleElsewhere('Implied against instructed decision threshold');
  return cells;
}

it('takes answers from a file to a report that goes on after a reload, by keyboard, without a message', async () => {
  await keepAnswers();
  await checkRetention();
  await runStudy();
  await walkSteps();
  await exportFigure();
  const [cell] = await exportRun();
  expect([cell.model, cell.domain]).toEqual(['noisy', 'ckd']);
  expect(cell.thresholds.map(({ framing }) => framing)).toEqual([
    'none',
    ...['threshold', 'bet', 'cost'].flatMap((framing) => new Array<string>(4).fill(framing)),
  ]);
});

it('makes agents whose beliefs are known', async () => {
  await goTo('beliefs/data', 'Beliefs');
  await pressed('Generate agents');
  const dialog = page().getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Cases', exact: true }).fill('40');
  await look('agents');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
  await main()
    .getByRole('cell', { name: /^coherent, framing-biased, incoherent; ckd \(seed 1\)$/ })
    .waitFor();
});

it('shows what the columns of each of several files mean', async () => {
  await goTo('beliefs/data', 'Beliefs');
  const [head, ...lines] = (await fixture('beliefs/small.csv')).toString().trim().split('\n');
  const half = (name: string, rows: readonly string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...rows].join('\n')),
  });
  const files = [half('first.csv', lines.slice(0, 960)), half('second.csv', lines.slice(960))];
  await page().locator('input[type=file]').first().setInputFiles(files);
  await main()
    .getByText(/1\u202f920 answers of 1 agent/)
    .waitFor();
  await main().getByText('What the columns of first.csv mean').waitFor();
  await main()
    .getByRole('combobox', { name: /^Columns shown/ })
    .selectOption({ label: 'second.csv' });
  await main().getByText('What the columns of second.csv mean').click();
  await main().getByRole('region', { name: 'First rows of second.csv' }).waitFor();
  await look('import-files');
});
