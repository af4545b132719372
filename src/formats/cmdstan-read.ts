// Reads CmdStan CSV files of draws, and refuses broken ones with the line at fault.
import type { Fault, Parsed } from './fault.ts';

/** One chain as a file holds it; columns ending in `__` are the sampler's own. */
export interface CmdstanChain {
  /** Names as written: `beta.1.2`. */
  readonly columns: readonly string[];
  /** Draws × columns, row by row. */
  readonly values: Float64Array;
  readonly draws: number;
  /** The `key = value` comments above the header, without "(Default)". */
  readonly settings: ReadonlyMap<string, string>;
  readonly stepSize: number | null;
  /** Inverse metric: one row where diagonal, as many rows as columns where dense; null where not stated. */
  readonly inverseMetric: readonly (readonly number[])[] | null;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** The chain in a file's text, or every row that does not fit. Fault rows are line numbers. */
export function readCmdstanCsv(text: string, file: string): Parsed<CmdstanChain> {
  const lines = text.split(/\r?\n/).map((line, index) => ({ number: index + 1, text: line }));
  const body = lines.filter((line) => line.text.trim() !== '' && !line.text.startsWith('#'));
  const fault = (row: number | null, seen: string, needed: string, column: string | null = null): Fault => ({
    file,
    row,
    column,
    seen,
    needed,
  });
  const [header, ...rows] = body;
  if (!header?.text.startsWith('lp__')) {
    const needed = 'a CmdStan header that begins with lp__';
    return {
      ok: false,
      faults: [fault(header?.number ?? null, header ? 'another line' : 'no header', needed)],
    };
  }
  const columns = header.text.split(',');
  const settings = settingsAbove(lines, header.number);
  const values = new Float64Array(rows.length * columns.length);
  const faults = [
    ...rows.flatMap((row, index) => readRow(row, columns, values.subarray(index * columns.length), fault)),
    ...countFault(rows, settings, fault),
  ];
  const adaptation = readAdaptation(lines, header.number, settings.get('metric') ?? '', fault);
  faults.push(...adaptation.faults);
  if (faults.length > 0) return { ok: false, faults };
  const { stepSize, inverseMetric } = adaptation;
  return { ok: true, value: { columns, values, draws: rows.length, settings, stepSize, inverseMetric } };
}

type MakeFault = (row: number | null, seen: string, needed: string, column?: string | null) => Fault;

function readRow(row: Line, columns: readonly string[], into: Float64Array, fault: MakeFault): Fault[] {
  const cells = row.text.split(',');
  if (cells.length !== columns.length) {
    return [fault(row.number, `${cells.length} values`, `${columns.length}, as the header`)];
  }
  return cells.flatMap((cell, index) => {
    const value = numberOf(cell);
    into[index] = value ?? NaN;
    return value === null ? [fault(row.number, JSON.stringify(cell), 'a number', columns[index])] : [];
  });
}

function numberOf(cell: string): number | null {
  const text = cell.trim().toLowerCase();
  if (/^[+-]?nan$/.test(text)) return NaN;
  if (/^[+-]?inf(inity)?$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const value = Number(text);
  return text === '' || Number.isNaN(value) ? null : value;
}

function settingsAbove(lines: readonly Line[], header: number): Map<string, string> {
  const settings = new Map<string, string>();
  for (const { number, text } of lines) {
    const found = /^#\s*(\w+) = ?(.*?)\s*(?:\(Default\))?$/.exec(text);
    if (found && number < header) settings.set(found[1], found[2]);
  }
  return settings;
}

/** A file that stops early, or lost rows, has fewer draws than its settings promise. */
function countFault(rows: readonly Line[], settings: ReadonlyMap<string, string>, fault: MakeFault): Fault[] {
  const setting = (name: string): number => Number(settings.get(name) ?? NaN);
  const thin = setting('thin') || 1;
  const saved = /^(1|true)$/.test(settings.get('save_warmup') ?? '');
  const warmup = saved ? Math.ceil(setting('num_warmup') / thin) : 0;
  const promised = Math.ceil(setting('num_samples') / thin) + warmup;
  if (Number.isNaN(promised) || promised === rows.length) return [];
  const last = rows.at(-1)?.number ?? null;
  return [fault(last, `${rows.length} draws`, `${promised} draws, as num_samples says`)];
}

interface Adaptation {
  readonly stepSize: number | null;
  readonly inverseMetric: readonly (readonly number[])[] | null;
  readonly faults: readonly Fault[];
}

/** The block "Step size …, … elements of inverse mass matrix:" and the rows of numbers below it. */
function readAdaptation(
  lines: readonly Line[],
  header: number,
  metric: string,
  fault: MakeFault,
): Adaptation {
  const comments = lines.filter(({ number, text }) => number > header && text.startsWith('#'));
  const faults: Fault[] = [];
  const step = comments.find(({ text }) => /Step size\s*=/.test(text));
  const stepSize = step ? numberOf(step.text.split('=')[1]) : null;
  if (step && !(stepSize !== null && stepSize > 0)) {
    faults.push(fault(step.number, step.text.slice(1).trim(), 'a positive step size'));
  }
  const start = comments.findIndex(({ text }) => /inverse mass matrix/.test(text));
  if (start < 0) return { stepSize, inverseMetric: null, faults };
  const title = comments[start];
  const rows = metricRows(lines.slice(title.number), metric.startsWith('dense'));
  const inverseMetric = rows.map(({ text }) =>
    text
      .slice(1)
      .split(',')
      .map((cell) => numberOf(cell) ?? NaN),
  );
  rows.forEach((row, index) => {
    const entries = inverseMetric[index];
    const width = metric.startsWith('dense') ? rows.length : entries.length;
    if (entries.length !== width || entries.some((entry) => !Number.isFinite(entry))) {
      faults.push(
        fault(row.number, row.text.slice(1).trim().slice(0, 40), `${width} numbers of the inverse metric`),
      );
    }
  });
  if (rows.length === 0)
    faults.push(fault(title.number, 'a metric block without a metric', 'a row of numbers'));
  return { stepSize, inverseMetric, faults };
}

/** Comment lines directly below the title: one for a diagonal metric, all of them for a dense one. */
function metricRows(below: readonly Line[], dense: boolean): Line[] {
  const end = below.findIndex(({ text }) => !text.startsWith('#') || text.slice(1).trim() === '');
  const rows = end < 0 ? [...below] : below.slice(0, end);
  return dense ? rows : rows.slice(0, 1);
}
