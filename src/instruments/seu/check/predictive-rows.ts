// Plain rows of calibrated predictive checks, the same in page, CSV and JSON.
import type { CalibratedCheck, Misfit, PredictiveReport } from './predictive-report.ts';

/** The share of misfit agents that are called so, with its 90 % interval. */
const powerOf = ({ power }: CalibratedCheck, misfit: Misfit) => power.find((one) => one.misfit === misfit)!;

/** A row a check. */
export const calibratedRows = ({ label, checks }: PredictiveReport) =>
  checks.map((one) => {
    const [position, lapses] = [powerOf(one, 'position'), powerOf(one, 'lapses')];
    return {
      label,
      check: one.check,
      p: one.p,
      q5: one.q5,
      median: one.median,
      q95: one.q95,
      replicates: one.replicates,
      calibrated: one.calibrated,
      rare: one.rare,
      low_bound: one.bounds[0],
      high_bound: one.bounds[1],
      power_position: position.rate,
      power_position_q5: position.q5,
      power_position_q95: position.q95,
      power_lapses: lapses.rate,
      power_lapses_q5: lapses.q5,
      power_lapses_q95: lapses.q95,
    };
  });

/** A row for every check of every simulated agent, p ascending within a kind. */
export const simulatedRows = ({ label, checks }: PredictiveReport) =>
  checks.flatMap(({ check, values }) =>
    (['sound', 'position', 'lapses'] as const).flatMap((by) =>
      values[by].map((p) => ({ label, check, by, p })),
    ),
  );
