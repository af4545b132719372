// What luce beliefs prints of refits to drawn training cases: thresholds, slopes, and differences between framings.
import { cellName } from '../instruments/beliefs/plan.ts';
import type { BeliefCellReport } from '../instruments/beliefs/report-types.ts';
import { bounded, figure } from './beliefs-figures.ts';

export const REFITS = ['cell', 'prompt', 'refits', 'implied, cases drawn anew', 'slope', 'weak slopes'];

export const refitLines = (cell: BeliefCellReport): readonly (readonly string[])[] =>
  (cell.refits?.thresholds ?? []).map(({ prompt, implied, lower, upper, slope, weakShare }) => [
    cellName(cell),
    prompt,
    String(cell.refits!.landed),
    bounded({ value: implied, lower, upper }),
    bounded(slope, 2),
    figure(weakShare),
  ]);

export const REFIT_DIFFERENCES = ['cell', 'thresholds of', 'less those of', 'logits, cases drawn anew'];

export const differenceLines = (cell: BeliefCellReport): readonly (readonly string[])[] =>
  (cell.refits?.differences ?? []).map(({ first, second, difference, ends: [lower, upper] }) => [
    cellName(cell),
    first,
    second,
    bounded({ value: difference, lower, upper }, 2),
  ]);
