import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { startImport, GUESSED } from '../../../../src/instruments/portability/import/import.ts';
import {
  readLexicon,
  lexiconText,
  wordList,
} from '../../../../src/instruments/portability/mechanism/lexicon-text.ts';
import {
  objectiveFaults,
  objectiveOf,
} from '../../../../src/instruments/portability/mechanism/objectives.ts';
import {
  DEFAULT_MECHANISM,
  mechanismCells,
  mechanismTasks,
  type MechanismPlan,
  type MechanismSettings,
} from '../../../../src/instruments/portability/mechanism/plan.ts';
import { mechanismReport } from '../../../../src/instruments/portability/mechanism/report.ts';
import { mechanismTables } from '../../../../src/instruments/portability/mechanism/tables.ts';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { nashRate } from '../../../../src/statistics/portability/nash.ts';
import { regretComparer } from '../../../../src/statistics/portability/regret.ts';
import { repeatedRidge } from '../../../../src/statistics/portability/ridge.ts';
import { coverage } from '../../../../src/statistics/portability/text/numbers.ts';
import { similarity } from '../../../../src/statistics/portability/text/jaccard.ts';
import { sampledSet } from '../../../../src/statistics/portability/sets.ts';
import { drawnFolds } from '../../../../src/statistics/portability/work.ts';
import { LEXICON } from '../../../../src/statistics/portability/text/lexicon.ts';
import { workedTasks } from './worked.ts';

const fixtures = new URL('../../../fixtures/portability/', import.meta.url);
const bytesOf = (name: string): Uint8Array => readFileSync(new URL(`${name}.csv`, fixtures));
const meta = JSON.parse(readFileSync(new URL('meta.json', fixtures), 'utf8')) as {
  frame_nouns: Record<string, string[]>;
};

function fixtureTable(game: string): ChoiceTable {
  const importer = startImport(GUESSED);
  importer.add(`${game}.csv`, bytesOf(game));
  const read = importer.finish();
  if (!read.ok) throw new Error('the fixture is not read');
  return read.value.games[0].table;
}

const planOf = (settings: Partial<MechanismSettings>, datasets: readonly string[]): MechanismPlan => ({
  instrument: 'portability',
  analysis: 'mechanism',
  title: '',
  datasets,
  settings: { ...DEFAULT_MECHANISM, splits: 6, permutations: 9, ...settings },
  seed: 3,
  engine: 'cpu',
});

async function studied(plan: MechanismPlan, tables: ReadonlyMap<string, ChoiceTable>) {
  const chunks = await workedTasks(mechanismTasks(plan, tables));
  return { chunks, report: mechanismReport(plan, tables, chunks) };
}

const normalForm = fixtureTable('normal_form');
const plan = planOf({ echoes: meta.frame_nouns.normal_form }, ['n']);
const tables = new Map([['n', normalForm]]);
const { report, chunks } = await studied(plan, tables);

describe('mechanisms of the fixture’s 2 × 2 games', () => {
  it('are those of direct calls on each cell', () => {
    expect(report.cells).toHaveLength(6);
    for (const planned of mechanismCells(plan, tables)) {
      const found = report.cells[planned.index];
      const ridge = repeatedRidge(planned.cell, { seed: 3, task: planned.index }, 6);
      expect(found.ridge!.r2_x).toBeCloseTo(ridge.mean!.r2X, 12);
      expect(found.ridge!.delta.mean).toBeCloseTo(ridge.mean!.delta, 12);
      expect(found.ridge!.delta.splits).toBe(6);
      const nash = nashRate(planned.cell.x, planned.cell.action);
      expect(found.nash!.share.value).toBe(nash.rate);
      expect(found.nash!.share.lo).toBeLessThan(nash.rate!);
      expect(found.nash!.share.hi).toBeGreaterThan(nash.rate!);
      expect([found.nash!.coin, found.nash!.always_a, found.nash!.either]).toEqual([
        nash.coin,
        nash.alwaysA,
        nash.either,
      ]);
    }
  });

  it('have reasoning under the regime with texts alone, and say so of the other', () => {
    for (const planned of mechanismCells(plan, tables)) {
      const found = report.cells[planned.index];
      if (planned.regime === 'noncot') {
        expect(found.texts).toBeNull();
        expect(found.absent.texts).toMatch(/no reasoning texts/);
        continue;
      }
      const { texts, x, features, environment } = planned.texts!;
      const covered = coverage(
        texts.map((text, i) => ({ text, parameters: x.subarray(i * features, (i + 1) * features) })),
      );
      expect(found.texts!.coverage.value).toBeCloseTo(covered.mean!, 12);
      expect(found.texts!.at_least_one.value).toBeCloseTo(covered.atLeastOne!, 12);
      const framed = texts.map((text, i) => ({ text, environment: environment[i] }));
      for (const [own, words] of [
        [found.texts!.similarity!, []],
        [found.texts!.echo_removed!, plan.settings.echoes],
      ] as const) {
        const expected = similarity(framed, new Set(words));
        expect(own.within).toBeCloseTo(expected.within!, 12);
        expect(own.between).toBeCloseTo(expected.between!, 12);
      }
      expect(found.texts!.motifs.map(({ motif }) => motif)).toEqual(LEXICON.map(({ name }) => name));
    }
  });

  it('do not depend on the order in which chunks arrive', () => {
    expect(mechanismReport(plan, tables, [...chunks].reverse())).toEqual(report);
  });

  it('have no payoff lost before an objective is stated', () => {
    for (const { regret, absent } of report.cells) {
      expect(regret).toBeNull();
      expect(absent.regret).toMatch(/no objective was stated/);
    }
  });

  it('are written as tables, a motif a row', () => {
    const written = mechanismTables(report);
    expect(written['mechanism.csv'].trim().split('\n')).toHaveLength(7);
    expect(written['motifs.csv'].trim().split('\n')).toHaveLength(1 + 3 * 6);
  });
});

describe('agents', () => {
  const agents = (game: string) =>
    agentTable({
      game,
      agents: ['portable', 'frame'],
      regimes: [''],
      environments: 6,
      instances: 20,
      draws: 2,
      shared: false,
      seed: 5,
    });

  it('lose expected value in lotteries where framing shifts them, against a floor', async () => {
    const own = new Map([['l', agents('lottery')]]);
    const priced = planOf({ permutations: 39 }, ['l']);
    const found = (await studied(priced, own)).report.cells;
    for (const planned of mechanismCells(priced, own)) {
      const stream = { seed: 3, task: planned.index };
      const objective = objectiveOf([], planned.table)!;
      const lost = regretComparer(planned.cell, drawnFolds(planned.cell, stream), linearLearner, objective);
      const each = Array.from({ length: 6 }, (_, index) => lost(sampledSet(stream, 6, 5, index))[2]);
      const mean = each.reduce((sum, value) => sum + value, 0) / 6;
      expect(found[planned.index].regret!.regret.mean).toBeCloseTo(mean, 9);
    }
    const [frame, portable] = ['frame', 'portable'].map((name) => found.find(({ model }) => model === name)!);
    expect(frame.regret!.regret.null_mean).toEqual(expect.any(Number));
    expect(frame.regret!.regret.p).toBeGreaterThan(0);
    expect(frame.ridge!.delta.p).toBe(1 / 40);
    expect(portable.ridge!.delta.mean).toBeLessThan(frame.ridge!.delta.null_q95!);
    expect(frame.ridge!.delta.mean).toBeGreaterThan(frame.ridge!.delta.null_q95!);
    expect(frame.absent.nash).toMatch(/no such game/);
  });

  it('lose what the user says they lose elsewhere', async () => {
    const own = new Map([['d', agents('dictator')]]);
    const objectives = [{ game: 'dictator', formula: 'E - action' }];
    const found = (await studied(planOf({ objectives, permutations: 0 }, ['d']), own)).report.cells;
    for (const { regret } of found) {
      expect(regret).toMatchObject({ formula: 'E - action' });
      expect(regret!.regret).toMatchObject({ p: null, null_mean: null, splits: 6 });
    }
  });
});

describe('what the user writes', () => {
  it('is a lexicon a motif a line, back and forth', () => {
    expect(readLexicon(lexiconText(LEXICON))).toEqual({ lexicon: LEXICON, faults: [] });
    expect(readLexicon('a: x|y\n\nno colon\na: z\nb: (\n1st: x').faults).toEqual([
      'line 3: a motif called “no colon”; needed letters, digits and _ before a colon',
      'line 4: motif a a second time; needed each once',
      expect.stringMatching(/^line 5: motif b: .*; needed a regular expression$/),
      'line 6: a motif called “1st”; needed letters, digits and _ before a colon',
    ]);
  });

  it('is a list of words', () => {
    expect(wordList('Bonus, refund;\nbonus  Tax')).toEqual(['bonus', 'refund', 'tax']);
  });

  it('is an objective of a game that is there', () => {
    const stated = [
      { game: 'normal_form', formula: 'action * uAA' },
      { game: 'normal_form', formula: 'action * u' },
      { game: 'chess', formula: '1' },
    ];
    expect(objectiveFaults(stated, [normalForm])).toEqual([
      'objective of normal_form: no variable u; needed one of action, uAA, vAA, uAB, vAB, uBA, vBA, uBB, vBB',
      'an objective for chess; needed one of normal_form',
    ]);
  });
});
