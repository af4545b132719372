// Portability on the published page: a file of choices, a measurement, a pause, a reload, a report by keyboard alone.
import { expect, it } from 'vitest';
import type { MechanismCell } from '../../src/instruments/portability/mechanism/reported.ts';
import type { CellReport } from '../../src/instruments/portability/report.ts';
import type { VariantReport } from '../../src/instruments/portability/robustness/report.ts';
import { published } from './support/published.ts';
import { fixture } from './support/visit.ts';

/** Resamples make the run long enough to be left in the middle. */
const SETTINGS = { Splits: '20', Permutations: '39', Bootstrap: '40', Resamples: '60' } as const;
/** Models and regimes of the fixture. */
const CELLS = 6;

const { main, button, keys, pressed, turn, fill, page, ...reader } = published('portability');
const { goTo, drop, look, pausedOverReload } = reader;

async function keepChoices(): Promise<void> {
  await goTo('portability/data', 'Portability');
  await look('empty');
  await drop('dictator.csv', await fixture('portability/dictator.csv'), 'text/csv');
  await main()
    .getByText(/^Dictator: 2\u202f880 rows\.$/)
    .waitFor();
  await look('import');
  await pressed('Import 1 table');
  await main().getByRole('cell', { name: 'dictator', exact: true }).first().waitFor();
  await look('data');
}

async function checkDesign(): Promise<void> {
  await keys(']');
  await main().getByText('Are rows spread evenly').waitFor();
  await main().getByText('dictator: 8 environments, instances have an x of their own').waitFor();
  await look('design');
}

async function startMeasurement(): Promise<void> {
  await goTo('portability/measure', 'Portability');
  await fill(SETTINGS);
  await look('setup');
  await pressed('Run');
  await main().getByRole('progressbar').waitFor();
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function pauseAndResume(): Promise<void> {
  await pausedOverReload(2);
  await look('paused');
  await pressed('Resume');
  await main()
    .getByText(/^Of 6 cells (?:none|\d) stand/)
    .waitFor({ timeout: 240_000 });
}

const DISTANCES = 'Distance by game and model, against its own noise floor';

async function readReport(): Promise<readonly CellReport[]> {
  await look('report');
  await main().getByRole('img', { name: DISTANCES }).waitFor();
  expect(await main().getByRole('region', { name: 'Cells' }).getByRole('row').count()).toBe(CELLS + 1);
  return (await reader.reportOf<{ cells: readonly CellReport[] }>()).cells;
}

async function walkMatrix(): Promise<void> {
  const figure = main().getByRole('figure', { name: /^Portability matrix/ });
  await figure.getByRole('img').first().waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await keys('ArrowRight');
  await keys('Enter');
  const drawer = page().locator('aside.drawer');
  await drawer.getByText('half-counts').waitFor();
  const first = await drawer.getByRole('heading', { level: 2 }).first().innerText();
  await drawer.getByRole('button', { name: 'Next pair' }).press('Enter');
  await expect.poll(() => drawer.getByRole('heading', { level: 2 }).first().innerText()).not.toBe(first);
  await drawer.getByText('half-counts').waitFor();
  await look('drawer');
  await keys('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
}

async function exportFigure(): Promise<void> {
  const figure = main().getByRole('figure', { name: /^Distance by game/ });
  await figure.locator('[tabindex="0"]').first().focus();
  await reader.seeFigureFiles(/^game,model,regime,tv_mean/);
}

it('takes choices from a file to a report that goes on after a reload, by keyboard, without a message', async () => {
  await keepChoices();
  await checkDesign();
  await startMeasurement();
  await pauseAndResume();
  const cells = await readReport();
  expect(cells.map(({ model, regime }) => `${model} ${regime}`).sort()).toEqual([
    'frame cot',
    'frame noncot',
    'portable cot',
    'portable noncot',
    'shift cot',
    'shift noncot',
  ]);
  for (const cell of cells) {
    expect(cell.least_p).toBe(1 / 40);
    expect(cell.tv_mean).toBeGreaterThan(0);
    expect(cell.excess_lo).toBeLessThan(cell.excess_hi!);
  }
  await walkMatrix();
  await exportFigure();
  await reader.seeBundleElsewhere(DISTANCES);
});

it('maps columns of any name by hand, and says of other files what it needed', async () => {
  await goTo('portability/data', 'Portability');
  await drop('notes.txt', Buffer.from('# Notes\n\nNot a table.\n'), 'text/plain');
  await main().getByRole('cell', { name: 'notes.txt', exact: true }).first().waitFor();
  await look('import-fault');
  await button('Cancel').press('Enter');
  const rows = Array.from({ length: 24 }, (_, i) => [`wording ${i % 3}`, 100 + i, i % 3, 40 + (i % 7), 1]);
  const lines = [['prompt_style', 'stake', 'round', 'kept', 'fee'], ...rows].map((row) => row.join(';'));
  await drop('pilot.csv', Buffer.from(lines.join('\n')), 'text/csv');
  await main().getByRole('cell', { name: 'no column for environment', exact: true }).waitFor();
  await fill({ Environment: 'prompt_style', x: 'stake+fee', Action: 'kept' });
  await pressed('Read again');
  await main().getByText('fee is 1 in every row: leave it out of x').waitFor();
  await main().getByRole('radio', { name: 'One x everywhere' }).focus();
  await keys('Space');
  await main().getByText('Instances are shared, as told.').waitFor();
  await look('import-mapped');
  await pressed('Import 1 table');
  await main().getByRole('cell', { name: 'pilot', exact: true }).first().waitFor();
});

async function varyPredictors(): Promise<readonly VariantReport[]> {
  await goTo('portability/measure', 'Portability');
  await keys(']');
  await main().getByText('Does the answer depend on the predictor').waitFor();
  for (const name of ['Boosted, shallow', 'Boosted, regularised', 'Random forest']) await turn(name);
  await fill({
    Bins: '5, 20',
    Sources: '1, all',
    Splits: '10',
    'Permutations, least squares': '19',
    'Permutations, others': '3',
  });
  await main()
    .getByText(/comparisons of least squares/)
    .waitFor();
  await look('robustness-setup');
  await pressed('Run');
  await main()
    .getByText(/^Of 6 cells, \d stands? above the floor in every one/)
    .waitFor({ timeout: 240_000 });
  for (const name of ['Distance by predictor', 'Distance by number of bins', 'Distance by number of sources'])
    await main().getByRole('img', { name, exact: true }).waitFor();
  await main()
    .getByRole('combobox', { name: 'Predictor shown' })
    .selectOption({ label: 'Cubic, interactions' });
  await main().getByText('Cubic, interactions, |S| = 7.').waitFor();
  await look('robustness');
  return (await reader.reportOf<{ variants: readonly VariantReport[] }>()).variants;
}

async function lookBehind(): Promise<readonly MechanismCell[]> {
  await goTo('portability/robustness', 'Portability');
  await keys(']');
  await main().getByText('What do framings add to payoffs').waitFor();
  await fill({
    Splits: '8',
    Permutations: '19',
    Objectives: 'dictator = E - action',
    'Lexicon of motifs': 'fairness: \\bfair|\\bequal\nhalf: \\bhalf\\b|\\b50\nkeep: \\bkeep',
    'Words by which prompts differ': 'bonus refund charity',
  });
  await look('mechanism-setup');
  await pressed('Run');
  await main()
    .getByText(/^Framings add to what payoffs explain in \d of 6 cells/)
    .waitFor({ timeout: 240_000 });
  for (const name of [
    'What environments add to payoffs',
    'Payoff lost by transporting: Dictator',
    'Parameters that reasoning names',
    'Reasoning within and between framings',
    'Motifs of reasoning',
  ])
    await main().getByRole('img', { name, exact: true }).waitFor();
  await main().getByText('No equilibria.').waitFor();
  await look('mechanism');
  return (await reader.reportOf<{ cells: readonly MechanismCell[] }>()).cells;
}

it('varies the measurement and looks behind it, by keyboard, without a message', async () => {
  await keepChoices();
  const variants = await varyPredictors();
  expect(variants).toHaveLength(CELLS * 2 * (2 + 2 + 1));
  for (const { tv_mean, perm_mean, p, predictor, permutations } of variants) {
    expect(tv_mean).toBeGreaterThan(0);
    expect(perm_mean).toBeGreaterThan(0);
    expect(p).toBeGreaterThanOrEqual(1 / 20);
    expect(permutations).toBe(predictor === 'ols' ? 19 : 3);
  }
  const cells = await lookBehind();
  expect(cells).toHaveLength(CELLS);
  for (const { regime, texts, regret, ridge, nash } of cells) {
    expect(ridge!.delta).toMatchObject({ splits: 8, permutations: 19 });
    expect([regret!.formula, nash]).toEqual(['E - action', null]);
    expect(texts?.motifs.map(({ motif }) => motif)).toEqual(
      regime === 'cot' ? ['fairness', 'half', 'keep'] : undefined,
    );
  }
  const figure = main().getByRole('figure', { name: 'What environments add to payoffs' });
  await figure.locator('[tabindex="0"]').first().focus();
  await keys('ArrowRight');
  await figure.getByText(/ΔR² .*of 8 splits/).waitFor();
  expect((await reader.figureFile('c')).split('\n')[0]).toMatch(/^game,model,regime,r2_x,r2_xz,mean/);
  await reader.seeBundleElsewhere('What environments add to payoffs');
});
