// What luce beliefs prints for people: retention, fits, held-out scores and thresholds, a table each.
import { verdictSentences } from '../instruments/beliefs/coherence/words.ts';
import { cellName, type BeliefPlan } from '../instruments/beliefs/plan.ts';
import type { Failures } from '../instruments/beliefs/report-json.ts';
import type { RankedRow, BeliefCellReport, BeliefReport } from '../instruments/beliefs/report-types.ts';
import type { ScoreRows } from '../instruments/beliefs/report-types/scores.ts';
import { bounded, figure } from './beliefs-figures.ts';
import { differenceLines, REFIT_DIFFERENCES, REFITS, refitLines } from './beliefs-refits.ts';
import { columns } from './text.ts';

const pair = (score: ScoreRows | null | undefined): string =>
  score ? `${figure(score.macroConcordance.value)} / ${figure(score.pooledR2.value)}` : 'NA / NA';

const FITS = ['cell', 'complete', 'train', 'validation', 'test', 'gap', 'R to D', 'D to R', 'single output'];

function fitLine(cell: BeliefCellReport): readonly string[] {
  const { retention, fit, concordance, single } = cell;
  return [
    cellName(cell),
    `${retention.complete} of ${retention.cases}`,
    figure(fit?.logLikelihood.train, 1),
    figure(fit?.logLikelihood.validation, 1),
    figure(fit?.logLikelihood.test, 1),
    figure(fit?.gap, 2),
    pair(concordance?.reportsToDecisions),
    pair(concordance?.decisionsToReports),
    pair(single),
  ];
}

const THRESHOLDS = ['cell', 'prompt', 'framing', 'instructed', 'implied', 'slope', 'rate', ''];

const thresholdLines = (cell: BeliefCellReport): readonly (readonly string[])[] =>
  (cell.thresholds ?? []).map(({ prompt, framing, nominal, implied, lower, upper, beta, rate, caution }) => [
    cellName(cell),
    prompt,
    framing,
    figure(nominal),
    bounded({ value: implied, lower, upper }),
    figure(beta, 2),
    figure(rate),
    caution === null ? '' : `means nothing: ${caution}`,
  ]);

const BESIDE = ['cell', 'kept by one probability', 'outcome beyond the belief', 'without any', 'p'];

/** Cells with either analysis. */
const besideLines = (cell: BeliefCellReport): readonly (readonly string[])[] => {
  const { sufficiency, outcome } = cell;
  if (sufficiency === null && outcome === null) return [];
  return [
    [
      cellName(cell),
      sufficiency?.defined ? bounded(sufficiency.ratioByCases) : 'not defined',
      outcome ? bounded(outcome.mean) : 'NA',
      outcome?.null ? `${figure(outcome.null.mean)}, 95 % below ${figure(outcome.null.upper)}` : 'NA',
      figure(outcome?.null?.p),
    ],
  ];
};

const TRANSFER = ['cell', 'trained on', 'belief from', 'AUROC', 'of the count', 'R2', 'log score'];

const transferLines = (cell: BeliefCellReport): readonly (readonly string[])[] =>
  (cell.transfer ?? []).map((row) => [
    cellName(cell),
    row.transfer.replace('_', ' '),
    row.evidence,
    figure(row.auroc),
    figure(row.countAuroc),
    figure(row.pooledR2),
    figure(row.logScore),
  ]);

/** A value with as many figures as one reads. */
const measured = (value: number | null): string =>
  value === null ? 'NA' : String(Number(value.toPrecision(4)));

/** What is to be said of a cell, a sentence each. */
function findingsOf(cell: BeliefCellReport, failures: Failures): readonly string[] {
  const notable = (cell.fit?.diagnostics ?? []).filter(({ severity }) => severity === 'look');
  const failure = failures.get(cell.index);
  return [
    ...(failure === undefined ? [] : [`failed: ${failure}`]),
    ...notable.map(({ label, value, hint }) => `look here: ${label} = ${measured(value)}. ${hint}`),
    ...cell.limits,
  ];
}

/** Cells that are named one by one before the rest is counted. */
const MOST_NAMED = 4;

function namesOf(names: readonly string[], all: number): string {
  if (names.length === all && all > 1) return `all ${all} cells`;
  if (names.length <= MOST_NAMED) return names.join('; ');
  return `${names.slice(0, MOST_NAMED - 1).join('; ')} and ${names.length - MOST_NAMED + 1} more`;
}

/** Findings of all cells, a line each: what holds of several is said once. */
function findings(cells: readonly BeliefCellReport[], failures: Failures): readonly string[] {
  const named = new Map<string, string[]>();
  for (const cell of cells)
    for (const sentence of findingsOf(cell, failures))
      named.set(sentence, [...(named.get(sentence) ?? []), cellName(cell)]);
  return [...named].map(([sentence, names]) => `${namesOf(names, cells.length)}: ${sentence}\n`);
}

/** The verdict on every cell that has one, a sentence a line. */
function verdicts(cells: readonly BeliefCellReport[]): readonly string[] {
  const sentences = cells.flatMap(({ coherence }) => (coherence === null ? [] : verdictSentences(coherence)));
  return sentences.length > 0 ? ['\n', ...sentences.map((sentence) => `${sentence}\n`)] : [];
}

/** A table of all cells' lines, after a blank one; nothing without lines. */
const section = (head: readonly string[], lines: readonly (readonly string[])[]): readonly string[] =>
  lines.length > 0 ? ['\n', columns([head, ...lines])] : [];

const RANKED = ['domain', 'concordance', 'agents', 'rho with the score', '95 %', 'p'];

const rankedLine = ({ domain, statistic, agents, rho, p, ends }: RankedRow): readonly string[] => [
  domain,
  statistic.replaceAll('_', ' '),
  String(agents),
  figure(rho, 2),
  ends ? `${figure(ends[0], 2)} to ${figure(ends[1], 2)}` : 'NA',
  figure(p, 4),
];

/** Log likelihoods in nats; scores as concordance / pooled R². */
export function beliefsText(
  { settings }: BeliefPlan,
  { cells, ranked }: BeliefReport,
  failures: Failures,
): string {
  return [
    `Model ${settings.kind}, estimator ${settings.estimator}; log likelihoods in nats, scores as concordance / R²; ` +
      'brackets: 95 %, of thresholds by the delta method, else over drawn cases or, where said, refits\n',
    columns([FITS, ...cells.map(fitLine)]),
    ...section(THRESHOLDS, cells.flatMap(thresholdLines)),
    ...section(REFITS, cells.flatMap(refitLines)),
    ...section(REFIT_DIFFERENCES, cells.flatMap(differenceLines)),
    ...section(BESIDE, cells.flatMap(besideLines)),
    ...section(TRANSFER, cells.flatMap(transferLines)),
    ...section(RANKED, ranked.map(rankedLine)),
    ...verdicts(cells),
    '\n',
    ...findings(cells, failures),
  ].join('');
}
