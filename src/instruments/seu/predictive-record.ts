// Gathers posterior predictive checks and the fit of every single choice over draws.
import type { RandomStream } from '../../math/random.ts';
import { menuCount, type MenuBlock, type SeuData } from '../../models/seu/data.ts';
import type { ExpandedDraw } from '../../models/seu/expand.ts';
import { predictiveStatistics, type PredictiveStatistics } from '../../models/seu/predictive.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { ChoiceFit, PpcBlock, PpcCheck, PpcStatistic } from './report.ts';

const STATISTICS: readonly PpcStatistic[] = ['ll', 'modal', 'prob'];

interface Sums {
  readonly observed: Float64Array;
  readonly replicated: Float64Array;
}

export interface PredictiveRecord {
  /** Takes one uniform per menu from `random` where it stands, the uncertain block first. */
  add(draw: number, drawn: ExpandedDraw, random: RandomStream): void;
  checks(): readonly PpcCheck[];
  choices(): readonly ChoiceFit[];
}

/** Over `total` draws of a model; with a risky block also its own checks and the joint log likelihood. */
export function predictiveRecord(model: SeuModel, data: SeuData, total: number): PredictiveRecord {
  const risky = model.link === 'none' ? null : data.risky;
  const checks = new Map<string, Sums>();
  const open = (key: string): void =>
    void checks.set(key, { observed: new Float64Array(total), replicated: new Float64Array(total) });
  for (const block of risky ? ['uncertain', 'risky'] : ['uncertain'])
    for (const statistic of STATISTICS) open(`${block} ${statistic}`);
  if (risky) open('combined ll');
  const uncertainSums = choiceSums(data.uncertain);
  const riskySums = risky && choiceSums(risky.menus);

  function record(draw: number, block: PpcBlock, values: PredictiveStatistics): void {
    STATISTICS.forEach((statistic, i) => {
      const { observed, replicated } = checks.get(`${block} ${statistic}`)!;
      observed[draw] = values.observed[i];
      replicated[draw] = values.replicated[i];
    });
    const combined = checks.get('combined ll');
    if (!combined) return;
    combined.observed[draw] += values.observed[0];
    combined.replicated[draw] += values.replicated[0];
  }

  return {
    add(draw, { state, alpha, omega }, random) {
      record(
        draw,
        'uncertain',
        predictiveStatistics(data.uncertain, alpha, state.eta, random, uncertainSums),
      );
      if (risky && riskySums)
        record(draw, 'risky', predictiveStatistics(risky.menus, omega, state.etaRisky, random, riskySums));
    },
    checks: () =>
      [...checks].map(([key, { observed, replicated }]) => {
        const [block, statistic] = key.split(' ') as [PpcBlock, PpcStatistic];
        const hits = observed.reduce((sum, value, s) => sum + (replicated[s] >= value ? 1 : 0), 0);
        return { block, statistic, p: hits / total, observed, replicated };
      }),
    choices: () => [
      ...choiceFits('uncertain', uncertainSums, total),
      ...(riskySums ? choiceFits('risky', riskySums, total) : []),
    ],
  };
}

const choiceSums = (menus: MenuBlock): Float64Array => new Float64Array(2 * menuCount(menus));

const choiceFits = (block: ChoiceFit['block'], sums: Float64Array, total: number): readonly ChoiceFit[] =>
  Array.from({ length: sums.length / 2 }, (_, m) => ({
    block,
    menu: m + 1,
    log_lik: sums[2 * m] / total,
    probability: sums[2 * m + 1] / total,
  }));
