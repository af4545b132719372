// Designs as people type them: K=3,D=5,R=15,M=25,menu=2-5,seed=42.
import { DEFAULT_DESIGN, designFaults, LOTTERY_RULES, type DesignSettings } from './settings.ts';

export type DesignSpec =
  | { readonly ok: true; readonly design: DesignSettings }
  | { readonly ok: false; readonly faults: readonly string[] };

/** What a specification may hold, for messages. */
const SPEC_FORM =
  'K=3,D=5,R=15,M=100,menu=2-5,seed=42 (any of these), N=25,S=15,lotteries=listed|uniform|dirichlet, ' +
  'featureSd=1, menu=2/4/6/8, cells=6x3';

type Reading = Partial<DesignSettings> | null;

const whole = (text: string): number | null => {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : null;
};

const wholes = (text: string, separator: string): readonly number[] | null => {
  const values = text.split(separator).map(whole);
  return values.every((value) => value !== null) ? values : null;
};

/** `2-5`: from 2 to 5; `2/4/6/8`: these sizes equally often; `4`: all of size 4. */
function menuSizes(text: string): Reading {
  const range = wholes(text, '-');
  if (range?.length === 2) return { smallest: range[0], largest: range[1], sizes: undefined };
  if (range?.length === 1) return { smallest: range[0], largest: range[0], sizes: undefined };
  const sizes = wholes(text, '/');
  return sizes && { sizes };
}

const count =
  (key: keyof DesignSettings) =>
  (text: string): Reading => {
    const value = whole(text);
    return value === null ? null : { [key]: value };
  };

const READERS: Readonly<Record<string, (text: string) => Reading>> = {
  K: count('consequences'),
  D: count('dimensions'),
  R: count('alternatives'),
  M: count('menus'),
  N: count('riskyMenus'),
  S: count('lotteries'),
  seed: count('seed'),
  menu: menuSizes,
  lotteries: (text) => {
    const lotteryRule = LOTTERY_RULES.find((rule) => rule === text);
    return lotteryRule === undefined ? null : { lotteryRule };
  },
  featureSd: (text) => (/^\d*\.?\d+(e[+-]?\d+)?$/i.test(text) ? { featureSd: Number(text) } : null),
  cells: (text) => {
    const factors = wholes(text, 'x');
    return factors && { factors };
  },
};

/** Reads `text` over `base`; every fault in words. An empty text is the base itself. */
export function parseDesign(text: string, base: DesignSettings = DEFAULT_DESIGN): DesignSpec {
  const faults: string[] = [];
  const named = new Set<string>();
  let design = base;
  for (const part of text === '' ? [] : text.split(',')) {
    const [name, value = ''] = part.split(/=(.*)/s);
    const reading = Object.hasOwn(READERS, name) ? READERS[name](value) : null;
    if (reading === null) faults.push(`${JSON.stringify(part)}; needed ${SPEC_FORM}`);
    else if (named.has(name)) faults.push(`${JSON.stringify(part)}; needed ${name} once`);
    else design = { ...design, ...reading };
    named.add(name);
  }
  if (faults.length === 0) faults.push(...designFaults(design));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, design };
}

const shown = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];

/** The specification that reads back as `design`. */
export function designText(design: DesignSettings): string {
  const { sizes, smallest, largest, factors } = design;
  return [
    ...shown('K', design.consequences),
    ...shown('D', design.dimensions),
    ...shown('R', design.alternatives),
    ...shown('M', design.menus),
    ...shown('menu', sizes ? sizes.join('/') : `${smallest}-${largest}`),
    ...shown('N', design.riskyMenus),
    ...shown('S', design.lotteries),
    ...shown('lotteries', design.lotteryRule),
    ...shown('featureSd', design.featureSd),
    ...shown('cells', factors?.join('x')),
    ...shown('seed', design.seed),
  ].join(',');
}
