// How long a page's main thread was held by one task, in CPU time: what a busy machine does to clocks does not count.
import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds by the clock, and of the thread's own CPU time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface LongestTask {
  /** What ran in it longest; '' where nothing was traced. */
  readonly name: string;
  /** CPU time, ms. */
  readonly cpu: number;
  readonly clock: number;
  /** CPU times, ms, of every task, longest first. */
  readonly all: readonly number[];
}

/** Threads that draw pages and run their scripts. */
function mainThreads(events: readonly TraceEvent[]): ReadonlySet<string> {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  return new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const threads = mainThreads(events);
  const own = events.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
  const tasks = own.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');
  if (tasks.length === 0) throw new Error('the trace holds no task of a main thread');
  const longest = tasks.reduce((a, b) => ((b.tdur ?? 0) > (a.tdur ?? 0) ? b : a));
  const end = longest.ts + (longest.dur ?? 0);
  const inside = own
    .filter(
      (event) => event !== longest && event.ts >= longest.ts && event.ts < end && event.tdur !== undefined,
    )
    .sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
    .slice(0, 6)
    .map(({ name, tdur = 0 }) => `${name} ${Math.round(tdur / 1000)} ms`);
  return {
    name: inside.join(', '),
    cpu: (longest.tdur ?? 0) / 1000,
    clock: (longest.dur ?? 0) / 1000,
    all: tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a),
  };
}

/** The task of the page's main thread that took most CPU time while `work` went on. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return longestOf(trace.traceEvents);
}
