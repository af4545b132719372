// Tables beside the figures of a cell.
import { countColumn, flagColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import type { BeliefCellReport, FitReport } from '../../instruments/beliefs/report-types.ts';
import type { PrefixReport } from '../../instruments/beliefs/report-types/prefixes.ts';
import type {
  Bounded,
  FoldsReport,
  ScoreRows,
  SufficiencyReport,
} from '../../instruments/beliefs/report-types/scores.ts';
import type { ClipRow, ThresholdRow } from '../../instruments/beliefs/report-types/thresholds.ts';
import { framingShifts } from '../../instruments/beliefs/threshold-words.ts';
import type { RunTableView } from '../run-view.ts';

const bounded = (key: string, label: string) => [
  fractionColumn(key, label, 3),
  fractionColumn('lower', 'lower', 3),
  fractionColumn('upper', 'upper', 3),
];

export const fitTable = ({ cases }: BeliefCellReport, fit: FitReport): RunTableView => ({
  title: 'Log likelihood by part, in nats',
  columns: [
    textColumn('part', 'Part'),
    countColumn('cases', 'Cases'),
    numberColumn('log_likelihood', 'Log likelihood', 2),
    numberColumn('per_case', 'A case', 3),
  ],
  rows: (['train', 'validation', 'test'] as const).map((part) => {
    const value = fit.logLikelihood[part];
    return {
      part,
      cases: cases[part],
      log_likelihood: value,
      per_case: value === null || cases[part] === 0 ? null : value / cases[part],
    };
  }),
});

export const outputTable = ({ outputs }: FitReport): RunTableView => ({
  title: 'Outputs of the fit',
  columns: [
    textColumn('prompt', 'Prompt'),
    textColumn('counts', 'Answers by category'),
    numberColumn('slope', 'Slope'),
    flagColumn('constant', 'constant'),
    flagColumn('separated', 'separated'),
    flagColumn('weak', 'weak'),
  ],
  rows: outputs.map(({ prompt, counts, slope, constant, separated, weak }) => ({
    prompt,
    counts: counts.join(', '),
    slope,
    constant,
    separated,
    weak,
  })),
});

/** φ and thresholds under each clip; nothing where clips were not varied. */
export function clipTable(clips: readonly ClipRow[] | null): readonly RunTableView[] {
  if (clips === null || clips.length === 0) return [];
  const prompts = clips[0].thresholds.map(({ prompt }) => prompt);
  return [
    {
      title: 'How the fit depends on the clip of stated probabilities',
      columns: [
        numberColumn('clip', 'Clip'),
        textColumn('phi', 'φ'),
        ...prompts.map((prompt) => fractionColumn(prompt, prompt, 3)),
      ],
      rows: clips.map(({ clip, phi, thresholds }) => ({
        clip,
        phi: phi.map((value) => value.toFixed(1)).join(', '),
        ...Object.fromEntries(thresholds.map(({ prompt, implied }) => [prompt, implied])),
      })),
    },
  ];
}

/** Scores of cases that were each tested once. */
export function foldTable(folds: FoldsReport | null): readonly RunTableView[] {
  if (folds === null) return [];
  const rows: readonly (readonly [string, ScoreRows])[] = [
    ...(folds.concordance
      ? [
          ['reports to decisions', folds.concordance.reportsToDecisions] as const,
          ['decisions to reports', folds.concordance.decisionsToReports] as const,
        ]
      : []),
    ['each from all others', folds.single],
  ];
  return [
    {
      title: `Cross-fitted over ${folds.landed} of ${folds.folds} folds, ${folds.cases} cases`,
      columns: [
        textColumn('direction', 'Direction'),
        fractionColumn('concordance', 'Mean concordance', 3),
        fractionColumn('r2', 'Pooled R²', 3),
      ],
      rows: rows.map(([direction, { macroConcordance, pooledR2 }]) => ({
        direction,
        concordance: macroConcordance.value,
        r2: pooledR2.value,
      })),
    },
  ];
}

/** How far each framing moves its thresholds. */
export function shiftTable(thresholds: readonly ThresholdRow[] | null): readonly RunTableView[] {
  const shifts = framingShifts(thresholds ?? []);
  if (shifts.length === 0) return [];
  return [
    {
      title: 'Shift of thresholds by framing',
      columns: [
        textColumn('framing', 'Framing'),
        numberColumn('shift', 'Mean shift, logits', 2),
        numberColumn('lower', 'lower', 2),
        numberColumn('upper', 'upper', 2),
        countColumn('told', 'Decisions'),
        countColumn('thresholds', 'With a threshold'),
        countColumn('bounded', 'With an interval'),
        countColumn('apart', 'Interval leaves out the instruction'),
        textColumn('stand', 'Stands'),
      ],
      rows: shifts.map(({ framing, shift, ends, told, thresholds: count, bounded, apart, stand }) => ({
        ...{ framing, shift, told, thresholds: count, bounded, apart, stand },
        lower: ends?.[0] ?? null,
        upper: ends?.[1] ?? null,
      })),
    },
  ];
}

/** The ratio of Figure 4 and the R² of Figure 9, by what was resampled. */
export function sufficiencyTable(sufficiency: SufficiencyReport | null): readonly RunTableView[] {
  if (sufficiency === null) return [];
  const { defined, ratioByCases, ratioByTargets, others, report } = sufficiency;
  const ratio = (value: Bounded): Bounded => (defined ? value : { value: null, lower: null, upper: null });
  const rows: readonly (readonly [string, string, Bounded])[] = [
    ['kept of the excess over chance', 'cases', ratio(ratioByCases)],
    ['kept of the excess over chance', 'prompts', ratio(ratioByTargets)],
    ['pooled R², all other answers', 'cases', others.pooledR2],
    ['pooled R², all other answers', 'prompts', sufficiency.othersR2ByTargets],
    ['pooled R², probability alone', 'cases', report.pooledR2],
    ['pooled R², probability alone', 'prompts', sufficiency.reportR2ByTargets],
  ];
  return [
    {
      title: 'One report, by what was resampled',
      columns: [
        textColumn('statistic', 'Statistic'),
        textColumn('resampled', 'Resampled'),
        ...bounded('value', 'Value'),
      ],
      rows: rows.map(([statistic, resampled, { value, lower, upper }]) => ({
        statistic,
        resampled,
        value,
        lower,
        upper,
      })),
    },
  ];
}

export const prefixTable = ({ collected, rows, cases }: PrefixReport): readonly RunTableView[] => [
  {
    title: 'Rows under prefixes',
    columns: [
      countColumn('collected', 'Collected'),
      countColumn('rows', 'With every answer'),
      countColumn('cases', 'Cases'),
    ],
    rows: [{ collected, rows, cases }],
  },
];
