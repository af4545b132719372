// Guesses the delimiter of a text table from how evenly it cuts the first records.
import Papa from 'papaparse';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Records looked at. */
const PREVIEW = 100;

interface Candidate {
  readonly delimiter: Delimiter;
  readonly columns: number;
  /** Share of records with as many fields as the first one. */
  readonly evenness: number;
}

/**
 * The delimiter that cuts the header into at least two fields and most records into as many.
 * A comma inside list cells does not win, because the header has none.
 */
export function sniffDelimiter(text: string): Delimiter {
  const candidates = DELIMITERS.map((delimiter) => candidate(text, delimiter));
  const best = candidates
    .filter(({ columns }) => columns > 1)
    .sort((a, b) => b.evenness - a.evenness || b.columns - a.columns);
  return best[0]?.delimiter ?? ',';
}

function candidate(text: string, delimiter: Delimiter): Candidate {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: PREVIEW, newline: '\n' });
  const records = data.filter((record) => record.length > 1 || record[0].trim() !== '');
  const columns = records[0]?.length ?? 0;
  const even = records.filter((record) => record.length === columns).length;
  return { delimiter, columns, evenness: records.length === 0 ? 0 : even / records.length };
}
