// Contrasts of regimes on the published page: unequal numbers of rows are said, cut on request, and both regimes compared.
import { expect, it } from 'vitest';
import type { ContrastRow } from '../../src/instruments/portability/contrasts.ts';
import { published } from './support/published.ts';
import { fixture } from './support/visit.ts';

const SETTINGS = { Splits: '20', Permutations: '19', Bootstrap: '20', Resamples: '0' } as const;

const { main, keys, pressed, fill, ...reader } = published('portability-contrasts');
const { goTo, drop, look } = reader;

/** The dictator without chain of thought has 20 of 30 instances in two environments. */
async function unevenDictator(): Promise<Buffer> {
  const [head, ...rows] = (await fixture('portability/dictator.csv')).toString().split('\n');
  const kept = rows.filter((row) => !/^dictator,[a-z]+,noncot,env0[12],2\d,/.test(row));
  return Buffer.from([head, ...kept].join('\n'));
}

async function keepGames(): Promise<void> {
  await goTo('portability/data', 'Portability');
  const files = [
    ['dictator.csv', await unevenDictator()],
    ['lottery.csv', await fixture('portability/lottery.csv')],
  ] as const;
  for (const [name, bytes] of files) {
    await drop(name, bytes, 'text/csv');
    await pressed('Import 1 table');
    await main()
      .getByRole('cell', { name: name.replace('.csv', ''), exact: true })
      .first()
      .waitFor();
  }
}

async function measure(rows: 'All there are' | 'Equal n'): Promise<void> {
  await goTo('portability/measure', 'Portability');
  await fill(SETTINGS);
  await main().getByText(rows, { exact: true }).click();
  const warning = main().getByText('Dictator has 40 to 60 rows in an environment');
  expect(await warning.count()).toBe(rows === 'Equal n' ? 0 : 1);
  if (rows === 'All there are') await look('setup');
  await pressed('Run');
  await main()
    .getByText(/^Of 12 cells (?:none|\d)/)
    .waitFor({ timeout: 240_000 });
}

const figure = () => main().getByRole('figure', { name: /^Distance under cot less that under noncot/ });

async function contrastsOfReport(): Promise<readonly ContrastRow[]> {
  return (await reader.reportOf<{ contrasts: readonly ContrastRow[] }>()).contrasts;
}

async function readContrasts(): Promise<void> {
  await figure().waitFor({ timeout: 60_000 });
  await main()
    .getByText(/^cot against noncot, pooled: ΔTV /)
    .waitFor();
  await figure().locator('[tabindex="0"]').first().focus();
  await keys('ArrowRight');
  const columns = /^scope,game,model,from,to,tv_from,tv_to,delta/;
  expect((await reader.figureFile('c')).split('\n')[0]).toMatch(columns);
  await keys('Escape');
}

it('contrasts regimes at equal numbers of rows, and says what was left out, without a message', async () => {
  await keepGames();
  await measure('All there are');
  await readContrasts();
  await look('report');
  const uneven = await contrastsOfReport();
  expect(uneven.map(({ scope }) => scope)).toEqual([
    'all',
    ...new Array<string>(3).fill('model'),
    ...new Array<string>(2).fill('game'),
    ...new Array<string>(6).fill('cell'),
  ]);
  expect(uneven[0].left_out).toBeGreaterThan(0);
  await measure('Equal n');
  await figure().waitFor({ timeout: 60_000 });
  await main().getByText('dictator: every environment of every cell is cut to').waitFor();
  expect((await contrastsOfReport())[0]).toMatchObject({ left_out: 0, pairs: 6, targets: 48 });
});
