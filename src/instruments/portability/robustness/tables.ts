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

/** "forest, choice on 19 (p ≥ .050)", by how many permutations there were. */
function fewWords(variants: readonly VariantReport[]): readonly string[] {
  const few = variants.filter(({ least_p }) => least_p !== null && least_p > 0.01);
  const counts = [...new Set(few.map(({ permutations }) => permutations))].sort((a, b) => a - b);
  return counts.map((count) => {
    const names = new Set(
      few.filter(({ permutations }) => permutations === count).map(({ predictor }) => predictor),
    );
    return `${[...names].join(', ')} on ${count} (p ≥ ${(1 / (1 + count)).toFixed(3).replace(/^0/, '')})`;
  });
}

/** What must be said beside the distances. */
export function robustnessNotes({ cut, variants }: RobustnessReport): readonly string[] {
  const few = fewWords(variants);
  return [
    ...cut,
    'Distances of different predictors, bins or numbers of sources have different floors: each is read against its own.',
    ...(few.length > 0
      ? [`Floors rest on few permutations: ${few.join('; ')}; their 95\u202f% points are rough.`]
      : []),
  ];
}

export const robustnessJson = (report: RobustnessReport, seconds: number): Record<string, unknown> => ({
  variants: report.variants,
  notes: robustnessNotes(report),
  seconds,
});
