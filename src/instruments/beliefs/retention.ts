// How many cases the rule of complete answers keeps, and which prompts cost the others (Table 1).
import { completeCases, type BeliefCell } from '../../models/beliefs/cell.ts';

export interface Retention {
  readonly agent: string;
  readonly domain: string;
  readonly cases: number;
  /** Cases with an answer to every prompt. */
  readonly complete: number;
  readonly share: number;
  /** Missing answers of the prompts that have some. */
  readonly missing: readonly { readonly prompt: string; readonly answers: number }[];
}

function missingAnswers({ cases, outputs, responses }: BeliefCell): Retention['missing'] {
  return outputs
    .map(({ prompt }, j) => {
      let answers = 0;
      for (let i = 0; i < cases.length; i++) if (Number.isNaN(responses[i * outputs.length + j])) answers++;
      return { prompt, answers };
    })
    .filter(({ answers }) => answers > 0);
}

export function retentionOf(cell: BeliefCell): Retention {
  const { agent, domain, cases } = cell;
  const complete = completeCases(cell).length;
  return {
    agent,
    domain,
    cases: cases.length,
    complete,
    share: complete / cases.length,
    missing: missingAnswers(cell),
  };
}
