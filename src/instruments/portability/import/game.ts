// From the columns of files to the table of one game, with everything that is wrong with it.
import type { ChoiceTable, NamedColumn } from '../../../formats/choice-table.ts';
import type { Fault } from '../../../formats/fault.ts';
import { gameNamed } from '../games.ts';
import { codeActions } from './actions.ts';
import { featureNames, stackX } from './features.ts';
import { distinctPoints, instanceFacts } from './instances.ts';
import { stacked, unnamed } from './names.ts';
import { ambiguousIn, limited, nameColumn, placeOf, sizeOf, textsOf, type GamePart } from './part.ts';
import { conflictFaults, sharing, type Columns } from './sharing.ts';
import type { ActionCoding } from './two-actions.ts';

export interface GameResult {
  readonly table: ChoiceTable | null;
  readonly faults: readonly Fault[];
  /** What was assumed or is worth a look, in sentences. */
  readonly notes: readonly string[];
  /** Rows whose action was read out of a text that names several. */
  readonly ambiguous: number;
}

function actionFaults(
  parts: readonly GamePart[],
  { names, codes }: NamedColumn,
  { bad, needed }: ActionCoding,
): readonly Fault[] {
  if (bad.length === 0) return [];
  const wrong = new Set(bad);
  const faults: Fault[] = [];
  codes.forEach((code, row) => {
    if (!wrong.has(code)) return;
    const column = parts[0].source.mapping.action[0] ?? parts[0].source.mapping.text[0];
    faults.push({ ...placeOf(parts, row), column, seen: JSON.stringify(names[code]), needed });
  });
  return faults;
}

/** Whole numbers as they are; other names by their code. */
function drawNumbers({ names, codes }: NamedColumn): Uint32Array {
  const values = names.map(Number);
  const whole = names.every((name, i) => /^\d+(?:\.0+)?$/.test(name) && values[i] < 2 ** 32);
  return whole ? codes.map((code) => values[code]) : codes;
}

function environmentGroups(model: NamedColumn, regime: NamedColumn, environment: NamedColumn): Uint32Array {
  return environment.codes.map(
    (code, row) =>
      (model.codes[row] * regime.names.length + regime.codes[row]) * environment.names.length + code,
  );
}

/** Amounts beyond 0 … the parameter that bounds them, as a note. */
function boundNotes({ game, features, x, action }: Columns): readonly string[] {
  const space = gameNamed(game)?.action;
  if (space?.kind !== 'amount' || space.upTo === null) return [];
  const at = features.indexOf(space.upTo);
  if (at < 0) return [];
  let beyond = 0;
  action.forEach((value, row) => {
    if (value < 0 || value > x[row * features.length + at]) beyond += 1;
  });
  return beyond > 0 ? [`${beyond} amounts lie outside 0 … ${space.upTo}; they are kept.`] : [];
}

/** Instances by the user's names; where there are none, one for each distinct x. */
function instanceColumn(parts: readonly GamePart[], x: Float64Array, features: number): NamedColumn {
  const named = nameColumn(parts, 'instance');
  if (named) return named;
  const rows = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const { codes, count } = distinctPoints({ x, features, rows });
  return { names: Array.from({ length: count }, (_, i) => String(i + 1)), codes };
}

const stackedActions = (parts: readonly GamePart[]): NamedColumn =>
  stacked(parts.map(({ source, rows }) => ({ column: source.action, rows })));

interface Stacked {
  readonly columns: Columns;
  readonly draw: NamedColumn | null;
  readonly coding: ActionCoding;
  readonly faults: readonly Fault[];
}

function stackGame(game: string, parts: readonly GamePart[]): Stacked {
  const rows = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const features = featureNames(game, parts);
  const { x, faults } = stackX(parts, features);
  const cells = stackedActions(parts);
  const coding = codeActions(game, cells.names, parts[0].source.mapping.A[0] ?? null);
  const columns: Columns = {
    schema: 'portability',
    game,
    rows,
    model: nameColumn(parts, 'model') ?? unnamed(rows),
    regime: nameColumn(parts, 'regime') ?? unnamed(rows),
    environment: nameColumn(parts, 'environment') ?? unnamed(rows),
    instance: instanceColumn(parts, x, features.length),
    features,
    x,
    action: Float64Array.from(cells.codes, (code) => coding.values[code]),
    labels: coding.labels,
    texts: textsOf(parts),
  };
  const all = [...limited(faults), ...limited(actionFaults(parts, cells, coding))];
  return { columns, draw: nameColumn(parts, 'draw'), coding, faults: all };
}

function environmentFault(parts: readonly GamePart[], { environment, game }: Columns): readonly Fault[] {
  if (environment.names.length > 1) return [];
  const [{ source }] = parts;
  const column = source.mapping.environment.join('+');
  const seen = `one environment, ${environment.names[0]}, in ${game}`;
  return [{ file: source.file, row: null, column, seen, needed: 'two or more' }];
}

/** Features with one value in every row: least squares cannot tell them from the intercept. */
function constantNotes({ features, x, rows }: Columns): readonly string[] {
  const p = features.length;
  const constant = features.filter((_, j) => {
    for (let row = 1; row < rows; row++) if (x[row * p + j] !== x[j]) return false;
    return true;
  });
  if (constant.length === 0) return [];
  const values = constant.map((name) => `${name} is ${x[features.indexOf(name)]} in every row`).join(', ');
  return constant.length === p
    ? [`${values}: x does not vary, so that least squares has no distance.`]
    : [`${values}: leave ${constant.length > 1 ? 'them' : 'it'} out of x, or least squares has no distance.`];
}

function assumptions(columns: Columns, parts: readonly GamePart[]): readonly string[] {
  const [{ source }] = parts;
  const { labels, rows } = columns;
  return [
    ...(source.names.instance ? [] : ['No column names instances: rows of equal x are one instance.']),
    ...(source.names.draw ? [] : ['No column numbers draws: they are counted in the order of rows.']),
    ...(labels && labels.length > 2
      ? [`${labels.length} labels count as 0 … ${labels.length - 1}: ${labels.join(', ')}.`]
      : []),
    ...(columns.action.every(Number.isNaN) ? [`None of ${rows} rows has an action.`] : []),
    ...boundNotes(columns),
    ...constantNotes(columns),
  ];
}

/** The table of a game; null where something is wrong. `shared` overrides what the data say of instances. */
export function gameTable(game: string, parts: readonly GamePart[], shared: boolean | null): GameResult {
  const { columns, draw, coding, faults } = stackGame(game, parts);
  const { model, regime, environment, instance, x, rows, features } = columns;
  const facts = instanceFacts(
    { x, features: features.length, rows },
    {
      group: environmentGroups(model, regime, environment),
      environment: environment.codes,
      instance: instance.codes,
      instances: instance.names.length,
    },
  );
  const { fault, note, ...decided } = sharing(columns, facts, shared);
  const [{ source }] = parts;
  const all: readonly Fault[] = [
    ...faults,
    ...environmentFault(parts, columns),
    ...limited(faults.length > 0 ? [] : conflictFaults(parts, columns, facts)),
    ...(fault
      ? [{ file: source.file, row: null, column: null, seen: fault, needed: 'one x everywhere' }]
      : []),
  ];
  const table = { ...columns, shared: decided.shared, draw: draw ? drawNumbers(draw) : facts.draw };
  return {
    table: all.length > 0 ? null : table,
    faults: all,
    notes: [...(coding.note ? [coding.note] : []), ...assumptions(columns, parts), note],
    ambiguous: ambiguousIn(parts),
  };
}
