// Full Bayes of beliefs on the published page: from the choice of the estimator, over a pause and a reload, to Figure 5.
import { expect, it } from 'vitest';
import { published } from './support/published.ts';
import { fixture, fixturePath } from './support/visit.ts';

/** Few draws: they do not converge, and must say so. */
const CHAINS = { Chains: '2', Warmup: '60', Draws: '120' } as const;

const { main, field, image, keys, pressed, turn, fill, ...reader } = published('beliefs-posterior');
const { goTo, drop, look, storedChunks, pausedOverReload } = reader;

/** The optimum of the cell with nothing beside it, so that the posterior has something to stand beside. */
async function fitOptimum(): Promise<void> {
  await goTo('beliefs/data', 'Beliefs');
  await drop('small.csv', await fixture('beliefs/small.csv'), 'text/csv');
  await pressed('Import the table');
  await goTo('beliefs/fit', 'Beliefs');
  for (const name of ['Concordance', 'Choice curves', 'One report', 'Prefixes']) await turn(name);
  await main().getByLabel('Splits: file').setInputFiles(fixturePath('beliefs/splits.json'));
  await main().getByText('As splits.json says.').waitFor();
  await pressed('Run');
  await main()
    .getByText(/^Through one belief/)
    .first()
    .waitFor({ timeout: 120_000 });
}

async function setUp(): Promise<void> {
  await goTo('beliefs/data', 'Beliefs');
  await main().getByRole('checkbox', { name: /small/ }).first().setChecked(true);
  await goTo('beliefs/fit', 'Beliefs');
  await main().getByLabel('Estimator', { exact: true }).selectOption({ label: 'Full Bayes (HMC)' });
  await main()
    .getByText(/runs in f64 there/)
    .waitFor();
  await main().getByText('As splits.json says.').waitFor();
  await field('Scale of β').fill('0');
  await pressed('Run');
  await main().getByText('β ~ half-normal: Scale of β: “0” must be a number above 0.').waitFor();
  await field('Scale of β').fill('8');
  await fill(CHAINS);
  await look('setup');
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function draw(): Promise<void> {
  const kept = await storedChunks();
  await pressed('Run');
  await main().getByRole('progressbar').waitFor();
  await pausedOverReload(kept);
  await pressed('Resume');
  await main()
    .getByText(/^Not converged.* reports order held-out decisions correctly in \d+.* of 12 thresholds have/)
    .first()
    .waitFor({ timeout: 240_000 });
  await image('Held-out scores over the posterior').waitFor({ timeout: 240_000 });
  await look('run');
}

const STEPS = [
  ['fit', ['Slopes on the belief', /^Trace of/]],
  ['coherence', ['Held-out scores over the posterior']],
  ['thresholds', ['Implied against instructed decision threshold']],
] as const;

async function walkSteps(): Promise<void> {
  for (const [step, figures] of STEPS) {
    await goTo(`beliefs/${step}`, 'Beliefs');
    for (const name of figures) await image(name).waitFor();
    await main()
      .getByText(/^Not converged/)
      .first()
      .waitFor();
    await look(step);
  }
  const figure = main().getByRole('figure', { name: /^Implied against instructed/ });
  await figure.getByText(/Grey ticks: the optimum under weak priors/).waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await keys('ArrowRight');
  await figure.getByText(/^MAP \.\d+/).waitFor();
  await main()
    .getByRole('region', { name: /^Thresholds of one framing less/ })
    .getByRole('cell', { name: 'bet', exact: true })
    .first()
    .waitFor();
  await keys(']');
  await main()
    .getByText(/^Transfer is computed beside a fit by MAP/)
    .waitFor();
}

interface ReportJson {
  readonly priors: { readonly slope: number };
  readonly cells: readonly {
    readonly convergence: string;
    readonly thresholds: readonly { readonly mean: number }[];
    readonly differences: readonly { readonly first: string; readonly second: string }[];
  }[];
}

async function exportRun(): Promise<ReportJson> {
  await goTo('beliefs/report', 'Beliefs');
  await main().getByRole('link', { name: 'noisy, ckd: full Bayes', exact: true }).press('Enter');
  const report = await reader.reportOf<ReportJson>();
  await reader.seeBundleElsewhere('Slopes on the belief');
  return report;
}

it('draws from the posterior of a cell, over a pause and a reload, and shows it beside the optimum', async () => {
  await fitOptimum();
  await setUp();
  await draw();
  await walkSteps();
  const { priors, cells } = await exportRun();
  expect(priors.slope).toBe(8);
  expect(cells[0].convergence).toMatch(/^Not converged/);
  expect(cells[0].thresholds).toHaveLength(13);
  expect(cells[0].differences.map(({ first, second }) => [first, second])).toEqual([
    ['threshold', 'bet'],
    ['threshold', 'cost'],
    ['bet', 'cost'],
  ]);
});
