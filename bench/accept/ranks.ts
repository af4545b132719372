// Ranks are right: bands, tests and looks on a mock sampler that returns exact draws of a conjugate posterior.
import { normalOfWord, philox, seedKey } from '../../src/math/random.ts';
import { lookSchedule, type LookPlan } from '../../src/statistics/sbc/looks.ts';
import { normalProbability } from '../../src/statistics/sbc/normal-probability.ts';
import { detectable } from '../../src/statistics/sbc/power.ts';
import { rankOf } from '../../src/statistics/sbc/rank.ts';
import { countsBelow, rankReference } from '../../src/statistics/sbc/reference.ts';
import { ecdfBand, exactSize, leavesBand, testUniformity } from '../../src/statistics/sbc/uniformity.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

const TWO_32 = 4294967296;
const LEVEL = 0.05;
const MOST_FALSE = 0.065;
const REPETITIONS = 2000;
const STANDARD_ERRORS = 3;
const MAX_RANKS = [60, 100, 333, 999];
const REPLICATES = [20, 60, 100, 200];
const LARGE = [
  [500, 333],
  [999, 999],
  [1000, 60],
] as const;

/** Words of one Philox key, four a block, without the bookkeeping of sites: billions of draws are compared here. */
function wordsOf(seed: number, task: number): () => number {
  const key = seedKey(seed);
  const block = new Uint32Array(4);
  let index = 0;
  return () => {
    const at = index++;
    if ((at & 3) === 0) philox([(at >>> 2) >>> 0, Math.floor(at / (4 * TWO_32)), 0, task], key, block);
    return block[at & 3];
  };
}

/**
 * One rank of truth N(0, 1), observation N(truth, 1), among `draws` exact draws y/2 + √½ Φ⁻¹((word + ½) / 2³²). Φ⁻¹
 * ascends, so a draw lies below the truth exactly when its word lies below the truth's own place among words.
 */
function mockRank(word: () => number, draws: number): number {
  const truth = normalOfWord(word());
  const observed = truth + normalOfWord(word());
  const place = normalProbability((truth - observed / 2) / Math.SQRT1_2) * TWO_32 - 0.5;
  let below = 0;
  for (let i = 0; i < draws; i++) if (word() < place) below++;
  return below;
}

const mockRanks = (word: () => number, replicates: number, draws: number): Int32Array =>
  Int32Array.from({ length: replicates }, () => mockRank(word, draws));

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

function checkBands(tally: Tally): void {
  for (const maxRank of MAX_RANKS) {
    const coverages = Array.from(
      { length: 181 },
      (_, i) => ecdfBand(rankReference(20 + i, maxRank)).coverage,
    );
    const [least, most] = [Math.min(...coverages), Math.max(...coverages)];
    const label = `band coverage by recursion, N = 20 … 200, L = ${maxRank}`;
    const holds = least >= 0.95 && most <= 0.956;
    tally.check(label, `${percent(least)} to ${percent(most)}`, '95.0 to 95.6 %', holds);
  }
}

function checkHandCounts(tally: Tally): void {
  const draws = [3, -1, 2, 0.5, 7, 2];
  const ranks = [-2, 0, 2.5, 8].map((truth) => rankOf(truth, draws, 0.5));
  const right = ranks.join() === '0,1,4,6';
  tally.check('ranks of constructed draws', ranks.join(', '), 'by hand 0, 1, 4, 6', right);
  const word = wordsOf(17, 0);
  const counts = new Int32Array(4);
  const total = 40_000;
  for (let i = 0; i < total; i++) counts[rankOf(1, [1, 1, 1], (word() + 0.5) / TWO_32)]++;
  const error = Math.sqrt((total * 3) / 16);
  const worst = Math.max(...Array.from(counts, (count) => Math.abs(count - total / 4))) / error;
  tally.check('ties: ranks of a constant', `${worst.toFixed(2)} se`, 'at most 4 se from even', worst <= 4);
}

function checkFalseAlarms(tally: Tally, replicates: number, maxRank: number, repetitions: number): void {
  const reference = rankReference(replicates, maxRank);
  const size = exactSize(reference, LEVEL);
  const band = ecdfBand(reference, 1 - LEVEL);
  const word = wordsOf(23, replicates * 1000 + maxRank);
  let rejected = 0;
  let disagreed = 0;
  for (let i = 0; i < repetitions; i++) {
    const ranks = mockRanks(word, replicates, maxRank);
    const rejects = testUniformity(reference, ranks).pValue <= LEVEL;
    if (rejects) rejected++;
    if (rejects !== leavesBand(band, countsBelow(reference, ranks))) disagreed++;
  }
  const rate = rejected / repetitions;
  const error = Math.sqrt((size * (1 - size)) / repetitions);
  const holds = Math.abs(rate - size) <= STANDARD_ERRORS * error && rate <= MOST_FALSE && disagreed === 0;
  const figure = `${percent(rate)} against an exact size of ${percent(size)}; test and picture disagree ${disagreed} times`;
  const bound = `within ${STANDARD_ERRORS} se (${percent(STANDARD_ERRORS * error)}), at most ${percent(MOST_FALSE)}`;
  tally.check(`false alarms, N = ${replicates}, L = ${maxRank}`, figure, bound, holds);
}

const LOOKS = Array.from({ length: 10 }, (_, i) => 100 * (i + 1));
const LOOK_MAX_RANK = 99;

/** Shares of studies with a false verdict at any look of each schedule, studies shared by all. */
function falseVerdicts(
  schedules: readonly (readonly { replicates: number; level: number }[])[],
  studies: number,
): number[] {
  const word = wordsOf(29, 0);
  const wrong = schedules.map(() => 0);
  for (let study = 0; study < studies; study++) {
    const ranks = mockRanks(word, LOOKS[LOOKS.length - 1], LOOK_MAX_RANK);
    const counts = LOOKS.map((n) => countsBelow(rankReference(n, LOOK_MAX_RANK), ranks.subarray(0, n)));
    schedules.forEach((schedule, s) => {
      const any = schedule.some(({ level }, look) =>
        leavesBand(ecdfBand(rankReference(LOOKS[look], LOOK_MAX_RANK), 1 - level), counts[look]),
      );
      if (any) wrong[s]++;
    });
  }
  return wrong.map((count) => count / studies);
}

function checkLooks(tally: Tally, studies: number): void {
  const planned: LookPlan = { level: LEVEL, planned: LOOKS, open: false };
  const added: LookPlan = { level: LEVEL, planned: [LOOKS[0]], open: true };
  const careless = LOOKS.map((replicates) => ({ replicates, level: LEVEL }));
  const schedules = [lookSchedule(planned), lookSchedule(added, LOOKS.slice(1)), careless];
  const [atPlanned, atAdded, atCareless] = falseVerdicts(schedules, studies);
  atMost(tally, `false verdicts, looks planned at 100 … 1000, ${studies} studies`, atPlanned, MOST_FALSE);
  atMost(tally, `false verdicts, planned at 100, nine looks added, ${studies} studies`, atAdded, MOST_FALSE);
  tally.note(`with 5 % spent at each of the ten looks: ${percent(atCareless)}`);
}

function notePower(tally: Tally): void {
  const { shift, tooWide, tooNarrow } = detectable(rankReference(999, 999));
  const words = (value: number | null): string => (value === null ? 'none' : value.toFixed(3));
  tally.note(
    `N = 999, L = 999 at 5 %, found with 80 % power: shift of ${words(shift)} sd, ` +
      `sd ${words(tooWide)} or ${words(tooNarrow)} times the right one`,
  );
}

export async function ranks(tally: Tally, scale: Scale): Promise<void> {
  const repetitions = scale(REPETITIONS, 1).draws;
  checkHandCounts(tally);
  checkBands(tally);
  for (const maxRank of MAX_RANKS)
    for (const replicates of REPLICATES) checkFalseAlarms(tally, replicates, maxRank, repetitions);
  for (const [replicates, maxRank] of LARGE) checkFalseAlarms(tally, replicates, maxRank, repetitions);
  checkLooks(tally, repetitions);
  notePower(tally);
}
