// The whole way through the published page: choices dropped, fitted on the GPU, reloaded, read, exported, deleted.
import { expect, it } from 'vitest';
import type { Bundle } from '../../src/formats/bundle.ts';
import { SOFTWARE_WEBGPU } from './chromium.ts';
import { published } from './support/published.ts';
import { bundleIn } from './support/reader.ts';
import { fixture } from './support/visit.ts';

const NAME = 'posterior_m_0_alpha2_data';
/** Draws are thinned so that the run is long enough to be left in the middle. */
const SETTINGS = { Warmup: '300', Draws: '500', Thin: '8' } as const;
const DRAWS = 2000;

interface Reference {
  readonly summary: readonly {
    readonly name: string;
    readonly mean: number;
    readonly sd: number;
    readonly mcse_mean: number;
  }[];
}

const { main, button, keys, fill, page, ...reader } = published('seu', { args: SOFTWARE_WEBGPU });
const { goTo, drop, look, storedChunks } = reader;

async function keepChoices(): Promise<void> {
  await goTo('data', 'Data');
  await drop(`${NAME}.json`, await fixture(`seu/${NAME}.json`), 'application/json');
  await page().getByText('Ready', { exact: true }).waitFor();
  await look('import');
  await button('Import').click();
  const row = page().getByRole('row').filter({ hasText: NAME });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/m_0 family\s+25\s+15\s+5\s+3/);
}

async function startOnGpu(): Promise<void> {
  await page().getByRole('button', { name: 'engine details' }).click();
  await page().getByRole('dialog', { name: 'Engine' }).getByText('GPU', { exact: true }).click();
  await keys('Escape');
  await goTo('seu', 'SEU sensitivity');
  await page()
    .getByRole('checkbox', { name: `Select ${NAME}` })
    .check();
  await page().getByText('Sampler settings').click();
  await fill(SETTINGS);
  await page().getByRole('radiogroup', { name: 'Engine of this run' }).getByText('GPU').click();
  await button('Fit').click();
  await page().waitForURL(/#\/seu\/./);
}

async function leaveAndComeBack(): Promise<void> {
  await reader.resumedOverReload();
  await main()
    .getByText(/Sensitivity α is .*, 2.000 draws/)
    .waitFor({ timeout: 120_000 });
}

function checkBundle({ run, datasets, chunks }: Bundle): void {
  const { engine, tasks, warnings } = run.manifest;
  expect(engine).toMatchObject({ kind: 'gpu', fallbackAdapter: true });
  expect(tasks.map((task) => task.engine)).toEqual(['cpu', 'gpu', 'gpu', 'gpu', 'gpu']);
  expect(warnings).toEqual([]);
  expect(datasets.map(({ name }) => name)).toEqual([NAME]);
  const drawn = chunks.filter(({ columns }) => 'position' in columns);
  expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(DRAWS);
}

/** Mean within Monte Carlo error of the reference, and the page says what the summary says. */
async function checkAlpha({ summaries }: Bundle): Promise<void> {
  const text = (await fixture('seu/posterior_m_0_alpha2.json')).toString();
  const wanted = (JSON.parse(text) as Reference).summary.find(({ name }) => name === 'alpha')!;
  const [head, ...rows] = summaries['summary.csv'].trim().split('\n');
  const alpha = rows.map((row) => row.split(',')).find(([variable]) => variable === 'alpha')!;
  const value = (column: string): number => Number(alpha[head.split(',').indexOf(column)]);
  const bound = 4 * Math.hypot(value('mcse_mean'), wanted.mcse_mean);
  expect(bound).toBeLessThan(wanted.sd / 4);
  expect(Math.abs(value('mean') - wanted.mean)).toBeLessThanOrEqual(bound);
  expect(await main().innerText()).toContain(`Sensitivity α is ${value('median').toPrecision(3)}`);
}

/** Deletes what is called NAME on the page in view, after the page's question. */
async function deleteHere(question: string): Promise<void> {
  await page()
    .getByRole('checkbox', { name: `Select ${NAME}` })
    .check();
  await reader.deleteTicked(question);
}

it('takes choices from a file to a finding on the GPU, through a reload, out into a bundle and away', async () => {
  await keepChoices();
  await look('data');
  await startOnGpu();
  await leaveAndComeBack();
  const fit = new URL(page().url()).hash;
  const bundle = await bundleIn(await reader.exported());
  checkBundle(bundle);
  await checkAlpha(bundle);
  await look('fit');

  await goTo('', /Luce measures/);
  await look('home');
  await goTo('seu', 'SEU sensitivity');
  await page()
    .getByRole('checkbox', { name: `Select ${NAME}` })
    .check();
  await page().getByText('Sampler settings').click();
  await look('setup');
  await goTo('runs', 'Runs');
  await look('runs');

  await deleteHere('Delete 1 run?');
  await page().getByText('No runs yet').waitFor();
  expect(await storedChunks()).toBe(0);
  await page().evaluate((hash) => (location.hash = hash), fit);
  await page().getByRole('heading', { name: 'No such run' }).waitFor();
  await goTo('data', 'Data');
  await deleteHere('Delete 1 data set?');
  await page().getByText('No data yet').waitFor();
});
