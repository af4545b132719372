// Writes a table of answers as the long CSV that it can be read from.
import { categoriesOf, type BeliefOutput } from '../models/beliefs/cell.ts';
import type { NamedColumn } from './choice-table.ts';
import type { ResponseTable } from './response-table.ts';
import { writeTableCsv, type TableRow } from './table-csv.ts';

/** The odds behind a threshold: whole where they can be, since 1/(1 + 19) does not turn back into 19 exactly. */
function oddsOf(threshold: number): number {
  const odds = 1 / threshold - 1;
  const whole = Math.round(odds);
  return 1 / (1 + whole) === threshold ? whole : odds;
}

/** The instruction as files state it: a threshold as it is, anything else as odds. */
function parameterOf(output: BeliefOutput): number | null {
  if (output.family !== 'decision' || output.threshold === null) return null;
  return output.framing === 'threshold' ? output.threshold : oddsOf(output.threshold);
}

const nameAt = ({ names, codes }: NamedColumn, row: number): string => names[codes[row]];
const numberAt = (values: Float64Array, row: number): number | null =>
  Number.isNaN(values[row]) ? null : values[row];

/** Columns model, domain, case, prompt_id, family, framing, parameter, categories, response, y, prefix. */
export const responseCsv = (table: ResponseTable): string =>
  writeTableCsv(
    Array.from({ length: table.rows }, (_, row): TableRow => {
      const output = table.outputs[table.prompt.codes[row]];
      return {
        model: nameAt(table.agent, row),
        domain: nameAt(table.domain, row),
        case: nameAt(table.case, row),
        prompt_id: output.prompt,
        family: output.family,
        framing: output.family === 'decision' ? output.framing : 'none',
        parameter: parameterOf(output),
        categories: output.family === 'ordinal' ? categoriesOf(output) : null,
        response: numberAt(table.response, row),
        y: numberAt(table.outcome, row),
        prefix: nameAt(table.prefix, row),
      };
    }),
  );
