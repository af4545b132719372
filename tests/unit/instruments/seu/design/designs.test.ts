import { describe, expect, it } from 'vitest';
import {
  designContent,
  extendDesign,
  generateContent,
} from '../../../../../src/instruments/seu/design/generate.ts';
import {
  centredSizes,
  crossLevels,
  hierarchicalDesign,
  hierarchicalStanData,
  treatmentCoding,
} from '../../../../../src/instruments/seu/design/hierarchical.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';

const SIGMAS = 4.5;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const RISKY = { ...DEFAULT_DESIGN, menus: 25, riskyMenus: 25, lotteries: 15 };

describe('a design', () => {
  it('is that of the agent generated on it, without choices or truth', () => {
    const agent = generateContent(RISKY, 3);
    const design = designContent(RISKY);
    expect(design.truth).toBe(null);
    expect(design.features).toEqual(agent.features);
    expect(design.uncertain.menus).toEqual(agent.uncertain.menus);
    expect(design.risky!.lotteries).toEqual(agent.risky!.lotteries);
    expect(design.uncertain.chosen.every((rank) => rank === 0)).toBe(true);
    expect(agent.truth!.omega).toBe(3);
  });

  it('begins with the menus of a shorter one, and does not move when a risky block is added', () => {
    const long = designContent({ ...RISKY, menus: 50, riskyMenus: 50 });
    const short = designContent(RISKY);
    expect(long.uncertain.menus.slice(0, 25)).toEqual(short.uncertain.menus);
    expect(long.risky!.menus.slice(0, 25)).toEqual(short.risky!.menus);
    expect(designContent({ ...DEFAULT_DESIGN, menus: 25 }).uncertain).toEqual(short.uncertain);
    expect(short.risky!.menus).not.toEqual(short.uncertain.menus);
  });

  it('is extended by new menus over the same alternatives', () => {
    const content = generateContent({ ...DEFAULT_DESIGN, menus: 25, smallest: 3, largest: 4 }, 2);
    const extended = extendDesign(content, 30, 7);
    expect(extended.features).toEqual(content.features);
    expect(extended.uncertain.menus.slice(0, 25)).toEqual(content.uncertain.menus);
    expect(extended.uncertain.menus).toHaveLength(55);
    const sizes = new Set(extended.uncertain.menus.slice(25).map((menu) => menu.length));
    expect([...sizes].sort()).toEqual([3, 4]);
    expect(extendDesign(content, 30, 8)).not.toEqual(extended);
  });

  it('spreads listed sizes evenly, in another order for another seed', () => {
    const sizesOf = (seed: number): readonly number[] =>
      designContent({ ...DEFAULT_DESIGN, menus: 30, sizes: [2, 4, 6, 8], seed }).uncertain.menus.map(
        (menu) => menu.length,
      );
    const sizes = sizesOf(1);
    expect([2, 4, 6, 8].map((size) => sizes.filter((one) => one === size).length)).toEqual([8, 8, 7, 7]);
    expect(sizes).not.toEqual([...sizes].sort());
    expect(sizesOf(2)).not.toEqual(sizes);
  });
});

describe('lotteries', () => {
  it('by the list repeat its eight entries', () => {
    const { lotteries } = designContent(RISKY).risky!;
    expect(lotteries).toHaveLength(15);
    expect(lotteries[7]).toEqual([0.1, 0.8, 0.1]);
    for (let s = 0; s < 7; s++) expect(lotteries[s + 8]).toEqual(lotteries[s]);
    for (const lottery of lotteries) expect(sum(lottery)).toBeCloseTo(1, 12);
  });

  it('can be uniform', () => {
    const { lotteries } = designContent({ ...RISKY, lotteryRule: 'uniform' }).risky!;
    expect(new Set(lotteries.flat())).toEqual(new Set([1 / 3]));
  });

  it('by Dirichlet(1) have its means and variances', () => {
    const N = 6000;
    const design = { ...RISKY, consequences: 4, lotteries: N, lotteryRule: 'dirichlet' } as const;
    const { lotteries } = designContent(design).risky!;
    for (const lottery of lotteries) expect(sum(lottery)).toBeCloseTo(1, 12);
    for (let k = 0; k < 4; k++) {
      const values = lotteries.map((lottery) => lottery[k]);
      const mean = sum(values) / N;
      const variance = sum(values.map((value) => (value - 0.25) ** 2)) / N;
      const exact = 3 / 80;
      expect(Math.abs(mean - 0.25)).toBeLessThan(SIGMAS * Math.sqrt(exact / N));
      expect(Math.abs(variance / exact - 1)).toBeLessThan(0.08);
    }
  });
});

describe('a hierarchical design', () => {
  const settings = {
    ...DEFAULT_DESIGN,
    dimensions: 2,
    alternatives: 10,
    menus: 20,
    largest: 4,
    factors: [6, 3],
  };
  const design = hierarchicalDesign(settings);

  it('crosses factors row by row, the last fastest', () => {
    expect(crossLevels([2, 3])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(design.cells).toHaveLength(18);
    expect(design.cells[5].levels).toEqual([1, 2]);
  });

  it('codes treatments against the first level, without an intercept', () => {
    expect(treatmentCoding([0, 0], [6, 3])).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(treatmentCoding([5, 1], [6, 3])).toEqual([0, 0, 0, 0, 1, 1, 0]);
    expect(design.regressorNames).toHaveLength(7);
    expect(design.regressors.map(sum)).toEqual(
      design.cells.map(({ levels }) => levels.filter(Boolean).length),
    );
  });

  it('gives every cell menus of its own', () => {
    const [first, second] = design.cells;
    expect(first.menus).toHaveLength(20);
    expect(second.menus).not.toEqual(first.menus);
    const fewer = hierarchicalDesign({ ...settings, factors: [3] });
    expect(fewer.cells[1].menus).toEqual(second.menus);
  });

  it('centres menu sizes over all observations and spreads listed ones within each cell', () => {
    const sized = hierarchicalDesign({ ...settings, menus: 30, sizes: [2, 4, 6, 8], factors: [3, 2] });
    for (const { menus } of sized.cells) {
      const counts = [2, 4, 6, 8].map((size) => menus.filter((menu) => menu.length === size).length);
      expect(counts).toEqual([8, 8, 7, 7]);
    }
    const centred = centredSizes(sized.cells);
    expect(sum([...centred])).toBeCloseTo(0, 10);
    expect(centred[1] - centred[0]).toBe(sized.cells[0].menus[1].length - sized.cells[0].menus[0].length);
  });

  it('is written with the keys of the hierarchical Stan programs', () => {
    const data = hierarchicalStanData(design) as {
      J: number;
      P: number;
      M_total: number;
      cell: number[];
      I: number[][];
      y: number[];
    };
    expect([data.J, data.P, data.M_total]).toEqual([18, 7, 360]);
    expect(data.cell.slice(19, 21)).toEqual([1, 2]);
    expect(data.I.map(sum)).toEqual(design.cells.flatMap(({ menus }) => menus.map((menu) => menu.length)));
    expect(data.y).toHaveLength(360);
  });
});
