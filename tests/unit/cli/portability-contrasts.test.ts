import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentTable } from '../../../src/instruments/portability/agents.ts';
import { portabilityContrasts, type ContrastRow } from '../../../src/instruments/portability/contrasts.ts';
import { DEFAULT_PORTABILITY } from '../../../src/instruments/portability/plan.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const fixture = new URL('../../fixtures/portability/dictator.csv', import.meta.url).pathname;
const BINS = 5;
const DESIGN = { environments: 12, instances: 60, draws: 3 } as const;
const QUICK = ['--splits', '12', '--null', 'none', '--outer', '0', '--workers', '1'];

interface Printed {
  readonly cells: { readonly rows: number; readonly left_out: number; readonly n_test: [number, number] }[];
  readonly contrasts: ContrastRow[];
  readonly caveats: string[];
}

async function printed(args: readonly string[]): Promise<Printed> {
  const { status, stdout, stderr } = await luce(['portability', ...args, '--json'], directory);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Printed;
}

/** ΔTV of chain of thought in a study with framings and choices of its own. */
function simulated(seed: number): number {
  const table = agentTable({
    game: 'dictator',
    agents: ['shift'],
    regimes: ['noncot', 'cot'],
    ...DESIGN,
    shared: false,
    seed,
  });
  const settings = { ...DEFAULT_PORTABILITY, bins: BINS, bootstrap: 0 };
  const plan = { title: '', datasets: ['d'], settings, seed, engine: 'cpu' } as const;
  const full = { instrument: 'portability', analysis: 'portability', ...plan } as const;
  return portabilityContrasts(full, new Map([['d', table]])).rows[0].delta;
}

describe('two regimes of a seeded agent', () => {
  it('differ as in a long simulation: less distance under chain of thought, the mean within the interval', async () => {
    const studies = Array.from({ length: 24 }, (_, i) => simulated(500 + i));
    const mean = studies.reduce((sum, value) => sum + value, 0) / studies.length;
    const numbers = Object.entries(DESIGN).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const regimes = ['--regime', 'noncot', '--regime', 'cot'];
    const data = ['--game', 'dictator', '--agent', 'shift', ...regimes, ...numbers, '--seed', '77'];
    await luce(['generate', 'portability', ...data, '--out', 'two.csv'], directory);
    const run = ['two.csv', '--bins', String(BINS), '--bootstrap', '50', ...QUICK];
    const { contrasts } = await printed(run);
    expect(contrasts.map(({ scope }) => scope)).toEqual(['all', 'model', 'game', 'cell']);
    const [{ from, to, delta, delta_lo, delta_hi, excess_delta, gap_delta_hi, n_test, targets }] = contrasts;
    expect({ from, to, n_test, targets }).toEqual({ from: 'noncot', to: 'cot', n_test: 54, targets: 12 });
    expect(mean).toBeLessThan(-0.08);
    expect([delta < 0, delta_hi! < 0, excess_delta! < 0, gap_delta_hi! < 0]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(delta_lo).toBeLessThan(mean);
    expect(delta_hi).toBeGreaterThan(mean);
  });
});

describe('luce portability over regimes', () => {
  it('prints contrasts and writes them as a table', async () => {
    const { contrasts } = await printed([fixture, ...QUICK, '--bootstrap', '5', '--out', 'found']);
    const text = readFileSync(join(directory, 'found/contrasts.csv'), 'utf8');
    const table = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    expect(table.map(({ delta }) => Number(delta))).toEqual(contrasts.map(({ delta }) => delta));
    const report = JSON.parse(readFileSync(join(directory, 'found/report.json'), 'utf8')) as Printed;
    expect(report.contrasts).toEqual(contrasts);
    const { stdout } = await luce(['portability', fixture, ...QUICK, '--bootstrap', '5'], directory);
    expect(stdout).toMatch(/^contrast +of +TV from +TV to +delta TV/m);
    expect(stdout).toMatch(/^cot less noncot +pooled/m);
    expect(stdout).toMatch(/^cot less noncot +Dictator, frame/m);
    expect(stdout).toMatch(/own bins of predictions/);
  });

  it('cuts cells to equal numbers on request, and says so', async () => {
    const few = readFileSync(fixture, 'utf8').split('\n');
    const head = few[0].split(',');
    const [regime, instance] = ['regime', 'instance'].map((name) => head.indexOf(name));
    const rows = Papa.parse<string[]>(few.slice(1).join('\n'), { skipEmptyLines: true }).data;
    const kept = rows.filter((row) => row[regime] === 'cot' || Number(row[instance]) < 20);
    writeFileSync(join(directory, 'few.csv'), `${Papa.unparse([head, ...kept])}\n`);
    const args = ['few.csv', '--game', 'dictator', ...QUICK, '--bootstrap', '0'];
    const uneven = await printed(args);
    const equal = await printed([...args, '--equal-n']);
    expect(uneven.caveats[0]).toMatch(/^dictator: test folds have \d+ to \d+ rows\. .*equal n cuts them/);
    expect(equal.caveats[0]).toMatch(/^dictator: every environment of every cell is cut to \d+ rows/);
    expect(new Set(equal.cells.map(({ rows: own }) => own)).size).toBe(1);
    for (const { n_test } of equal.cells) expect(n_test[0]).toBe(n_test[1]);
    expect(uneven.contrasts[0].left_out).toBeGreaterThan(0);
  });

  it.each([
    [['--reference', 'none'], '--reference: "none"; needed a regime of the data: cot, noncot'],
    [
      ['--equal-n', '--splits-file', 'splits.json'],
      /^--equal-n: with --splits-file; needed one or the other/,
    ],
  ])('%j is a misuse', async (flags, line) => {
    const oracle = new URL('../../fixtures/portability/splits.json', import.meta.url).pathname;
    const args = flags.map((flag) => (flag === 'splits.json' ? oracle : flag));
    const games = ['dictator', 'ultimatum', 'trust', 'public_goods', 'beauty', 'lottery', 'normal_form'];
    const files = games.map((game) => fixture.replace('dictator', game));
    const { status, stderr } = await luce(['portability', ...files, ...args], directory);
    expect(status).toBe(2);
    if (typeof line === 'string') expect(stderr.split('\n')).toContain(line);
    else expect(stderr).toMatch(line);
  });
});
