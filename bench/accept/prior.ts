// Acceptance: published calibration grids, prior η-gaps, lottery singular values and contrast ranks; and the speed.
import { performance } from 'node:perf_hooks';
import { priorEtaGaps } from '../../src/instruments/seu/design/eta-gaps.ts';
import { designContent } from '../../src/instruments/seu/design/generate.ts';
import { contrastRank, lotterySpan } from '../../src/instruments/seu/design/ranks.ts';
import { DEFAULT_DESIGN } from '../../src/instruments/seu/design/settings.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import { calibrationGrid } from '../../src/instruments/seu/prior/grid.ts';
import { suggestPrior } from '../../src/instruments/seu/prior/suggest.ts';
import type { SeuData } from '../../src/models/seu/data.ts';
import { priorPredictive } from '../../src/models/seu/prior-predictive.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { hasRealData, readFixture, readSubject, realPath } from './data.ts';
import { PUBLISHED_CELLS } from './published.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

interface GridRow {
  readonly prior_label: string;
  readonly alpha_mean: number;
  readonly alpha_sd: number;
  readonly seu_rate_mean: number;
  readonly seu_rate_sd: number;
}

interface Reference {
  readonly prior_calibration_grids: Readonly<
    Record<string, { readonly data: { readonly results: readonly GridRow[] } }>
  >;
  readonly design_diagnostics: {
    readonly data: {
      readonly lottery_spanning: { readonly singular_values: readonly number[] };
      readonly applications: Readonly<
        Record<
          string,
          {
            readonly conditions: Readonly<
              Record<
                string,
                {
                  readonly jacobian: { readonly contrast_jacobian_rank_min: number };
                  readonly prior_eta_gaps: { readonly per_draw_mean_gap_median: number };
                }
              >
            >;
          }
        >
      >;
    };
  };
}

const SEED = 1;
/** Draws behind each published row. */
const PUBLISHED_DRAWS = 200;
/** Of a median of 500 draws whose mean gap has an sd of about .036, four standard errors. */
const GAP_BOUND = 0.01;

const GRIDS = [
  { key: 'insurance_T0_7', cell: 'gpt4o-insurance', temperature: 0.7, model: 'm_01' },
  { key: 'ellsberg_T0_0', cell: 'claude-ellsberg', temperature: 0, model: 'm_02' },
] as const;

async function realDesign(cell: string, temperature: number, model: string): Promise<SeuData> {
  const { dataset } = await readSubject(realPath(cell, temperature), model, cell);
  return encodeSeu(dataset.content, 'none');
}

async function grids(tally: Tally, reference: Reference, draws: number): Promise<void> {
  for (const { key, cell, temperature, model } of GRIDS) {
    const data = await realDesign(cell, temperature, model);
    const rows = reference.prior_calibration_grids[key].data.results;
    const priors = rows.map(({ alpha_mean: mu, alpha_sd: sigma }) => ({ mu, sigma }));
    const found = calibrationGrid(SEU_PRESETS[model], data, priors, SEED, draws);
    rows.forEach((row, p) => {
      const error = Math.abs(found[p].rate_mean - row.seu_rate_mean);
      const bound = (4 * row.seu_rate_sd) / Math.sqrt(PUBLISHED_DRAWS);
      tally.check(
        `${key} ${row.prior_label}: mean rate against the published`,
        `${found[p].rate_mean.toFixed(4)}, ${row.seu_rate_mean.toFixed(4)}`,
        `within ${bound.toFixed(4)}`,
        error <= bound,
      );
    });
    const suggested = suggestPrior(SEU_PRESETS[model], data, model === 'm_01' ? 0.77 : 0.76, 0.75, SEED);
    if (suggested.ok)
      tally.note(
        `${key}: a rate of ${suggested.suggestion.target} takes mu = ${suggested.suggestion.mu.toFixed(2)}`,
      );
  }
}

function lotteries(tally: Tally, reference: Reference): void {
  const { risky } = designContent({ ...DEFAULT_DESIGN, menus: 25, riskyMenus: 25, lotteries: 15 });
  const { singularValues } = lotterySpan(risky!.lotteries);
  const published = reference.design_diagnostics.data.lottery_spanning.singular_values;
  for (const i of [0, 1])
    atMost(
      tally,
      `Lottery singular value ${singularValues[i].toFixed(4)}: error`,
      Math.abs(singularValues[i] - published[i]),
      1e-12,
    );
}

function foundationalRank(tally: Tally): void {
  for (const seed of [1, 2, 3, 4, 5]) {
    const data = encodeSeu(designContent({ ...DEFAULT_DESIGN, menus: 25, seed }));
    const { least, most } = contrastRank(SEU_PRESETS.m_0, data, SEED);
    tally.check(
      `Contrast rank, foundational design ${seed}`,
      `${least} to ${most}`,
      '10',
      least === 10 && most === 10,
    );
  }
}

async function realRanks(tally: Tally, reference: Reference): Promise<void> {
  for (const { id, study, model, temperatures } of PUBLISHED_CELLS)
    for (const temperature of temperatures) {
      const data = await realDesign(id, temperature, model);
      const name = `T${temperature.toFixed(1).replace('.', '_')}`;
      const published = reference.design_diagnostics.data.applications[study].conditions[name];
      const { least, most } = contrastRank(SEU_PRESETS[model], data, SEED);
      const needed = published.jacobian.contrast_jacobian_rank_min;
      const label = `${id} ${name}`;
      tally.check(
        `Contrast rank, ${label}`,
        `${least} to ${most}`,
        `${needed}`,
        least === needed && most === needed,
      );
      const gap = priorEtaGaps(SEU_PRESETS[model], data, SEED, 2000).perDraw.median;
      const away = Math.abs(gap - published.prior_eta_gaps.per_draw_mean_gap_median);
      atMost(tally, `Prior η-gap ${gap.toFixed(4)}, ${label}: distance from the published`, away, GAP_BOUND);
    }
}

async function speed(tally: Tally): Promise<void> {
  const data = await realDesign('gpt4o-insurance', 0.7, 'm_01');
  const draws = 20_000;
  const began = performance.now();
  priorPredictive(SEU_PRESETS.m_01, data, SEED, 0, draws);
  const seconds = (performance.now() - began) / 1000;
  tally.note(`${draws} joint draws on the real design in ${seconds.toFixed(2)} s of one core`);
}

export async function prior(tally: Tally, scale: Scale): Promise<void> {
  const reference = readFixture<Reference>('paper_reference.json');
  lotteries(tally, reference);
  foundationalRank(tally);
  if (!hasRealData())
    return tally.skip('Calibration grids and real contrast ranks', 'the public data are not here');
  await grids(tally, reference, scale(20_000, 1).draws);
  await realRanks(tally, reference);
  await speed(tally);
}
