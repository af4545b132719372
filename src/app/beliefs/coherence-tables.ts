// Tables of coherence: with no model at all, of forecasts against outcomes, of replicates, of agents beside one another.
import {
  countColumn,
  fractionColumn,
  numberColumn,
  probabilityColumn,
  textColumn,
} from '../../charts/columns.ts';
import type { CalibrationReport } from '../../instruments/beliefs/coherence/calibration.ts';
import type { FramingDifference } from '../../instruments/beliefs/coherence/framing-shifts.ts';
import type { ModelFreeCoherence } from '../../instruments/beliefs/coherence/model-free.ts';
import type { BeliefCellReport, ComparisonRow, RankedRow } from '../../instruments/beliefs/report-types.ts';
import type { RunTableView } from '../run-view.ts';

const shareColumns = [
  fractionColumn('share', 'Share', 3),
  fractionColumn('lower', 'lower', 3),
  fractionColumn('upper', 'upper', 3),
];

/** Decisions that contradict the stated probability, and decisions of two framings that differ. */
export function modelFreeTables({
  contradictions,
  disagreements,
  guttman,
}: ModelFreeCoherence): readonly RunTableView[] {
  const contradicted: RunTableView = {
    title: 'Decisions against the stated probability',
    columns: [
      textColumn('prompt', 'Prompt'),
      countColumn('cases', 'Cases'),
      countColumn('rash', 'Acted below'),
      countColumn('timid', 'Held back above'),
      ...shareColumns,
    ],
    rows: (contradictions?.decisions ?? []).map(
      ({ prompt, trials, rash, timid, estimate, lower, upper }) => ({
        prompt,
        cases: trials,
        rash,
        timid,
        share: estimate,
        lower,
        upper,
      }),
    ),
  };
  const differing: RunTableView = {
    title: 'Decisions of two framings at one threshold',
    columns: [
      textColumn('first', 'First'),
      textColumn('second', 'Second'),
      countColumn('cases', 'Cases'),
      countColumn('first_alone', 'First alone'),
      countColumn('second_alone', 'Second alone'),
      ...shareColumns,
    ],
    rows: disagreements.map(({ first, second, trials, firstAlone, secondAlone, estimate, lower, upper }) => ({
      first: first.prompt,
      second: second.prompt,
      cases: trials,
      first_alone: firstAlone,
      second_alone: secondAlone,
      share: estimate,
      lower,
      upper,
    })),
  };
  const errors: RunTableView = {
    title: 'Guttman errors over the thresholds of a framing',
    columns: [
      textColumn('framing', 'Framing'),
      countColumn('cases', 'Cases'),
      countColumn('errors', 'Errors'),
      fractionColumn('share', 'Cases with any', 3),
      fractionColumn('h', 'Loevinger’s H'),
    ],
    rows: guttman.map(({ framing, cases, errors: count, share, h }) => ({
      framing,
      cases,
      errors: count,
      share: share.estimate,
      h,
    })),
  };
  return [contradicted, differing, errors].filter(({ rows }) => rows.length > 0);
}

/** Differences of thresholds between framings, on the logit scale. */
export function differenceTable(
  differences: readonly FramingDifference[] | null,
  means: string,
): readonly RunTableView[] {
  if (differences === null || differences.length === 0) return [];
  return [
    {
      title: `Thresholds of one framing less those of another, in logits, ${means}`,
      columns: [
        textColumn('first', 'First'),
        textColumn('second', 'Second'),
        countColumn('thresholds', 'Thresholds'),
        numberColumn('difference', 'Mean difference', 2),
        numberColumn('lower', 'lower', 2),
        numberColumn('upper', 'upper', 2),
      ],
      rows: differences.map(({ first, second, thresholds, difference, ends }) => ({
        first,
        second,
        thresholds: thresholds.length,
        difference,
        lower: ends[0],
        upper: ends[1],
      })),
    },
  ];
}

/** Brier score of both forecasts in its parts. */
export function brierTable(calibration: CalibrationReport | null): readonly RunTableView[] {
  if (calibration === null) return [];
  const { stated, belief } = calibration;
  const forecasts = [
    ...stated.map((each) => ({ name: each.prompt, ...each })),
    ...(belief ? [{ name: 'inferred belief', ...belief }] : []),
  ];
  if (forecasts.length === 0) return [];
  return [
    {
      title: 'Scores of the forecasts',
      columns: [
        textColumn('forecast', 'Forecast'),
        countColumn('cases', 'Cases'),
        fractionColumn('brier', 'Brier', 3),
        fractionColumn('reliability', 'Reliability', 3),
        fractionColumn('resolution', 'Resolution', 3),
        fractionColumn('uncertainty', 'Uncertainty', 3),
      ],
      rows: forecasts.map(({ name, cases, decomposition }) => ({
        forecast: name,
        cases,
        brier: decomposition.brier,
        reliability: decomposition.reliability,
        resolution: decomposition.resolution,
        uncertainty: decomposition.uncertainty,
      })),
    },
  ];
}

/** Test cases against replicates of the fitted model, output by output. */
export function checkTable(checks: BeliefCellReport['checks']): readonly RunTableView[] {
  if (checks === null || checks.length === 0) return [];
  return [
    {
      title: 'Answers against replicates of the fitted model',
      columns: [
        textColumn('prompt', 'Prompt'),
        textColumn('check', 'Check'),
        numberColumn('observed', 'Observed', 3),
        numberColumn('replicated', 'Replicated', 3),
        probabilityColumn('p', 'p'),
      ],
      rows: checks.flatMap(({ prompt, checks: own }) =>
        own.map(({ name, observed, mean, p }) => ({ prompt, check: name, observed, replicated: mean, p })),
      ),
    },
  ];
}

/** How concordances rise with the agents' scores. */
export function rankedTable(ranked: readonly RankedRow[]): readonly RunTableView[] {
  if (ranked.length === 0) return [];
  return [
    {
      title: 'Concordance against the agents’ scores',
      columns: [
        textColumn('domain', 'Domain'),
        textColumn('statistic', 'Concordance'),
        countColumn('agents', 'Agents'),
        fractionColumn('rho', 'Spearman’s ρ'),
        fractionColumn('lower', 'lower'),
        fractionColumn('upper', 'upper'),
        probabilityColumn('p', 'p'),
      ],
      rows: ranked.map(({ domain, statistic, agents, rho, ends, p }) => ({
        domain,
        statistic: statistic.replaceAll('_', ' '),
        agents,
        rho,
        lower: ends?.[0] ?? null,
        upper: ends?.[1] ?? null,
        p,
      })),
    },
  ];
}

/** Agents on the cases that both answered. */
export function comparisonTable(comparisons: readonly ComparisonRow[]): readonly RunTableView[] {
  if (comparisons.length === 0) return [];
  return [
    {
      title: 'Agents compared on the cases that both answered',
      columns: [
        textColumn('domain', 'Domain'),
        textColumn('first', 'First'),
        textColumn('second', 'Second'),
        textColumn('type', 'Kind'),
        countColumn('cases', 'Cases'),
        numberColumn('gain', 'Difference of gains, nats', 3),
        numberColumn('lower', 'lower', 3),
        numberColumn('upper', 'upper', 3),
      ],
      rows: comparisons.map(({ domain, firstAgent, secondAgent, type, cases, gain }) => ({
        domain,
        first: firstAgent,
        second: secondAgent,
        type,
        cases,
        gain: gain.difference,
        lower: gain.ends[0],
        upper: gain.ends[1],
      })),
    },
  ];
}
