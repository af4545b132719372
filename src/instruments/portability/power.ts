// Power of a design: simulated studies of agents with framings of a given spread, and how many of them the test rejects.
import type { Chunk } from '../../engine/types.ts';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { LEVEL, rejects } from '../../statistics/portability/level.ts';
import { minimumP } from '../../statistics/portability/permutation.ts';
import {
  detectableSize,
  fitPower,
  powerAt,
  type DetectableSize,
  type PowerCurve,
  type PowerPoint,
} from '../../statistics/portability/power.ts';
import { TEST_STATISTICS } from '../../statistics/portability/statistics.ts';
import { agentTable } from './agents.ts';
import { DEFAULT_PORTABILITY, type PortabilityPlan } from './plan.ts';
import { rowsOf } from './report.ts';

/** What differs between framings: the agent's intercept, or its slope on the first feature. */
export const SHIFTS = ['intercept', 'slope'] as const;
export type Shift = (typeof SHIFTS)[number];

export interface PowerDesign {
  readonly game: string;
  readonly regime: string;
  readonly environments: number;
  readonly instances: number;
  readonly draws: number;
  readonly shared: boolean;
  readonly sources: number | null;
  readonly bins: number;
  readonly permutations: number;
  readonly seed: number;
}

/** One study to simulate: its number fixes its random numbers. */
export interface PowerStudy {
  readonly shift: Shift;
  readonly sd: number;
  readonly index: number;
}

/** Sds looked at first: from below what large studies see to beyond the strongest agent. */
const FIRST_SDS = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4];
/** Powers whose sds are looked at next: both sides of the one asked for, where the curve is steep. */
const NEXT_POWERS = [0.5, 0.7, 0.85, 0.95];
/** Share of the simulations that the first look takes. */
const FIRST_SHARE = 0.3;

const spreadOver = (shift: Shift, sds: readonly number[], each: number, first: number): PowerStudy[] =>
  sds.flatMap((sd, s) =>
    Array.from({ length: each }, (_, i) => ({ shift, sd, index: first + s * each + i })),
  );

/** Studies of a first look; there are `simulations` over both looks, and `first` numbers them. */
export const firstLook = (shift: Shift, simulations: number, first: number): readonly PowerStudy[] =>
  spreadOver(shift, FIRST_SDS, Math.ceil((FIRST_SHARE * simulations) / FIRST_SDS.length), first);

/** Studies about the sd that the first look points at; none where it lies beyond what was looked at. */
export function secondLook(
  shift: Shift,
  simulations: number,
  points: readonly PowerPoint[],
  target: number,
  first: number,
): readonly PowerStudy[] {
  const curve = fitPower(points, LEVEL, target);
  if (!curve) return [];
  const least = FIRST_SDS[0] / 2;
  const most = FIRST_SDS[FIRST_SDS.length - 1];
  const sds = NEXT_POWERS.map((power) => Math.min(most, Math.max(least, detectableSize(curve, power).size)));
  return spreadOver(shift, sds, Math.ceil(((1 - FIRST_SHARE) * simulations) / sds.length), first);
}

/** Choices of one simulated study. */
export function studyTable(design: PowerDesign, { shift, sd, index }: PowerStudy): ChoiceTable {
  const random = randomStream(design.seed, index, 7);
  random.seek(0, SITE.truth);
  const { game, regime, environments, instances, draws, shared } = design;
  return agentTable({
    game,
    agents: ['frame'],
    regimes: [regime],
    environments,
    instances,
    draws,
    shared,
    seed: Math.floor(random.uniform53() * 2 ** 53),
    shift: { intercept: shift === 'intercept' ? sd : 0, slope: shift === 'slope' ? sd : 0 },
  });
}

/** The test alone, on tables that are named by these. */
export const powerPlan = (design: PowerDesign, names: readonly string[]): PortabilityPlan => ({
  instrument: 'portability',
  analysis: 'portability',
  title: `power, ${design.game}`,
  datasets: names,
  settings: {
    ...DEFAULT_PORTABILITY,
    splits: 0,
    bootstrap: 0,
    outer: 0,
    matrix: false,
    sources: design.sources,
    bins: design.bins,
    permutations: design.permutations,
  },
  seed: design.seed,
  engine: 'cpu',
});

/** For each study of a plan, in order, whether its primary p rejects. */
export function rejectionsOf(chunks: readonly Chunk[], studies: number): readonly boolean[] {
  const rows = rowsOf(chunks);
  return Array.from({ length: studies }, (_, cell) => {
    const observed = rows.get(`${cell}/observed`);
    const permuted = rows.get(`${cell}/permutations`);
    if (!observed || !permuted) throw new Error(`study ${cell + 1} has no test`);
    const values = TEST_STATISTICS.map((name) => observed[name][0]);
    const floors = TEST_STATISTICS.map((name) => permuted[name]);
    return rejects(minimumP(values, floors, 0).p);
  });
}

/** Rejections by sd, ascending. */
export function pointsOf(
  studies: readonly PowerStudy[],
  rejected: readonly boolean[],
): readonly PowerPoint[] {
  const bySd = new Map<number, { rejected: number; simulations: number }>();
  studies.forEach(({ sd }, i) => {
    const known = bySd.get(sd) ?? { rejected: 0, simulations: 0 };
    bySd.set(sd, {
      rejected: known.rejected + Number(rejected[i]),
      simulations: known.simulations + 1,
    });
  });
  return [...bySd].map(([size, counts]) => ({ size, ...counts })).sort((a, b) => a.size - b.size);
}

/** What a design finds with probability `target` of one kind of shift. */
export interface PowerReport {
  readonly shift: Shift;
  /** Null where the sd lies beyond what was simulated: `beyond` says on which side. */
  readonly found: DetectableSize | null;
  readonly beyond: 'above' | 'below' | null;
  readonly points: readonly (PowerPoint & { readonly fitted: number | null })[];
}

function sideOf(points: readonly PowerPoint[], target: number): 'above' | 'below' {
  const all = points.every(({ rejected, simulations }) => rejected >= target * simulations);
  return all ? 'below' : 'above';
}

export function powerReport(shift: Shift, points: readonly PowerPoint[], target: number): PowerReport {
  const curve: PowerCurve | null = fitPower(points, LEVEL, target);
  return {
    shift,
    found: curve && detectableSize(curve, target),
    beyond: curve ? null : sideOf(points, target),
    points: points.map((point) => ({ ...point, fitted: curve && powerAt(curve, point.size) })),
  };
}
