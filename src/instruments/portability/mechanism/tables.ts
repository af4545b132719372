// The tables and the JSON of a study of mechanisms: page and command give the same files.
import { writeTableCsv, type TableRow } from '../../../formats/table-csv.ts';
import type { AgainstFloor, MechanismCell, MechanismReport, SimilarityReport } from './reported.ts';

const floorColumns = (name: string, found: AgainstFloor | undefined): TableRow => ({
  [`${name}_mean`]: found?.mean ?? null,
  [`${name}_q5`]: found?.q5 ?? null,
  [`${name}_q95`]: found?.q95 ?? null,
  [`${name}_observed`]: found?.observed ?? null,
  [`${name}_null_mean`]: found?.null_mean ?? null,
  [`${name}_null_q5`]: found?.null_q5 ?? null,
  [`${name}_null_q95`]: found?.null_q95 ?? null,
  [`${name}_p`]: found?.p ?? null,
});

const similarityColumns = (prefix: string, found: SimilarityReport | null | undefined): TableRow => ({
  [`${prefix}within`]: found?.within ?? null,
  [`${prefix}between`]: found?.between ?? null,
  [`${prefix}pairs_within`]: found?.pairs_within ?? null,
  [`${prefix}pairs_between`]: found?.pairs_between ?? null,
  [`${prefix}null_mean`]: found?.null_mean ?? null,
  [`${prefix}null_q95`]: found?.null_q95 ?? null,
  [`${prefix}p`]: found?.p ?? null,
});

/** One cell as a row of `mechanism.csv`; empty where a figure is not to be had. */
export function mechanismRow({ ridge, nash, regret, texts, ...cell }: MechanismCell): TableRow {
  return {
    game: cell.game,
    model: cell.model,
    regime: cell.regime,
    environments: cell.environments,
    rows: cell.rows,
    sources: cell.sources,
    splits: ridge?.delta.splits ?? null,
    permutations: ridge?.delta.permutations ?? null,
    r2_x: ridge?.r2_x ?? null,
    r2_xz: ridge?.r2_xz ?? null,
    ...floorColumns('delta_r2', ridge?.delta),
    nash: nash?.share.value ?? null,
    nash_lo: nash?.share.lo ?? null,
    nash_hi: nash?.share.hi ?? null,
    nash_coin: nash?.coin ?? null,
    nash_always_a: nash?.always_a ?? null,
    nash_always_b: nash?.always_b ?? null,
    nash_either: nash?.either ?? null,
    objective: regret?.formula ?? null,
    ...floorColumns('regret', regret?.regret),
    changed: regret?.changed ?? null,
    texts: texts?.texts ?? null,
    coverage: texts?.coverage.value ?? null,
    coverage_lo: texts?.coverage.lo ?? null,
    coverage_hi: texts?.coverage.hi ?? null,
    at_least_one: texts?.at_least_one.value ?? null,
    at_least_one_lo: texts?.at_least_one.lo ?? null,
    at_least_one_hi: texts?.at_least_one.hi ?? null,
    compared: texts?.compared ?? null,
    ...similarityColumns('jaccard_', texts?.similarity),
    ...similarityColumns('echo_removed_', texts?.echo_removed),
  };
}

/** One motif of one cell as a row of `motifs.csv`. */
export const motifRows = ({ cells }: MechanismReport): readonly TableRow[] =>
  cells.flatMap(({ game, model, regime, texts }) =>
    (texts?.motifs ?? []).map(({ motif, value, lo, hi }) => ({
      game,
      model,
      regime,
      motif,
      texts: texts?.texts ?? null,
      rate: value,
      rate_lo: lo,
      rate_hi: hi,
    })),
  );

/** File name → text of the CSV tables of a study. */
export function mechanismTables(report: MechanismReport): Readonly<Record<string, string>> {
  const motifs = motifRows(report);
  return {
    'mechanism.csv': writeTableCsv(report.cells.map(mechanismRow)),
    ...(motifs.length > 0 && { 'motifs.csv': writeTableCsv(motifs) }),
  };
}

/** What is said of the study as a whole. */
export function mechanismNotes({ cut, cells }: MechanismReport): readonly string[] {
  const sampled = cells.some(({ texts }) => texts && texts.compared < texts.texts);
  const echoed = cells.some(({ texts }) => texts?.similarity && !texts.echo_removed);
  return [
    ...cut,
    ...(sampled
      ? ['Pairs of texts are those of a random sample: the plan bounds how many are compared.']
      : []),
    ...(echoed
      ? [
          'Texts of one framing share the nouns of their prompt: name the words by which prompts differ to see what is left without them.',
        ]
      : []),
  ];
}

export const mechanismJson = (report: MechanismReport, seconds: number): Record<string, unknown> => ({
  cells: report.cells,
  notes: mechanismNotes(report),
  seconds,
});
