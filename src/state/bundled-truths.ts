// Truths that came with a bundle are those that its plan names, or its replicates are of another study.
import type { Chunk } from '../engine/types.ts';
import { truthsHash } from '../workers/fit-truths.ts';
import { isCalibration, truthsOf, type AnyPlan } from '../workers/plans.ts';

/** Throws where the truths have another SHA-256 than the plan's fit says. */
export async function checkBundledTruths(plan: AnyPlan, chunks: readonly Chunk[]): Promise<void> {
  const fit = isCalibration(plan) ? plan.settings.posterior?.fit : undefined;
  const truths = truthsOf(plan, chunks);
  if (!fit || truths === null) return;
  const hash = await truthsHash(truths);
  if (hash !== fit.hash)
    throw new Error(`truths with SHA-256 ${hash}; needed those of “${fit.title}”, ${fit.hash}`);
}
