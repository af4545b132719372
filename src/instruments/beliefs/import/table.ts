// Puts read answers into the typed columns of a table.
import type { NamedColumn } from '../../../formats/choice-table.ts';
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { BeliefOutput } from '../../../models/beliefs/cell.ts';
import type { WrittenAnswer } from './answers.ts';

/** Names in the order in which they first occur. */
function namedColumn(texts: readonly string[]): NamedColumn {
  const place = new Map<string, number>();
  const codes = Uint32Array.from(texts, (text) => {
    if (!place.has(text)) place.set(text, place.size);
    return place.get(text)!;
  });
  return { names: [...place.keys()], codes };
}

/** The table of answers whose prompts, responses and outcomes have been read. */
export function responseTable(
  answers: readonly WrittenAnswer[],
  outputs: ReadonlyMap<string, BeliefOutput>,
  response: Float64Array,
  outcome: Float64Array,
): ResponseTable {
  const column = (role: 'agent' | 'domain' | 'case' | 'prompt' | 'prefix'): NamedColumn =>
    namedColumn(answers.map((answer) => answer[role]));
  const prompt = column('prompt');
  return {
    schema: 'beliefs',
    rows: answers.length,
    agent: column('agent'),
    domain: column('domain'),
    case: column('case'),
    prompt,
    prefix: column('prefix'),
    outputs: prompt.names.map((name) => outputs.get(name)!),
    response,
    outcome,
  };
}
