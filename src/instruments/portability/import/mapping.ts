// Which columns of a table say what: the user's choice, or a guess from the names.
import { GAMES, type Game } from '../games.ts';

export const ROLES = [
  'game',
  'model',
  'regime',
  'environment',
  'instance',
  'draw',
  'x',
  'action',
  'text',
  'A',
] as const;
export type Role = (typeof ROLES)[number];

/**
 * Columns by role, in order. Several columns of a name role are read as one name; x has one column a feature. A alone
 * names no column but the action that means A.
 */
export type Mapping = Readonly<Record<Role, readonly string[]>>;

/** Roles that one column at most can have. */
const SINGLE: readonly Role[] = ['draw', 'action', 'text', 'A'];
export const NEEDED: readonly Role[] = ['environment', 'x'];

/** Names by which a column is known, the likeliest first. */
const SPELLINGS: Readonly<Record<Exclude<Role, 'x' | 'A'>, readonly string[]>> = {
  game: ['game', 'task'],
  model: ['model', 'agent', 'llm', 'decision_maker', 'subject', 'participant'],
  regime: ['regime', 'persona', 'reasoning', 'prompting', 'condition'],
  environment: ['environment', 'env', 'framing', 'frame', 'language'],
  instance: ['instance', 'item', 'problem', 'problem_id'],
  draw: ['draw', 'rep', 'repetition', 'replicate', 'sample'],
  action: ['action', 'choice', 'decision', 'answer'],
  text: ['raw_text', 'response', 'reply', 'completion', 'text', 'raw'],
};

/** Columns that together with the game tell apart the payoffs of a matrix game, seen from one seat. */
const PAYOFF_COLUMNS = ['payoff', 'seat'];

/** Columns that a mapping names. */
const columnsIn = ({ A: _, ...columns }: Partial<Mapping>): readonly string[] =>
  Object.values(columns).flat();

const plain = (name: string): string => name.toLowerCase().replace(/[\s.-]+/g, '_');

function spelled(columns: readonly string[], spellings: readonly string[]): readonly string[] {
  for (const spelling of spellings) {
    const found = columns.find((name) => plain(name) === spelling);
    if (found !== undefined) return [found];
  }
  return [];
}

const isX = (name: string): boolean => /^x(?:\d+|[_.].*)?$/i.test(name);

const isNumeric = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => Number.isFinite(Number(cell.trim())));
};

const has = (columns: readonly string[], { parameters }: Game): boolean =>
  parameters.every(({ name }) => columns.includes(name));

/** Parameters of known games; else columns named x…; else whatever is left and numeric. */
function suggestX(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<string>,
) {
  const free = columns.filter((name) => !taken.has(name));
  const known = new Set(GAMES.filter((game) => has(free, game)).flatMap(({ parameters }) => parameters));
  const names = new Set([...known].map(({ name }) => name));
  if (names.size > 0) return free.filter((name) => names.has(name));
  const marked = free.filter(isX);
  if (marked.length > 0) return marked;
  return free.filter((name) => isNumeric(rows.map((cells) => cells[columns.indexOf(name)] ?? '')));
}

/**
 * A guess at what the columns mean, from their names and the first rows. Roles in `given` are taken as they are, and
 * their columns are not guessed to mean anything else.
 */
export function suggestMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  given: Partial<Mapping> = {},
): Mapping {
  const taken = new Set(columnsIn(given));
  const named = Object.fromEntries(
    Object.entries(SPELLINGS).map(([role, spellings]) => {
      const free = columns.filter((name) => !taken.has(name));
      return [role, given[role as Role] ?? spelled(free, spellings)];
    }),
  ) as Record<Exclude<Role, 'x' | 'A'>, readonly string[]>;
  const payoff = columns.filter((name) => !taken.has(name) && PAYOFF_COLUMNS.includes(plain(name)));
  if (!given.instance && !given.game && named.instance.length === 0 && payoff.length > 0) {
    named.instance = [...named.game, ...payoff];
    named.game = [];
  }
  const used = new Set([...taken, ...Object.values(named).flat()]);
  return { ...named, x: given.x ?? suggestX(columns, rows, used), A: given.A ?? [] };
}

export interface MappingFault {
  readonly role: Role;
  readonly seen: string;
  readonly needed: string;
}

/** What keeps a mapping from being read. */
export function mappingFaults(mapping: Mapping, columns: readonly string[]): readonly MappingFault[] {
  return ROLES.flatMap((role): MappingFault[] => {
    const own = mapping[role];
    const list = columns.join(', ');
    const missing = role === 'A' ? [] : own.filter((name) => !columns.includes(name));
    if (missing.length > 0) return [{ role, seen: `no column ${missing.join(', ')}`, needed: `of ${list}` }];
    if (own.length === 0 && NEEDED.includes(role))
      return [{ role, seen: `no column for ${role}`, needed: `one or more of ${list}` }];
    if (own.length > 1 && SINGLE.includes(role))
      return [
        { role, seen: `${own.length} ${role === 'A' ? 'actions' : 'columns'} for ${role}`, needed: 'one' },
      ];
    if (role === 'action' && own.length === 0 && mapping.text.length === 0)
      return [{ role, seen: 'no column for action or text', needed: `one of ${list}` }];
    return [];
  });
}
