// luce generate beliefs: answers of seeded agents whose beliefs are known, as a long CSV.
import { responseCsv } from '../formats/response-csv.ts';
import {
  BELIEF_AGENTS,
  BELIEF_DOMAINS,
  beliefAgentTable,
  type BeliefAgentName,
  type BeliefDomainName,
} from '../instruments/beliefs/agents.ts';
import { forAll, seedOf, usage, wholeNumber, type Arguments } from './arguments.ts';
import { openOutputFile } from './output.ts';

const MOST_CASES = 20_000;

/** Entries of a repeatable flag, each one of `names`, each once; all of them where the flag is absent. */
function chosen<Name extends string>(
  args: Arguments,
  flag: 'agent' | 'domain',
  names: readonly Name[],
): readonly Name[] {
  const texts = args.texts(flag);
  if (texts.length === 0) return names;
  const found = forAll(texts, (text) => {
    const name = names.find((entry) => entry === text);
    if (name === undefined) throw usage(`--${flag}`, JSON.stringify(text), `one of ${names.join(', ')}`);
    return name;
  });
  return [...new Set(found)];
}

export async function generateBeliefs(args: Arguments): Promise<number> {
  const settings = {
    agents: chosen(args, 'agent', Object.keys(BELIEF_AGENTS) as readonly BeliefAgentName[]),
    domains: chosen(args, 'domain', Object.keys(BELIEF_DOMAINS) as readonly BeliefDomainName[]),
    cases: wholeNumber(args, 'cases', 500, 1, MOST_CASES),
    seed: seedOf(args),
  };
  await openOutputFile(args, responseCsv(beliefAgentTable(settings)));
  return 0;
}
