// Checks a dataset that comes from outside (a bundle, a link): its shape, its choices, and its hash.
import * as v from 'valibot';
import type { AnyDataset, ChoiceBlock, Dataset, SeuContent } from './dataset.ts';
import type { Fault, Parsed } from './fault.ts';
import { contentHash } from './hash.ts';
import { checkShape } from './shape-fault.ts';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const matrix = v.array(v.array(finite));
const names = v.nullable(v.array(v.string()));
const blockEntries = {
  menus: v.array(v.array(index)),
  chosen: v.array(index),
  problems: names,
  presentations: names,
  positions: v.exactOptional(v.array(v.nullable(index))),
};

const contentSchema = v.strictObject({
  schema: v.literal('seu'),
  consequences: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)),
  features: v.pipe(matrix, v.minLength(2)),
  alternatives: names,
  uncertain: v.strictObject(blockEntries),
  risky: v.nullable(v.strictObject({ ...blockEntries, lotteries: matrix })),
  deltaConcentration: v.nullable(v.pipe(finite, v.gtValue(0))),
  truth: v.nullable(
    v.strictObject({ alpha: finite, omega: v.nullable(finite), beta: matrix, delta: v.array(finite) }),
  ),
});

/** What every dataset has beside its content. */
export const ABOUT = {
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.string(),
  condition: v.string(),
  source: v.strictObject({
    file: v.string(),
    address: v.nullable(v.string()),
    licence: v.nullable(v.string()),
    citation: v.nullable(v.string()),
  }),
  history: v.array(v.string()),
};

const datasetSchema = v.strictObject({
  ...ABOUT,
  content: contentSchema,
  link: v.exactOptional(v.strictObject({ predictors: v.array(finite), pool: v.nullable(index) })),
});

/** The dataset in `value`, a product of `JSON.parse`; faults name the place in `file` by pointer. */
export async function checkDataset(value: unknown, file: string): Promise<Parsed<Dataset>> {
  const shape = checkShape(datasetSchema, value, file);
  if (!shape.ok) return shape;
  const dataset: Dataset = shape.value;
  const faults = contentFaults(dataset.content, file);
  if (faults.length > 0) return { ok: false, faults };
  return checkHash(dataset, file);
}

/** The dataset, where its content has the hash that it is named by. */
export async function checkHash<Checked extends AnyDataset>(
  dataset: Checked,
  file: string,
): Promise<Parsed<Checked>> {
  const hash = await contentHash(dataset.content);
  if (hash === dataset.hash) return { ok: true, value: dataset };
  const seen = `content with the SHA-256 ${hash}`;
  return { ok: false, faults: [{ file, row: null, column: '/hash', seen, needed: dataset.hash }] };
}

/** Whatever makes content impossible: menus that do not ascend, choices outside them, rows of unequal length. */
export function contentFaults(content: SeuContent, file: string): Fault[] {
  const { features, uncertain, risky, consequences, alternatives } = content;
  const fault: MakeFault = (column, seen, needed) => ({ file, row: null, column, seen, needed });
  const width = features[0].length;
  return [
    ...(width === 0 ? [fault('/content/features', 'no features', 'at least one')] : []),
    ...unevenRows(features, width, '/content/features', fault),
    ...lengthFault(alternatives, features.length, '/content/alternatives', fault),
    ...blockFaults(uncertain, features.length, '/content/uncertain', fault),
    ...(risky ? blockFaults(risky, risky.lotteries.length, '/content/risky', fault) : []),
    ...(risky ? lotteryFaults(risky.lotteries, consequences, fault) : []),
  ];
}

type MakeFault = (column: string, seen: string, needed: string) => Fault;

const unevenRows = (
  rows: readonly (readonly number[])[],
  width: number,
  at: string,
  fault: MakeFault,
): Fault[] =>
  rows.flatMap((row, i) =>
    row.length === width ? [] : [fault(`${at}/${i}`, `${row.length} entries`, `${width} entries`)],
  );

function lengthFault(list: readonly unknown[] | null, length: number, at: string, fault: MakeFault): Fault[] {
  return list === null || list.length === length
    ? []
    : [fault(at, `${list.length} entries`, `${length} entries`)];
}

function blockFaults(block: ChoiceBlock, items: number, at: string, fault: MakeFault): Fault[] {
  const { menus, chosen, problems, presentations, positions = null } = block;
  if (menus.length === 0) return [fault(`${at}/menus`, 'no menus', 'at least one menu')];
  return [
    ...lengthFault(chosen, menus.length, `${at}/chosen`, fault),
    ...lengthFault(problems, menus.length, `${at}/problems`, fault),
    ...lengthFault(presentations, menus.length, `${at}/presentations`, fault),
    ...lengthFault(positions, menus.length, `${at}/positions`, fault),
    ...menus.flatMap((menu, m) => {
      const ascending = menu.every((item, i) => item < items && (i === 0 || item > menu[i - 1]));
      if (menu.length < 2 || !ascending) {
        return [
          fault(
            `${at}/menus/${m}`,
            `menu ${menu.join(', ')}`,
            `two or more ascending members below ${items}`,
          ),
        ];
      }
      const place = positions?.[m] ?? 0;
      return [
        ...(chosen[m] < menu.length
          ? []
          : [fault(`${at}/chosen/${m}`, `choice ${chosen[m]}`, `a rank from 0 to ${menu.length - 1}`)]),
        ...(place < menu.length
          ? []
          : [fault(`${at}/positions/${m}`, `place ${place}`, `a place from 0 to ${menu.length - 1}`)]),
      ];
    }),
  ];
}

function lotteryFaults(
  lotteries: readonly (readonly number[])[],
  consequences: number,
  fault: MakeFault,
): Fault[] {
  const sums = lotteries.flatMap((lottery, s) => {
    const sum = lottery.reduce((total, p) => total + p, 0);
    if (lottery.every((p) => p >= 0) && Math.abs(sum - 1) <= 1e-6) return [];
    return [
      fault(
        `/content/risky/lotteries/${s}`,
        `probabilities that sum to ${sum}`,
        'probabilities that sum to 1',
      ),
    ];
  });
  return [...unevenRows(lotteries, consequences, '/content/risky/lotteries', fault), ...sums];
}
