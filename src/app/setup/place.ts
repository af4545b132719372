// Guesses where a dataset stands in a study, from the catalogue, its condition label or its name.
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset } from '../../formats/dataset.ts';

/** Texts, since people edit them; '' where nothing could be read. */
export interface StudyPlace {
  readonly agent: string;
  readonly task: string;
  readonly temperature: string;
}

const TEMPERATURE = /(?:^|[^\p{L}\p{N}])(?:T|temp|temperature)\s*[=_:]?\s*(\d+(?:[._]\d+)?)/iu;
const CELL = /^\s*(.+?)\s*[×x]\s+(.+?)\s*(?:,|;|$)/u;

/** "T = 0.3", "T0_3", "temperature: 1.5", or a bare number; as plain decimals, '' for none. */
function temperatureOf(text: string): string {
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return String(Number(text));
  const found = TEMPERATURE.exec(text);
  return found ? String(Number(found[1].replace('_', '.'))) : '';
}

export function guessPlace({ source, condition, name }: Dataset, catalog: Catalog | null): StudyPlace {
  const entry = catalog?.entries.find(({ address }) => address === source.address);
  if (entry) return { ...entry.cell, temperature: String(entry.temperature) };
  const texts = [condition, name, source.file];
  const cell = texts.map((text) => CELL.exec(text)).find((match) => match !== null);
  return {
    agent: cell?.[1] ?? '',
    task: cell?.[2] ?? '',
    temperature: texts.map(temperatureOf).find((text) => text !== '') ?? '',
  };
}
