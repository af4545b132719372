// The draws of a stored fit as truths of posterior SBC, with what names them.
import { sha256 } from '../formats/hash.ts';
import type { TruthSource } from '../instruments/seu/calibration/plan.ts';
import { truthsOfFit } from '../instruments/seu/calibration/truths.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

export interface FitTruths {
  readonly count: number;
  /** Rows of [α, ω, β row by row, δ]. */
  readonly rows: Float64Array;
  readonly source: TruthSource;
}

const bytesOf = (values: Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** What names the truths of a study beside its plan. */
export const truthsHash = (rows: Float64Array): Promise<string> => sha256(bytesOf(rows));

/** Null before every chain has a draw. Throws where the condition was fitted to other choices than its dataset's. */
export async function fitTruths(stored: Stored<FitPlan>, condition: number): Promise<FitTruths | null> {
  const { title, settings } = stored.plan;
  const { dataset, label, derived } = settings.conditions[condition];
  if (derived)
    throw new Error(`${label} was fitted to ${derived.kind} choices; needed those of its data set`);
  const report = storedFit(stored, condition, 'all');
  if (!report) return null;
  const { count, rows } = truthsOfFit(report.draws, stored.datasets.get(dataset)!);
  const named = settings.conditions.length > 1 ? `${title}, ${label}` : title;
  return { count, rows, source: { title: named, hash: await truthsHash(rows) } };
}
