import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { etaGaps, priorEtaGaps } from '../../../../../src/instruments/seu/design/eta-gaps.ts';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { hierarchicalDesign } from '../../../../../src/instruments/seu/design/hierarchical.ts';
import { menuTable } from '../../../../../src/instruments/seu/design/menu-table.ts';
import {
  contrastRank,
  featureRank,
  lotterySpan,
  regressorRank,
} from '../../../../../src/instruments/seu/design/ranks.ts';
import { designReport, hierarchicalReport } from '../../../../../src/instruments/seu/design/report.ts';
import { DEFAULT_DESIGN, type DesignSettings } from '../../../../../src/instruments/seu/design/settings.ts';
import { describeDesign, designView } from '../../../../../src/instruments/seu/design/views.ts';
import { encodeSeu } from '../../../../../src/instruments/seu/encode.ts';
import { menuBlock } from '../../../../../src/models/seu/data.ts';
import { priorDraws } from '../../../../../src/models/seu/prior-draws.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { readFixture } from '../../../../support/seu.ts';
import { contentOf } from '../fits.ts';

const FOUNDATIONAL: DesignSettings = { ...DEFAULT_DESIGN, menus: 25 };
const dataFor = (settings: DesignSettings) => encodeSeu(designContent(settings));
const findingOf = (report: { findings: readonly { id: string }[] }, id: string) =>
  report.findings.find((finding) => finding.id === id);

describe('the table of menus', () => {
  const menus = [
    [0, 1],
    [1, 2],
    [0, 1],
    [4, 5, 6],
  ];

  it('counts sizes, chance, repeats, showings and groups', () => {
    const table = menuTable({ menus }, 8);
    expect(table.sizes).toEqual([
      { size: 2, menus: 3, share: 0.75, chance: 1 / 2 },
      { size: 3, menus: 1, share: 0.25, chance: 1 / 3 },
    ]);
    expect(table.chance).toBeCloseTo((3 / 2 + 1 / 3) / 4, 15);
    expect([table.distinct, table.mostShown, table.groups]).toEqual([3, 2, 2]);
    expect(table.shown).toEqual([2, 3, 1, 0, 1, 1, 1, 0]);
  });

  it('joins items by way of others', () => {
    expect(
      menuTable(
        {
          menus: [
            [0, 1],
            [2, 3],
            [1, 2],
          ],
        },
        4,
      ).groups,
    ).toBe(1);
  });
});

describe('η-gaps', () => {
  it('are largest less smallest of each menu', () => {
    const menus = menuBlock(
      [
        [0, 1],
        [0, 1, 2],
      ],
      [0, 0],
    );
    const gaps = etaGaps(menus, Float64Array.of(0.1, 0.4, 0.9, 0.5, 0.5, 0.5), Float64Array.of(10, 7));
    expect([...gaps.means]).toEqual([expect.closeTo(0.55, 14), 0]);
    expect(gaps.logOdds.q95).toBeCloseTo(0.95 * 5.5, 12);
    expect(gaps.pooled.median).toBeCloseTo(0.15, 12);
  });

  it('need a value for every alternative of every draw', () => {
    const menus = menuBlock([[0, 1]], [0]);
    expect(() => etaGaps(menus, new Float64Array(5), new Float64Array(2))).toThrow(/multiple of 2 draws/);
  });
});

describe('ranks', () => {
  it('of the listed lotteries are those published', () => {
    const { lotteries } = designContent({ ...FOUNDATIONAL, riskyMenus: 25, lotteries: 15 }).risky!;
    const { rank, needed, singularValues } = lotterySpan(lotteries);
    expect([rank, needed]).toEqual([2, 2]);
    const published = readFixture<{
      design_diagnostics: { data: { lottery_spanning: { singular_values: number[] } } };
    }>('paper_reference.json').design_diagnostics.data.lottery_spanning.singular_values;
    expect(singularValues[0]).toBeCloseTo(published[0], 13);
    expect(singularValues[1]).toBeCloseTo(published[1], 13);
    expect(singularValues[2]).toBeLessThan(1e-14);
  });

  it('of equal lotteries are none', () => {
    expect(
      lotterySpan([
        [0.5, 0.5, 0],
        [0.5, 0.5, 0],
      ]).rank,
    ).toBe(0);
    expect(
      lotterySpan([
        [0.5, 0.5, 0],
        [0.25, 0.25, 0.5],
        [0, 0, 1],
      ]).rank,
    ).toBe(1);
  });

  it('of features see copies', () => {
    const data = dataFor(FOUNDATIONAL);
    expect(featureRank(data)).toMatchObject({ rank: 5, needed: 5 });
    const features = data.features.map((value, i) => (i % 5 === 4 ? data.features[i - 1] : value));
    expect(featureRank({ ...data, features }).rank).toBe(4);
  });

  it('of η contrasts in β are the published 10 on a foundational design', () => {
    expect(contrastRank(SEU_PRESETS.m_0, dataFor(FOUNDATIONAL), 1)).toMatchObject({
      points: 20,
      least: 10,
      most: 10,
      parameters: 15,
      gauge: 5,
      needed: 10,
      attainable: 14,
    });
  });

  it('of η contrasts never exceed those among the alternatives, either way the matrix lies', () => {
    const few = dataFor({ ...FOUNDATIONAL, alternatives: 6 });
    expect(contrastRank(SEU_PRESETS.m_0, few, 1)).toMatchObject({ least: 5, most: 5, attainable: 5 });
  });

  it('are those of finite differences of η in β', () => {
    const data = dataFor({ ...FOUNDATIONAL, alternatives: 4, dimensions: 2, largest: 3 });
    const draws = priorDraws(SEU_PRESETS.m_0, data, 1);
    draws.draw(0);
    const { beta, upsilon } = draws.state;
    const eta = (b: Float64Array, r: number): number => {
      const weights = [0, 1, 2].map((k) =>
        Math.exp(b[k * 2] * data.features[r * 2] + b[k * 2 + 1] * data.features[r * 2 + 1]),
      );
      const total = weights[0] + weights[1] + weights[2];
      return (weights[1] * upsilon[1] + weights[2]) / total;
    };
    const slopes = [0, 1, 2, 3, 4, 5].map((i) =>
      [0, 1, 2, 3].map((r) => {
        const [up, down] = [beta.slice(), beta.slice()];
        up[i] += 1e-5;
        down[i] -= 1e-5;
        return (eta(up, r) - eta(down, r)) / 2e-5;
      }),
    );
    const squares = slopes
      .flatMap((row) => {
        const centre = row.reduce((sum, value) => sum + value, 0) / 4;
        return row.map((value) => (value - centre) ** 2);
      })
      .reduce((sum, value) => sum + value, 0);
    const { singularValues } = contrastRank(SEU_PRESETS.m_0, data, 1, 1);
    expect(singularValues.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(squares, 8);
  });

  it('of treatment-coded regressors are full', () => {
    const { regressors } = hierarchicalDesign({ ...FOUNDATIONAL, factors: [6, 3] });
    expect(regressorRank(regressors)).toMatchObject({ rank: 8, needed: 8 });
    expect(regressorRank([[1], [1]]).rank).toBe(1);
  });
});

describe('the report of a design', () => {
  it('says what it means for α, β and δ', () => {
    const report = designReport(designContent(FOUNDATIONAL), SEU_PRESETS.m_0, 1);
    expect(findingOf(report, 'chance:uncertain')).toMatchObject({
      hint: expect.stringMatching(/α is measured/),
    });
    expect(findingOf(report, 'lotteries')).toMatchObject({ severity: 'look', value: 0, threshold: 2 });
    expect(findingOf(report, 'contrast-rank')).toMatchObject({
      hint: expect.stringMatching(/locally identified modulo gauge/),
    });
    expect(report.findings.every(({ hint }) => /^[A-Z0-9].*\.$/.test(hint))).toBe(true);
    expect(describeDesign(report)).toMatch(
      /^25 menus of 2 to 5 from 15 alternatives with 5 features, K = 3;/,
    );
  });

  it('finds the risky block where the model reads it', () => {
    const content = designContent({ ...FOUNDATIONAL, riskyMenus: 25 });
    const read = designReport(content, SEU_PRESETS.m_1, 1);
    expect(findingOf(read, 'lotteries')).toMatchObject({ severity: 'fine', value: 2 });
    expect(designReport(content, SEU_PRESETS.m_0, 1).risky).toBe(null);
    const equal = designContent({ ...FOUNDATIONAL, riskyMenus: 25, lotteryRule: 'uniform' });
    expect(findingOf(designReport(equal, SEU_PRESETS.m_1, 1), 'lotteries')).toMatchObject({
      severity: 'look',
      hint: expect.stringMatching(/2 directions of δ/),
    });
  });

  it('looks for alternatives that are never shown', () => {
    const content = designContent({ ...FOUNDATIONAL, menus: 3, largest: 2 });
    expect(findingOf(designReport(content, SEU_PRESETS.m_0, 1), 'coverage:alternative')).toMatchObject({
      severity: 'look',
      hint: expect.stringMatching(/are never shown/),
    });
  });

  it('sets a posterior beside the prior when given its draws', () => {
    const content = designContent(FOUNDATIONAL);
    const posterior = { eta: new Float64Array(30).fill(0.5), alpha: Float64Array.of(3, 4) };
    const report = designReport(content, SEU_PRESETS.m_0, 1, posterior);
    expect(findingOf(report, 'eta-gap:posterior')).toMatchObject({ value: 0, severity: 'look' });
    const { gaps } = designView(report);
    expect(gaps.filter(({ source }) => source === 'posterior').every(({ gap }) => gap === 0)).toBe(true);
  });

  it('gives rows for pictures', () => {
    const report = designReport(designContent({ ...FOUNDATIONAL, riskyMenus: 20 }), SEU_PRESETS.m_1, 1);
    const { sizes, coverage, gaps, singular } = designView(report);
    expect(sizes.reduce((sum, { menus }) => sum + menus, 0)).toBe(45);
    expect(coverage).toHaveLength(30);
    expect(gaps.map(({ gap }) => gap)).toEqual(gaps.map(({ gap }) => gap).sort((a, b) => a - b));
    expect(singular.filter(({ matrix }) => matrix === 'lotteries')).toHaveLength(3);
  });

  it('of cells pools their menus', () => {
    const design = hierarchicalDesign({ ...FOUNDATIONAL, menus: 10, factors: [3, 2] });
    const report = hierarchicalReport(design, SEU_PRESETS.m_0, 1);
    expect(report.uncertain.menus).toBe(60);
    expect(findingOf(report, 'regressor-rank')).toMatchObject({ value: 4, severity: 'fine' });
  });
});

const real = new URL('../../../../../../shared/data/seu/', import.meta.url);
interface PublishedGaps {
  readonly pooled_gap_median: number;
  readonly per_draw_mean_gap_median: number;
}

describe.skipIf(!existsSync(real))('on the real design', () => {
  const content = contentOf(JSON.parse(readFileSync(new URL('gpt4o-insurance/T0_0.json', real), 'utf8')));
  const data = encodeSeu(content, 'none');

  it('the contrast rank is the published 29 of 64', () => {
    expect(contrastRank(SEU_PRESETS.m_01, data, 2)).toMatchObject({ least: 29, most: 29, needed: 64 });
    expect(featureRank(data).rank).toBe(30);
  });

  it('prior η-gaps are the published ones, to Monte Carlo error', () => {
    const published = readFixture<{
      design_diagnostics: {
        data: {
          applications: {
            temperature_study: { conditions: { T0_0: { prior_eta_gaps: PublishedGaps } } };
          };
        };
      };
    }>('paper_reference.json').design_diagnostics.data.applications.temperature_study.conditions.T0_0
      .prior_eta_gaps;
    const gaps = priorEtaGaps(SEU_PRESETS.m_01, data, 1, 2000);
    // The published medians rest on 500 draws; the mean gap has an sd of .036 over draws, its median one of .002.
    expect(Math.abs(gaps.perDraw.median - published.per_draw_mean_gap_median)).toBeLessThan(0.009);
    expect(Math.abs(gaps.pooled.median - published.pooled_gap_median)).toBeLessThan(0.009);
  });
});
