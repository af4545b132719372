// Which columns of a table of answers say what: the user's choice, or a guess from the names.

export const ROLES = [
  'agent',
  'domain',
  'case',
  'prompt',
  'family',
  'framing',
  'parameter',
  'threshold',
  'categories',
  'response',
  'outcome',
  'prefix',
  'answers',
] as const;
export type Role = (typeof ROLES)[number];

/**
 * Columns by role, in order. Several columns of a name role are read as one name. A long table has `prompt` and
 * `response`; a wide one has a row a case and its prompts as the columns of `answers`.
 */
export type Mapping = Readonly<Record<Role, readonly string[]>>;

/** Roles that name something, so that several columns can be put together. */
export const NAME_ROLES = ['agent', 'domain', 'case', 'prompt', 'prefix'] as const;

/** Names by which a column is known, the likeliest first. */
const SPELLINGS: Readonly<Record<Exclude<Role, 'answers'>, readonly string[]>> = {
  agent: ['model', 'agent', 'llm', 'subject', 'participant', 'decision_maker'],
  domain: ['domain', 'task', 'dataset'],
  case: ['case', 'case_id', 'item', 'instance', 'question', 'question_id'],
  prompt: ['prompt_id', 'prompt', 'elicitation', 'output'],
  family: ['family', 'response_type', 'prompt_family'],
  framing: ['framing', 'frame'],
  parameter: ['parameter', 'ratio', 'odds', 'cost_ratio'],
  threshold: ['threshold', 'nominal_threshold', 'tau'],
  categories: ['categories', 'levels', 'k'],
  response: ['response', 'answer', 'reply', 'value'],
  outcome: ['y', 'outcome', 'truth', 'ground_truth', 'label'],
  prefix: ['prefix', 'prefix_id', 'branch', 'trace'],
};

const plain = (name: string): string => name.toLowerCase().replace(/[\s.-]+/g, '_');

function spelled(columns: readonly string[], spellings: readonly string[]): readonly string[] {
  for (const spelling of spellings) {
    const found = columns.find((name) => plain(name) === spelling);
    if (found !== undefined) return [found];
  }
  return [];
}

/** True of a table with a row a case: nothing says which prompt a row answers. */
export const isWide = ({ prompt, answers }: Mapping): boolean => prompt.length === 0 || answers.length > 0;

/** A guess at what columns mean, from their names. Roles in `given` are taken as they are, with their columns. */
export function suggestMapping(columns: readonly string[], given: Partial<Mapping> = {}): Mapping {
  const taken = new Set(Object.values(given).flat());
  const free = columns.filter((name) => !taken.has(name));
  const named = Object.fromEntries(
    Object.entries(SPELLINGS).map(([role, spellings]) => [
      role,
      given[role as Role] ?? spelled(free, spellings),
    ]),
  ) as Record<Role, readonly string[]>;
  if (given.answers !== undefined || named.prompt.length > 0)
    return { ...named, answers: given.answers ?? [] };
  const used = new Set([...taken, ...Object.values(named).flat()]);
  const rest = free.filter((name) => !used.has(name));
  return { ...named, response: given.response ?? [], answers: [...named.response, ...rest] };
}

export interface MappingFault {
  readonly seen: string;
  readonly needed: string;
}

function neededRoles(mapping: Mapping): readonly Role[] {
  return isWide(mapping) ? ['case', 'answers'] : ['case', 'prompt', 'response'];
}

/** What keeps a mapping from being read. */
export function mappingFaults(mapping: Mapping, columns: readonly string[]): MappingFault[] {
  const list = columns.join(', ');
  const names: readonly Role[] = [...NAME_ROLES, 'answers'];
  return ROLES.flatMap((role): MappingFault[] => {
    const own = mapping[role];
    const missing = own.filter((name) => !columns.includes(name));
    if (missing.length > 0)
      return [{ seen: `no column ${missing.join(', ')} for ${role}`, needed: `of ${list}` }];
    if (own.length === 0 && neededRoles(mapping).includes(role))
      return [{ seen: `no column for ${role}`, needed: `one of ${list}` }];
    if (own.length > 1 && !names.includes(role))
      return [{ seen: `${own.length} columns for ${role}`, needed: 'one' }];
    return [];
  });
}
