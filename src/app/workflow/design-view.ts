// What the Design step shows of a report: figures and tables.
import type { Figure } from '../../charts/figure.ts';
import { menuSizesFigure } from '../../charts/menu-sizes.ts';
import { singularFigure } from '../../charts/singular-values.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import type { DesignReport } from '../../instruments/seu/design/report.ts';
import { designView } from '../../instruments/seu/design/views.ts';
import type { RunTableView } from '../run-view.ts';

export function designFigures(report: DesignReport): readonly Figure[] {
  const { sizes, singular } = designView(report);
  const { lotteries, features } = report;
  const ranks = [
    ...(lotteries ? [{ matrix: 'lotteries' as const, rank: lotteries.rank, needed: lotteries.needed }] : []),
    { matrix: 'features' as const, rank: features.rank, needed: features.needed },
  ];
  return [menuSizesFigure({ rows: sizes }), singularFigure({ rows: singular, ranks })];
}

export function designTables(report: DesignReport): readonly RunTableView[] {
  const { sizes, singular } = designView(report);
  return [
    {
      title: 'Menu sizes',
      columns: [
        textColumn('block'),
        countColumn('size'),
        countColumn('menus'),
        fractionColumn('share'),
        fractionColumn('chance', '1 / size', 3),
      ],
      rows: sizes.map((row) => ({ ...row })),
    },
    {
      title: 'Singular values',
      columns: [textColumn('matrix'), countColumn('index'), numberColumn('value', 'value', 4)],
      rows: singular.map((row) => ({ ...row })),
    },
  ];
}
