// What bears on coherence as plain tables: the verdict and its tests, calibration, checks, answers without any model.
import type { TableRow } from '../../../formats/table-csv.ts';
import type { Calibration } from '../../../statistics/beliefs/brier.ts';
import { named } from '../named-cell.ts';
import type { BeliefCellReport, ComparisonRow } from '../report-types.ts';

type Tables = (cell: BeliefCellReport) => TableRow[];

export const coherenceTable: Tables = (cell) =>
  (cell.coherence?.types ?? []).map(({ type, verdict, baseline, latent, saturated, share }) => ({
    ...named(cell),
    overall: cell.coherence!.verdict,
    type,
    verdict,
    baseline,
    gain: latent.estimate,
    attainable: saturated.estimate,
    share: share?.estimate ?? null,
    share_lower: share?.ends[0] ?? null,
    share_upper: share?.ends[1] ?? null,
    one_latent_p: cell.coherence!.oneLatent.p,
    no_latent_p: cell.coherence!.noLatent.p,
  }));

export const dependenceTable: Tables = (cell) =>
  (cell.coherence?.oneLatent.pairs ?? []).map((pair) => ({ ...named(cell), ...pair }));

export const contradictionTable: Tables = (cell) =>
  (cell.modelFree.contradictions?.decisions ?? []).map(
    ({ prompt, framing, rash, timid, trials, estimate, lower, upper }) => ({
      ...named(cell),
      ...{ prompt, framing, rash, timid },
      share: estimate,
      ...{ lower, upper, cases: trials },
    }),
  );

export const disagreementTable: Tables = (cell) =>
  cell.modelFree.disagreements.map(
    ({ first, second, firstAlone, secondAlone, trials, estimate, lower, upper }) => ({
      ...named(cell),
      first_prompt: first.prompt,
      first_framing: first.framing,
      second_prompt: second.prompt,
      second_framing: second.framing,
      threshold: first.threshold,
      first_alone: firstAlone,
      second_alone: secondAlone,
      share: estimate,
      ...{ lower, upper, cases: trials },
    }),
  );

export const guttmanTable: Tables = (cell) =>
  cell.modelFree.guttman.map(({ framing, decisions, cases, errors, share, normed, h }) => ({
    ...named(cell),
    ...{ framing, decisions, cases, errors },
    share: share.estimate,
    share_lower: share.lower,
    share_upper: share.upper,
    ...{ normed, h },
  }));

/** Calibration of each stated probability by its prompt, and of the inferred belief. */
function calibrations({ calibration }: BeliefCellReport): (Calibration & { readonly of: string })[] {
  if (calibration === null) return [];
  const { stated, belief } = calibration;
  return [
    ...stated.map(({ prompt, ...rest }) => ({ of: prompt, ...rest })),
    ...(belief === null ? [] : [{ of: 'belief', ...belief }]),
  ];
}

export const reliabilityTable: Tables = (cell) =>
  calibrations(cell).flatMap(({ of, bins }) =>
    bins.map(({ cases, probability, frequency, band: [lower, upper] }, bin) => ({
      ...named(cell),
      ...{ of, bin: bin + 1, cases, probability, frequency },
      band_lower: lower,
      band_upper: upper,
    })),
  );

export const brierTable: Tables = (cell) =>
  calibrations(cell).map(
    ({ of, cases, decomposition: { brier, reliability, resolution, uncertainty, ...rest } }) => ({
      ...named(cell),
      ...{ of, cases, brier, reliability, resolution, uncertainty },
      within_bins: rest.withinBins,
      corrected_reliability: rest.corrected.reliability,
      corrected_resolution: rest.corrected.resolution,
      corrected_uncertainty: rest.corrected.uncertainty,
    }),
  );

export const checkTable: Tables = (cell) =>
  (cell.checks ?? []).flatMap(({ prompt, checks }) =>
    checks.map(({ name, observed, mean, ends: [lower, upper], p }) => ({
      ...named(cell),
      ...{ prompt, check: name, observed, mean, lower, upper, p },
    })),
  );

export const framingShiftTable: Tables = (cell) =>
  (cell.framingShifts ?? []).map(({ first, second, thresholds, difference, ends: [lower, upper] }) => ({
    ...named(cell),
    ...{ first, second, difference, lower, upper },
    thresholds: thresholds.join(' '),
  }));

/** Two agents on the cases that both answered: nats an answer that one belief gains, and shares of the attainable. */
export const comparisonTable = ({
  domain,
  firstAgent,
  secondAgent,
  type,
  ...row
}: ComparisonRow): TableRow[] =>
  (['gain', 'share'] as const).map((statistic) => {
    const { first, second, difference, ends, p, cases } = row[statistic];
    return {
      ...{ model: firstAgent, domain, second_model: secondAgent, type, statistic, first, second, difference },
      ...{ lower: ends[0], upper: ends[1], p, cases },
    };
  });
