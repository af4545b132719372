// What full Bayes for beliefs prints for people: thresholds, their differences and scores, and what must be looked at first.
import type { PosteriorPlan } from '../instruments/beliefs/posterior/plan.ts';
import type { PosteriorCellReport } from '../instruments/beliefs/posterior/report.ts';
import { scoresOf } from '../instruments/beliefs/posterior/report-tables.ts';
import { convergenceWords } from '../instruments/beliefs/posterior/convergence-words.ts';
import { isDrawn, OVER_DRAWS } from '../instruments/beliefs/posterior/words.ts';
import { figure, shareOfDraws } from './beliefs-figures.ts';
import { columns, diagnosticLines } from './text.ts';

type Lines = readonly (readonly string[])[];

const THRESHOLDS = [
  ...['cell', 'prompt', 'framing', 'instructed', 'mean', 'sd', '5 %', '95 %', 'R-hat', 'ESS'],
  '',
];
const DIFFERENCES = [
  ...['cell', 'first less second, logits', 'thresholds', 'median', '5 %', '95 %', 'above 0', 'R-hat', 'ESS'],
];
const SCORES = ['cell', 'direction', 'score', 'mean', 'sd', '5 %', '95 %'];

const thresholdLines = ({ name, estimates }: PosteriorCellReport): Lines =>
  (estimates?.thresholds ?? []).map((row) => [
    name,
    row.prompt,
    row.framing,
    figure(row.nominal),
    ...[row.mean, row.sd, row.q5, row.q95, row.rhat].map((value) => figure(value)),
    figure(row.ess_bulk, 0),
    row.caution === null ? '' : `means nothing: ${row.caution}`,
  ]);

const differenceLines = ({ name, estimates }: PosteriorCellReport): Lines =>
  (estimates?.differences ?? []).map((row) => [
    name,
    `${row.first} less ${row.second}`,
    String(row.thresholds.length),
    ...[row.median, row.q5, row.q95].map((value) => figure(value)),
    shareOfDraws(row.probability, estimates!.draws.iterations * estimates!.draws.chains),
    figure(row.rhat),
    figure(row.ess_bulk, 0),
  ]);

const scoreLines = (cell: PosteriorCellReport): Lines =>
  scoresOf(cell).map(({ direction, score, mean, sd, q5, q95 }) => [
    cell.name,
    direction.replaceAll('_', ' '),
    score === 'pooled_r2' ? 'R²' : score,
    ...[mean, sd, q5, q95].map((value) => figure(value)),
  ]);

const convergenceLines = (cells: readonly PosteriorCellReport[]): string =>
  cells
    .filter(isDrawn)
    .flatMap(({ name, estimates }) => {
      const words = convergenceWords(estimates.diagnostics);
      return words === null ? [] : [`${name}: ${words}\n`];
    })
    .join('');

function findings({ name, estimates, limits, failures }: PosteriorCellReport): string {
  const sentences = [...failures.map(({ message }) => `failed: ${message}`), ...limits];
  return [
    ...sentences.map((sentence) => `${name}: ${sentence}\n`),
    estimates === null ? '' : `${name}\n${diagnosticLines(estimates.diagnostics)}`,
  ].join('');
}

const section = (head: readonly string[], lines: Lines): readonly string[] =>
  lines.length > 0 ? [columns([head, ...lines])] : [];

export function posteriorText({ settings }: PosteriorPlan, cells: readonly PosteriorCellReport[]): string {
  const { kind, sampler } = settings;
  const convergence = convergenceLines(cells);
  return [
    `Model ${kind}, full Bayes: ${sampler.chains} ${sampler.chains === 1 ? 'chain' : 'chains'} of ${sampler.draws} draws (${sampler.name})\n`,
    ...(convergence === '' ? [] : [convergence]),
    ...section(THRESHOLDS, cells.flatMap(thresholdLines)),
    ...section(DIFFERENCES, cells.flatMap(differenceLines)),
    ...section(SCORES, cells.flatMap(scoreLines)),
    `Scores: ${OVER_DRAWS}\n`,
    ...cells.map(findings),
  ].join('\n');
}
