// Plain rows of a design's diagnostics, for pictures and tables.
import { quantiles } from '../../../statistics/quantile.ts';
import { percent } from '../views/number-format.ts';
import type { EtaGaps } from './eta-gaps.ts';
import type { MenuSizeRow, MenuTable } from './menu-table.ts';
import type { DesignReport } from './report.ts';

export type Block = 'uncertain' | 'risky';

export interface SizeRow extends MenuSizeRow {
  readonly block: Block;
}

export interface CoverageRow {
  readonly block: Block;
  /** From 1. */
  readonly item: number;
  readonly shown: number;
}

export interface GapRow {
  readonly source: 'prior' | 'posterior';
  /** Share of draws whose mean gap lies at or below `gap`. */
  readonly probability: number;
  readonly gap: number;
}

export interface SingularRow {
  readonly matrix: 'lotteries' | 'features';
  /** From 1. */
  readonly index: number;
  readonly value: number;
}

export interface DesignView {
  readonly sizes: readonly SizeRow[];
  readonly coverage: readonly CoverageRow[];
  readonly gaps: readonly GapRow[];
  readonly singular: readonly SingularRow[];
}

/** Points of a quantile curve. */
const CURVE = 100;

const blocksOf = ({ uncertain, risky }: DesignReport): readonly (readonly [Block, MenuTable])[] => [
  ['uncertain', uncertain],
  ...(risky ? [['risky', risky] as const] : []),
];

function gapRows(gaps: EtaGaps | null, source: GapRow['source']): readonly GapRow[] {
  if (gaps === null) return [];
  const probabilities = Array.from({ length: CURVE + 1 }, (_, i) => i / CURVE);
  return quantiles(gaps.means, probabilities).map((gap, i) => ({
    source,
    probability: probabilities[i],
    gap,
  }));
}

const singularRows = (
  values: readonly number[] | undefined,
  matrix: SingularRow['matrix'],
): readonly SingularRow[] => (values ?? []).map((value, i) => ({ matrix, index: i + 1, value }));

export const designView = (report: DesignReport): DesignView => ({
  sizes: blocksOf(report).flatMap(([block, { sizes }]) => sizes.map((row) => ({ block, ...row }))),
  coverage: blocksOf(report).flatMap(([block, { shown }]) =>
    shown.map((count, item) => ({ block, item: item + 1, shown: count })),
  ),
  gaps: [...gapRows(report.priorGaps, 'prior'), ...gapRows(report.posteriorGaps, 'posterior')],
  singular: [
    ...singularRows(report.lotteries?.singularValues, 'lotteries'),
    ...singularRows(report.features.singularValues, 'features'),
  ],
});

export function describeDesign(report: DesignReport): string {
  const { uncertain, risky, alternatives, dimensions, consequences } = report;
  const notable = report.findings.filter(({ severity }) => severity === 'look').length;
  return [
    `${uncertain.menus} menus of ${uncertain.sizes[0].size} to ${uncertain.sizes[uncertain.sizes.length - 1].size}`,
    ` from ${alternatives} alternatives with ${dimensions} features, K = ${consequences}`,
    risky ? `, and ${risky.menus} menus of ${risky.shown.length} lotteries` : '',
    `; chance reaches ${percent(uncertain.chance, 1)}. `,
    notable === 0
      ? 'Nothing stands out.'
      : `${notable} of ${report.findings.length} findings ask for a look.`,
  ].join('');
}
