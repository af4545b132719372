import { describe, expect, it } from 'vitest';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';
import { designText, parseDesign } from '../../../../../src/instruments/seu/design/spec.ts';

const read = (text: string) => parseDesign(text);

describe('a design specification', () => {
  it('changes what it names and keeps the rest', () => {
    expect(read('')).toEqual({ ok: true, design: DEFAULT_DESIGN });
    expect(read('K=3,D=5,R=15,M=25,menu=2-5,seed=42')).toEqual({
      ok: true,
      design: { ...DEFAULT_DESIGN, menus: 25 },
    });
    expect(read('menu=4')).toMatchObject({ design: { smallest: 4, largest: 4 } });
  });

  it('speaks of risky blocks, scales, listed sizes and cells', () => {
    expect(read('N=25,S=12,lotteries=dirichlet,featureSd=.5')).toMatchObject({
      design: { riskyMenus: 25, lotteries: 12, lotteryRule: 'dirichlet', featureSd: 0.5 },
    });
    expect(read('menu=2/4/6/8,cells=3x2')).toMatchObject({
      design: { sizes: [2, 4, 6, 8], factors: [3, 2] },
    });
  });

  it.each([
    'K=3,D=5,R=15,M=25,menu=2-5,seed=42',
    'K=3,D=2,R=10,M=20,menu=2/4/6/8,cells=6x3,seed=9007199254740991',
    'K=4,D=5,R=15,M=25,menu=2-5,N=25,S=15,lotteries=uniform,featureSd=0.1,seed=0',
  ])('%s is what its design spells', (text) => {
    const spec = read(text);
    expect(spec.ok && designText(spec.design)).toBe(text);
  });

  it.each([
    ['K=three', [/^"K=three"; needed K=3/]],
    ['k=3,seed=1.5,M=', [/^"k=3"; needed/, /^"seed=1.5"; needed/, /^"M="; needed/]],
    ['seed=9007199254740992', [/^"seed=9007199254740992"; needed/]],
    ['M=20,M=30', [/^"M=30"; needed M once/]],
    ['toString=1', [/^"toString=1"; needed/]],
    ['featureSd=0', [/^featureSd = 0; needed a positive number/]],
    ['featureSd=Infinity', [/^"featureSd=Infinity"; needed/]],
    ['menu=5-4', [/^largest menu = 4; needed 5 to 15/]],
    ['menu=2/16', [/^menu sizes = 2\/16; needed whole numbers from 2 to 15/]],
    ['S=15', [/^lotteries without risky menus; needed N/]],
    ['lotteries=uniform', [/^lotteries without risky menus; needed N/]],
    ['lotteries=random,N=5', [/^"lotteries=random"; needed/]],
    ['N=25,S=4', [/^lotteries \(S\) = 4; needed at least 5, the largest menu/]],
    ['K=4,N=25,lotteries=listed', [/^listed lotteries at K = 4; needed K = 3/]],
    ['cells=6x1', [/^levels of a factor = 1; needed a whole number from 2/]],
    ['cells=3x2,N=5', [/^cells with risky menus; needed one or the other/]],
  ])('%s is refused in words', (text, faults) => {
    const spec = read(text);
    expect(spec).toEqual({ ok: false, faults: faults.map((fault) => expect.stringMatching(fault)) });
  });
});
