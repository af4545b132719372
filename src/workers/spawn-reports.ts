// Starts the worker that folds draws into reports.
import { RemoteWorker } from './remote.ts';
import type { Reports } from './reports.ts';

/** Reports in a thread of their own; calls reject when it breaks down. */
export function spawnReports(): Reports {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), {
    type: 'module',
    name: 'luce reports',
  });
  const remote = new RemoteWorker<Reports>(worker, 'the report worker');
  const { proxy } = remote;
  return {
    fit: (runId, condition, detail) => remote.call(() => proxy.fit(runId, condition, detail)),
    cells: (runId, fit) => remote.call(() => proxy.cells(runId, fit)),
    cellTables: (runId) => remote.call(() => proxy.cellTables(runId)),
    study: (runId) => remote.call(() => proxy.study(runId)),
    calibration: (runId) => remote.call(() => proxy.calibration(runId)),
    prior: (runId) => remote.call(() => proxy.prior(runId)),
    robustness: (runId) => remote.call(() => proxy.robustness(runId)),
    mechanism: (runId) => remote.call(() => proxy.mechanism(runId)),
    portability: (runId) => remote.call(() => proxy.portability(runId)),
    portabilityCell: (runId, cell, source, target) =>
      remote.call(() => proxy.portabilityCell(runId, cell, source, target)),
    portabilityContrasts: (runId) => remote.call(() => proxy.portabilityContrasts(runId)),
    beliefs: (runId) => remote.call(() => proxy.beliefs(runId)),
    posterior: (runId) => remote.call(() => proxy.posterior(runId)),
    recovery: (runId) => remote.call(() => proxy.recovery(runId)),
    checks: (runId, condition) => remote.call(() => proxy.checks(runId, condition)),
    comparators: (runId, condition) => remote.call(() => proxy.comparators(runId, condition)),
    leaveOutPlan: (runId, condition, kind) => remote.call(() => proxy.leaveOutPlan(runId, condition, kind)),
    predictivePlan: (runId, condition, replicates) =>
      remote.call(() => proxy.predictivePlan(runId, condition, replicates)),
    predictive: (runId, condition) => remote.call(() => proxy.predictive(runId, condition)),
    refits: (runId) => remote.call(() => proxy.refits(runId)),
    slopes: (runId) => remote.call(() => proxy.slopes(runId)),
    truths: (runId, condition) => remote.call(() => proxy.truths(runId, condition)),
    contractions: (runId) => remote.call(() => proxy.contractions(runId)),
    shifts: (runId, refit) => remote.call(() => proxy.shifts(runId, refit)),
    tables: (runId) => remote.call(() => proxy.tables(runId)),
    bundle: (runId) => remote.call(() => proxy.bundle(runId)),
    cmdstan: (runId, condition, chain) => remote.call(() => proxy.cmdstan(runId, condition, chain)),
  };
}
