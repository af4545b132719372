// What the conditions of a study say of α together: effects of factors, the least slope that would be seen, other priors.
import { cellResolutions, type CellResolution } from '../instruments/seu/compare/detectable.ts';
import { allEffects, type EffectRow } from '../instruments/seu/compare/effects.ts';
import {
  SWEEP_PRIORS,
  sweepFindings,
  sweepPlan,
  sweepRow,
  type SweepFinding,
  type SweepPrior,
  type SweepRow,
} from '../instruments/seu/compare/sweep.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { CellReport, FitReport } from '../instruments/seu/report.ts';
import { alphaDraws } from '../instruments/seu/study.ts';
import type { RunRecord } from '../jobs/run.ts';
import { factorLevels } from '../instruments/seu/compare/levels.ts';
import { storedFit, studyOfFits } from './fit-study.ts';
import { isFit, planOf } from './plans.ts';
import type { Stored } from './stored.ts';

export interface FitSlopes {
  /** On α, then on its logarithm; empty where no factor varies. */
  readonly effects: readonly EffectRow[];
  /** Cell by cell; empty without temperatures. */
  readonly resolutions: readonly CellResolution[];
  /** Slopes as fitted and under each other prior that was refitted; empty without temperatures or refits. */
  readonly sweep: readonly SweepRow[];
  readonly sweepFindings: readonly SweepFinding[];
  /** Priors under which no refit is finished. */
  readonly unswept: readonly SweepPrior[];
}

export type SweptFits = ReadonlyMap<SweepPrior, Stored<FitPlan>>;

/** What a refit under another prior shares with its plan: which data, under which model. */
const modelsOf = ({ settings }: FitPlan): string =>
  JSON.stringify(settings.conditions.map(({ dataset, model }) => [dataset, model]));

/** The newest finished run under each other prior of the sweep. */
export function sweptRuns(
  plan: FitPlan,
  records: readonly RunRecord[],
): readonly (readonly [SweepPrior, string])[] {
  const done = records
    .filter(({ state }) => state === 'done')
    .sort((a, b) => b.changed - a.changed)
    .flatMap((record) => {
      const other = planOf(record);
      return isFit(other) ? [{ id: record.id, models: modelsOf(other) }] : [];
    });
  return SWEEP_PRIORS.filter((prior) => prior !== 'baseline').flatMap((prior) => {
    const models = modelsOf(sweepPlan(plan, new Map(), prior).plan);
    const found = done.find((run) => run.models === models);
    return found ? [[prior, found.id] as const] : [];
  });
}

type Fits = readonly (FitReport | null)[];

const foldAll = (stored: Stored<FitPlan>): Fits =>
  stored.plan.settings.conditions.map((_, index) => storedFit(stored, index));

function cellsOf(stored: Stored<FitPlan>, fits: Fits): readonly CellReport[] {
  const { conditions, study } = stored.plan.settings;
  if (!study || conditions.some(({ temperature }) => temperature === null)) return [];
  return studyOfFits(stored, fits)?.cells ?? [];
}

function effectsOf({ plan }: Stored<FitPlan>, fits: Fits): readonly EffectRow[] {
  const conditions = factorLevels(plan).flatMap((levels, index) => {
    const report = fits[index];
    return report ? [{ label: report.label, levels, alpha: alphaDraws(report) }] : [];
  });
  return (['alpha', 'log alpha'] as const).flatMap((scale) => allEffects(conditions, scale));
}

export function fitSlopes(stored: Stored<FitPlan>, swept: SweptFits): FitSlopes {
  const fits = foldAll(stored);
  const cells = cellsOf(stored, fits);
  const others = SWEEP_PRIORS.flatMap((prior) => {
    const refit = swept.get(prior);
    return refit ? cellsOf(refit, foldAll(refit)).map((cell) => sweepRow(prior, cell)) : [];
  });
  const sweep = others.length > 0 ? [...cells.map((cell) => sweepRow('baseline', cell)), ...others] : [];
  return {
    effects: effectsOf(stored, fits),
    resolutions: cellResolutions(cells, stored.plan.seed),
    sweep,
    sweepFindings: sweepFindings(sweep),
    unswept: SWEEP_PRIORS.filter((prior) => prior !== 'baseline' && !swept.has(prior)),
  };
}
