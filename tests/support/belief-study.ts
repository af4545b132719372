// Runs the tasks of a belief plan in this thread, as the engine's lanes do, and puts cells into a table.
import { cpuLane } from '../../src/engine/cpu/lane.ts';
import type { Chunk, Task } from '../../src/engine/types.ts';
import type { NamedColumn } from '../../src/formats/choice-table.ts';
import type { ResponseTable } from '../../src/formats/response-table.ts';
import { DEFAULT_BELIEFS, type BeliefPlan, type BeliefSettings } from '../../src/instruments/beliefs/plan.ts';
import { beliefReport } from '../../src/instruments/beliefs/report.ts';
import type { BeliefReport } from '../../src/instruments/beliefs/report-types.ts';
import type { Splits } from '../../src/instruments/beliefs/splits.ts';
import { beliefTasks } from '../../src/instruments/beliefs/tasks.ts';
import { ledger } from '../../src/jobs/ledger.ts';
import type { TaskState } from '../../src/jobs/run.ts';
import type { BeliefCell } from '../../src/models/beliefs/cell.ts';
import { beliefFixture } from './beliefs.ts';

function named(texts: readonly string[]): NamedColumn {
  const names = [...new Set(texts)];
  const place = new Map(names.map((name, code) => [name, code]));
  return { names, codes: Uint32Array.from(texts, (text) => place.get(text)!) };
}

/** Answers of a cell under a prefix; the empty one is the main design. */
export interface Answers {
  readonly cell: BeliefCell;
  readonly prefix?: (row: number) => string;
}

/** A long table of cells whose prompts are the same. */
export function tableOf(parts: readonly Answers[]): ResponseTable {
  const { outputs } = parts[0].cell;
  const rows = parts.flatMap(({ cell, prefix }) =>
    cell.cases.flatMap((name, i) =>
      cell.outputs.map((output, j) => ({ cell, name, i, j, output, prefix: prefix?.(i) ?? '' })),
    ),
  );
  const prompt = named(rows.map(({ output }) => output.prompt));
  return {
    schema: 'beliefs',
    rows: rows.length,
    agent: named(rows.map(({ cell }) => cell.agent)),
    domain: named(rows.map(({ cell }) => cell.domain)),
    case: named(rows.map(({ name }) => name)),
    prompt,
    prefix: named(rows.map((row) => row.prefix)),
    outputs: prompt.names.map((name) => outputs.find((output) => output.prompt === name)!),
    response: Float64Array.from(rows, ({ cell, i, j }) => cell.responses[i * cell.outputs.length + j]),
    outcome: Float64Array.from(rows, ({ cell, i }) => cell.outcomes[i]),
  };
}

/** Few simulated studies, permutations, replicates and refits: enough to run. */
export const TESTS = { oneLatent: 9, noLatent: 19, replicates: 10, refits: 3 };

export const beliefPlan = (settings: Partial<BeliefSettings> = {}): BeliefPlan => ({
  instrument: 'beliefs',
  analysis: 'beliefs',
  title: 'test',
  datasets: ['table'],
  settings: {
    ...DEFAULT_BELIEFS,
    splits: beliefFixture<Splits>('splits.json'),
    given: true,
    analyses: [],
    ...settings,
  },
  seed: 1,
  engine: 'cpu',
});

export interface Ran {
  readonly chunks: readonly Chunk[];
  readonly states: readonly TaskState[];
}

/** Every task to its end, those that wait after what they wait for. */
export async function runTasks(tasks: readonly Task[]): Promise<Ran> {
  const book = ledger(tasks, [], []);
  const lane = cpuLane();
  const chunks: Chunk[] = [];
  for (let ready = book.ready(); ready.length > 0; ready = book.ready()) {
    book.start([ready[0].key], 'cpu');
    await lane.prepare([ready[0]], []);
    for (let open = true; open;) {
      const news = await lane.advance(20_000);
      book.take(news);
      chunks.push(...news.flatMap(({ chunk }) => (chunk ? [chunk] : [])));
      open = !news[0].done;
    }
  }
  return { chunks, states: book.states() };
}

export interface Studied extends Ran {
  readonly report: BeliefReport;
}

/** The report of a plan on one table. */
export async function study(plan: BeliefPlan, table: ResponseTable): Promise<Studied> {
  const tables = new Map([[plan.datasets[0], table]]);
  const ran = await runTasks(beliefTasks(plan, tables));
  return { ...ran, report: beliefReport(plan, tables, ran.chunks) };
}
