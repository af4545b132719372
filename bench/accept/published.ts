// The published figures of the twenty conditions: the mean of the committed fit and of the refit at .99 acceptance.
import type { PpcStatistic } from '../../src/instruments/seu/report.ts';
import { readFixture } from './data.ts';

export interface PublishedCell {
  readonly id: string;
  /** Name in the paper's repository. */
  readonly study: string;
  readonly agent: string;
  readonly task: string;
  readonly model: string;
  readonly temperatures: readonly number[];
}

const cell = (id: string, study: string, agent: string, task: string, temperatures: readonly number[]) => ({
  id,
  study,
  agent,
  task,
  model: task === 'insurance' ? 'm_01' : 'm_02',
  temperatures,
});
const WIDE = [0, 0.3, 0.7, 1, 1.5];
const NARROW = [0, 0.2, 0.5, 0.8, 1];

export const PUBLISHED_CELLS: readonly PublishedCell[] = [
  cell('gpt4o-insurance', 'temperature_study', 'GPT-4o', 'insurance', WIDE),
  cell('claude-insurance', 'claude_insurance_study', 'Claude', 'insurance', NARROW),
  cell('gpt4o-ellsberg', 'gpt4o_ellsberg_study', 'GPT-4o', 'Ellsberg', WIDE),
  cell('claude-ellsberg', 'ellsberg_study', 'Claude', 'Ellsberg', NARROW),
];

interface Alpha {
  readonly median: number;
  readonly ci_low: number;
  readonly ci_high: number;
  readonly sd: number;
}

interface Slope {
  readonly median: number;
  readonly p_neg: number;
}

interface PaperReference {
  readonly factorial_fits: Readonly<
    Record<
      string,
      {
        readonly conditions: Readonly<
          Record<string, { readonly fit_summary_ppc_p_values: Readonly<Record<PpcStatistic, number>> }>
        >;
      }
    >
  >;
  readonly refit_sensitivity: {
    readonly data: {
      readonly fits: readonly {
        readonly study: string;
        readonly condition: string;
        readonly alpha_refit: Alpha;
        readonly alpha_committed: Alpha;
      }[];
      readonly slopes: Readonly<Record<string, { readonly refit: Slope; readonly committed: Slope }>>;
    };
  };
}

export interface PublishedCondition {
  readonly median: number;
  readonly q5: number;
  readonly q95: number;
  readonly sd: number;
  readonly ppc: Readonly<Record<PpcStatistic, number>>;
}

let paper: PaperReference | null = null;
const reference = (): PaperReference => (paper ??= readFixture<PaperReference>('paper_reference.json'));

const studyOf = (id: string): string => {
  const found = PUBLISHED_CELLS.find((one) => one.id === id);
  if (!found) throw new Error(`no published cell ${id}`);
  return found.study;
};

const mean = (a: number, b: number): number => (a + b) / 2;

/** Throws where the paper has no such condition. */
export function publishedCondition(id: string, temperature: number): PublishedCondition {
  const { factorial_fits, refit_sensitivity } = reference();
  const study = studyOf(id);
  const at = temperature.toFixed(1);
  const condition = `T${at.replace('.', '_')}`;
  const fits = refit_sensitivity.data.fits.find((one) => one.study === study && one.condition === condition);
  if (!fits) throw new Error(`no published fit of ${id} at temperature ${at}`);
  const { alpha_committed: a, alpha_refit: b } = fits;
  return {
    median: mean(a.median, b.median),
    q5: mean(a.ci_low, b.ci_low),
    q95: mean(a.ci_high, b.ci_high),
    sd: mean(a.sd, b.sd),
    ppc: factorial_fits[study].conditions[at].fit_summary_ppc_p_values,
  };
}

export function publishedSlope(id: string): { readonly median: number; readonly negative: number } {
  const { committed, refit } = reference().refit_sensitivity.data.slopes[studyOf(id)];
  return { median: mean(committed.median, refit.median), negative: mean(committed.p_neg, refit.p_neg) };
}
