// The table and the JSON of a robustness study: page and command give the same files.
import { writeTableCsv, type TableRow } from '../../../formats/table-csv.ts';
import type { RobustnessReport, VariantReport } from './report.ts';

/** One variant as a row of `robustness.csv`. */
export const variantRow = ({ index: _, game, model, regime, ...figures }: VariantReport): TableRow => ({
  game,
  model,
  regime,
  ...figures,
});

/** File name → text of the CSV table of a study. */
export const robustnessTables = ({ variants }: RobustnessReport): Readonly<Record<string, string>> => ({
  'robustness.csv': writeTableCsv(variants.map(variantRow)),
});

/** What must be said beside the distances. */
export function robustnessNotes({ variants }: RobustnessReport): readonly string[] {
  const few = variants.filter(({ least_p }) => least_p !== null && least_p > 0.01);
  const least = Math.max(0, ...few.map(({ least_p }) => least_p ?? 0));
  const counts = [...new Set(few.map(({ permutations }) => permutations))].sort((a, b) => a - b);
  return [
    'Distances of different predictors, bins or numbers of sources have different floors: each is read against its own.',
    ...(few.length > 0
      ? [
          `Floors of ${[...new Set(few.map(({ predictor }) => predictor))].join(', ')} rest on ${counts.join(' or ')} permutations: no p below ${least.toFixed(3).replace(/^0/, '')} can be seen, and their 95 % points are rough.`,
        ]
      : []),
  ];
}

export const robustnessJson = (report: RobustnessReport, seconds: number): Record<string, unknown> => ({
  variants: report.variants,
  notes: robustnessNotes(report),
  seconds,
});
