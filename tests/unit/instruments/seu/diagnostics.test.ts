import { describe, expect, it } from 'vitest';
import { fitDiagnostics, longestStay } from '../../../../src/instruments/seu/diagnostics.ts';
import type { Judged } from '../../../../src/instruments/seu/diagnostics.ts';
import { isMissed, predictiveReading } from '../../../../src/instruments/seu/predictive-reading.ts';
import type { PpcCheck, SamplerReport, SummaryRow } from '../../../../src/instruments/seu/report.ts';
import { worstSeverity, type Severity } from '../../../../src/statistics/diagnostic.ts';
import { drawsOf } from './views/reports.ts';

const row = (variable: string, parts: Partial<SummaryRow> = {}): SummaryRow => ({
  variable,
  mean: 0,
  median: 0,
  sd: 1,
  mad: 1,
  q5: -1,
  q95: 1,
  rhat: 1,
  ess_bulk: 1000,
  ess_tail: 1000,
  mcse_mean: 0.1,
  constant: null,
  ...parts,
});

const sampler: SamplerReport = {
  name: 'nuts',
  gradients: 1,
  gradients_warmup: 1,
  divergences: 0,
  saturated: 0,
  step_size: [0.1],
  ebfmi: [1, 0.9],
};

const moving = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000);
const good: Judged = {
  summary: ['alpha', 'log_lik', 'lp__', 'delta[1]', 'eta[1]', 'eta[2]'].map((name) => row(name)),
  sampler,
  superchains: null,
  agreement: 1e-6,
  ppc: [],
  draws: drawsOf({ alpha: moving }, 2),
};

const severityOf = (judged: Partial<Judged>, id: string): Severity | undefined =>
  fitDiagnostics({ ...good, ...judged }).find((diagnostic) => diagnostic.id === id)?.severity;

describe('a fit without faults', () => {
  it('is fine throughout, judged on the quantities of interest first', () => {
    const diagnostics = fitDiagnostics(good);
    expect(worstSeverity(diagnostics)).toBe('fine');
    expect(diagnostics.every(({ hint }) => hint === '')).toBe(true);
    expect(diagnostics.slice(0, 3).map(({ id }) => id)).toEqual([
      'rhat:alpha',
      'ess_bulk:alpha',
      'ess_tail:alpha',
    ]);
    expect(new Set(diagnostics.map(({ id }) => id)).size).toBe(diagnostics.length);
  });
});

describe('R-hat', () => {
  it.each([
    [1.01, 'fine'],
    [1.0101, 'look'],
    [1.05, 'look'],
    [1.0501, 'fail'],
    [Infinity, 'fail'],
    [null, 'look'],
  ] as const)('of α at %d is %s', (rhat, severity) =>
    expect(severityOf({ summary: [row('alpha', { rhat })] }, 'rhat:alpha')).toBe(severity),
  );

  it.each(['omega', 'kappa', 'log_lik', 'lp__'])('of %s is judged as that of α', (variable) =>
    expect(severityOf({ summary: [row(variable, { rhat: 1.2 })] }, `rhat:${variable}`)).toBe('fail'),
  );

  it('of other parameters is a warning by block, never a failure', () => {
    const summary = [row('eta[1]', { rhat: 1.3 }), row('eta[2]'), row('psi[1,1]', { rhat: 1.005 })];
    expect(severityOf({ summary }, 'rhat:eta')).toBe('look');
    expect(severityOf({ summary }, 'rhat:psi')).toBe('fine');
    const block = fitDiagnostics({ ...good, summary }).find(({ id }) => id === 'rhat:eta')!;
    expect(block.value).toBe(1.3);
    expect(block.hint).toMatch(/^1 of 2 entries exceed 1.01/);
  });

  it('of constants by design is not judged', () => {
    const summary = [row('upsilon[1]', { rhat: null, constant: '0 by design' })];
    expect(severityOf({ summary }, 'rhat:upsilon')).toBeUndefined();
  });
});

describe('effective sizes', () => {
  it.each([
    [400, 'fine'],
    [399.9, 'look'],
    [null, 'look'],
  ] as const)('of %d are %s, bulk and tail', (ess, severity) => {
    expect(severityOf({ summary: [row('alpha', { ess_bulk: ess })] }, 'ess_bulk:alpha')).toBe(severity);
    expect(severityOf({ summary: [row('alpha', { ess_tail: ess })] }, 'ess_tail:alpha')).toBe(severity);
  });
});

describe('the sampler', () => {
  it.each([
    [0, 'fine'],
    [1, 'look'],
    [10, 'look'],
    [11, 'fail'],
  ] as const)('with %i divergences in 1,000 transitions is %s', (divergences, severity) =>
    expect(severityOf({ sampler: { ...sampler, divergences } }, 'divergences')).toBe(severity),
  );

  it.each([
    [0.01, 'fine'],
    [0.011, 'look'],
  ] as const)('with a share of %d at the depth limit is %s', (saturated, severity) =>
    expect(severityOf({ sampler: { ...sampler, saturated } }, 'depth')).toBe(severity),
  );

  it('has no depth without trees', () =>
    expect(severityOf({ sampler: { ...sampler, name: 'hmc' } }, 'depth')).toBeUndefined());

  it.each([
    [[0.3, 1], 'fine'],
    [[1, 0.29], 'look'],
  ] as const)('with E-BFMI %j is %s', (ebfmi, severity) =>
    expect(severityOf({ sampler: { ...sampler, ebfmi } }, 'ebfmi')).toBe(severity),
  );
});

describe('stuck chains', () => {
  const sticking = (stay: number) =>
    drawsOf({ alpha: moving.map((value, i) => (i >= 500 && i < 500 + stay ? 3.5 : value)) }, 2);

  it.each([
    [30, 'fine'],
    [31, 'look'],
    [100, 'look'],
    [101, 'fail'],
  ] as const)('a stay of %i is %s', (stay, severity) =>
    expect(severityOf({ draws: sticking(stay) }, 'stay')).toBe(severity),
  );

  it('are looked for within chains, not across them', () => {
    const alpha = moving.map((value, i) => (i >= 480 && i < 520 ? 3.5 : value));
    expect(severityOf({ draws: drawsOf({ alpha }, 2) }, 'stay')).toBe('fine');
  });

  it.each([
    [[1], 1],
    [[1, 1, 2], 2],
    [[2, 1, 1, 1], 3],
    [[1, 2, 1, 2], 1],
  ])('the longest stay of %j is %i', (values, stay) =>
    expect(longestStay(Float64Array.from(values))).toBe(stay),
  );
});

describe('predictive checks', () => {
  const check = (p: number): PpcCheck => ({
    block: 'uncertain',
    statistic: 'll',
    p,
    observed: new Float64Array(),
    replicated: new Float64Array(),
  });

  it.each([
    [0.04, 'missed', 'look'],
    [0.05, 'poor', 'look'],
    [0.09, 'poor', 'look'],
    [0.1, 'reproduced', 'fine'],
    [0.5, 'reproduced', 'fine'],
    [0.9, 'reproduced', 'fine'],
    [0.92, 'poor', 'look'],
    [0.96, 'missed', 'look'],
  ] as const)('with p = %d are %s: %s', (p, reading, severity) => {
    expect(predictiveReading(p)).toBe(reading);
    expect(isMissed(p)).toBe(reading === 'missed');
    const found = fitDiagnostics({ ...good, ppc: [check(p)] }).find(({ id }) => id === 'ppc:uncertain:ll')!;
    expect(found).toMatchObject({ severity, value: p });
    expect(found.threshold).toBe(0.1);
    expect(/set α aside/.test(found.hint)).toBe(reading === 'missed');
  });
});

describe('more than 16 chains', () => {
  const chains = 32;
  const flat = { alpha: Array.from({ length: chains * 50 }, (_, i) => (i * 7919) % 997) };
  const apart = { alpha: flat.alpha.map((value, i) => value + 1000 * Math.floor(i / 100)) };
  const severityOf = (values: Record<string, number[]>, superchains: number | null) =>
    fitDiagnostics({ ...good, superchains, draws: drawsOf(values, chains) }).find(
      ({ id }) => id === 'nested_rhat:alpha',
    )?.severity;

  it('judges groups of chains that share a start', () => {
    expect(severityOf(flat, 16)).toBe('fine');
    expect(severityOf(apart, 16)).toBe('fail');
    expect(severityOf(flat, null)).toBeUndefined();
  });
});

it.each([
  [1e-6, 'fine'],
  [1e-3, 'fail'],
  [Infinity, 'fail'],
  [NaN, 'fail'],
])('judges densities that disagree with f64 by %f as %s', (agreement, severity) => {
  expect(fitDiagnostics({ ...good, agreement }).find(({ id }) => id === 'agreement')?.severity).toBe(
    severity,
  );
});
