// Folds stored runs into reports, where they are stored: draws never pass through the page.
import type { Dataset } from '../formats/dataset.ts';
import { writeBundle } from '../formats/bundle.ts';
import { writeCmdstanCsv } from '../formats/cmdstan.ts';
import { writeTableCsv } from '../formats/table-csv.ts';
import type { Detail } from '../instruments/seu/draws.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport, StudyReport } from '../instruments/seu/report.ts';
import { studyCondition, studyReport } from '../instruments/seu/study.ts';
import type { Chunk } from '../engine/types.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { LuceStore } from '../storage/store.ts';

/** What the report worker answers. Runs are named by id; a report is null before every chain has a draw. */
export interface Reports {
  fit(runId: string, condition: number, detail: Detail): Promise<FitReport | null>;
  /** Null until every condition has draws. */
  study(runId: string): Promise<StudyReport | null>;
  /** Bytes of a `.luce.zip` with manifest, datasets, summaries and draws. */
  bundle(runId: string): Promise<Uint8Array>;
  /** Draws of one chain as CmdStan CSV. */
  cmdstan(runId: string, condition: number, chain: number): Promise<string>;
}

interface Stored {
  readonly run: RunRecord;
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly chunks: readonly Chunk[];
}

async function read(store: LuceStore, runId: string): Promise<Stored> {
  const run = await store.getRun(runId);
  if (!run) throw new Error(`run ${runId} is not stored here`);
  const plan = run.manifest.plan as FitPlan;
  const found = await Promise.all([...new Set(plan.datasets)].map((hash) => store.getDataset(hash)));
  const datasets = new Map(found.flatMap((dataset) => (dataset ? [[dataset.hash, dataset] as const] : [])));
  return { run, plan, datasets, chunks: await store.chunks(runId) };
}

const report = (
  { plan, datasets, chunks, run }: Stored,
  condition: number,
  detail: Detail,
): FitReport | null => fitReport(plan, datasets, chunks, run.manifest.tasks, condition, detail);

function study(stored: Stored): StudyReport | null {
  const { plan, datasets } = stored;
  const conditions = plan.settings.conditions.map(({ dataset, cell, temperature }, index) => {
    const fit = report(stored, index, 'study');
    return fit && studyCondition(fit, datasets.get(dataset)!.content, cell ?? '', temperature ?? NaN);
  });
  const ready = conditions.filter((condition) => condition !== null);
  return ready.length === conditions.length ? studyReport(plan, ready) : null;
}

function summaries(stored: Stored): Record<string, string> {
  const { conditions } = stored.plan.settings;
  return Object.fromEntries(
    conditions.flatMap((_, index) => {
      const fit = report(stored, index, 'all');
      const name = conditions.length === 1 ? 'summary.csv' : `summary-${index + 1}.csv`;
      return fit ? [[name, writeTableCsv(fit.summary.map((row) => ({ ...row })))]] : [];
    }),
  );
}

/** Reports over the store that `opening` gives. */
export function reportsOf(opening: Promise<LuceStore>, version: string): Reports {
  const stored = async (runId: string): Promise<Stored> => read(await opening, runId);
  return {
    fit: async (runId, condition, detail) => report(await stored(runId), condition, detail),
    study: async (runId) => study(await stored(runId)),
    async bundle(runId) {
      const all = await stored(runId);
      const { run, datasets, chunks } = all;
      return writeBundle({ run, datasets: [...datasets.values()], summaries: summaries(all), chunks });
    },
    async cmdstan(runId, condition, chain) {
      const all = await stored(runId);
      const fit = report(all, condition, 'all');
      if (!fit) throw new Error('this fit has no draws yet');
      const { sampler } = all.plan.settings;
      const facts = { model: fit.model.name, version, data: fit.label, seed: all.plan.seed, sampler };
      return writeCmdstanCsv(fit.draws, fit.statistics, chain, {
        ...facts,
        inverseMetric: null,
        seconds: null,
      });
    },
  };
}
