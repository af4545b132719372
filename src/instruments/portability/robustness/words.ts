// What a robustness study found, in sentences that could be quoted, and the names of predictors.
import { counted } from '../../seu/views/number-format.ts';
import type { VariantPredictor } from '../../../statistics/portability/robustness-parts.ts';
import { rejects } from '../../../statistics/portability/level.ts';
import type { RobustnessReport, VariantReport } from './report.ts';

export const PREDICTOR_WORDS: Readonly<Record<VariantPredictor, string>> = {
  ols: 'Least squares',
  poly3: 'Cubic, interactions',
  poly3_powers: 'Cubic, powers alone',
  xgb_shallow: 'Boosted, shallow',
  xgb_highreg: 'Boosted, regularised',
  forest: 'Random forest',
  choice: 'Law of the action',
};

/** Whether a distance lies above its own floor, one by one. */
export const variantAbove = ({ p }: Pick<VariantReport, 'p'>): boolean => rejects(p);

/** How many variants of a cell agree that it stands above its floor. */
function agreement(variants: readonly VariantReport[]): 'all' | 'none' | 'some' {
  const above = variants.filter(variantAbove).length;
  return above === 0 ? 'none' : above === variants.length ? 'all' : 'some';
}

const telling = ({ variants }: RobustnessReport): readonly VariantReport[] =>
  variants.filter(({ least_p }) => rejects(least_p));

/** How the variants of each cell that can be told from their floors agree, in the order of the cells. */
function agreements(report: RobustnessReport): readonly ReturnType<typeof agreement>[] {
  const told = telling(report);
  const cells = [...new Set(told.map(({ index }) => index))];
  return cells.map((cell) => agreement(told.filter(({ index }) => index === cell)));
}

/** The finding in a few words; null where no variant can be told from its floor. */
export function robustnessWord(report: RobustnessReport): string | null {
  const found = agreements(report);
  const alike = found.filter((entry) => entry !== 'some').length;
  return found.length === 0 ? null : `variants agree in ${alike} of ${found.length}`;
}

/** One or two sentences; of a finished run. */
export function robustnessFinding(report: RobustnessReport): string {
  const { variants } = report;
  if (variants.every(({ p }) => p === null))
    return 'No noise floor was asked for: distances alone say nothing of portability.';
  const tested = telling(report);
  if (tested.length === 0) return 'Floors rest on too few permutations to tell: 19 are needed for p ≤ .05.';
  const found = agreements(report);
  const count = (what: ReturnType<typeof agreement>): number =>
    found.filter((entry) => entry === what).length;
  const rough = variants.filter(({ p }) => p !== null).length - tested.length;
  const left =
    rough > 0 ? ` ${counted(rough, 'distance')} rest on fewer than 19 permutations and are not counted.` : '';
  const each = Math.max(...tested.map(({ index }) => tested.filter((other) => other.index === index).length));
  return (
    `Of ${counted(found.length, 'cell')}, ${count('all')} ${count('all') === 1 ? 'stands' : 'stand'} above the floor in every one of ` +
    `${counted(each, 'variant')} (each p ≤ .05), ${count('none')} in none, ${count('some')} in some.${left}`
  );
}
