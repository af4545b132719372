import { describe, expect, it } from 'vitest';
import { MechanismDraft } from '../../../../src/app/portability/mechanism-draft.svelte.ts';
import { robustnessChoices, shownVariants } from '../../../../src/app/portability/robustness-choices.ts';
import { RobustnessDraft } from '../../../../src/app/portability/robustness-draft.svelte.ts';
import { absentReasons } from '../../../../src/app/portability/mechanism-absent.ts';
import type { ChoiceDataset } from '../../../../src/formats/dataset.ts';
import type { MechanismCell } from '../../../../src/instruments/portability/mechanism/reported.ts';
import { robustnessReport } from '../../../../src/instruments/portability/robustness/report.ts';
import { LEXICON } from '../../../../src/statistics/portability/text/lexicon.ts';
import { table } from '../../instruments/portability/agents-run.ts';

const dataset: ChoiceDataset = {
  hash: 't',
  name: 'agents',
  condition: '',
  source: { file: '', address: null, licence: null, citation: null },
  history: [],
  content: table,
} as unknown as ChoiceDataset;

describe('a robustness study that is set up', () => {
  it('counts its comparisons by what they cost', () => {
    const draft = new RobustnessDraft();
    draft.predictors = ['ols', 'forest'];
    draft.sources = '1, all';
    draft.set('splits', '10');
    draft.set('permutations', '9');
    draft.set('slowPermutations', '4');
    // 2 cells × 2 numbers of sources × (10 splits + 4 environments × (1 + permutations)).
    expect(draft.comparisons([dataset])).toEqual({ quick: 4 * (10 + 4 * 10), slow: 4 * (10 + 4 * 5) });
    expect(draft.plan([dataset])).toMatchObject({ analysis: 'robustness', engine: 'cpu', datasets: ['t'] });
    expect(draft.settings()).toMatchObject({ sources: [1, null], bins: [5, 10, 20] });
  });

  it('says what keeps it from being run', () => {
    const draft = new RobustnessDraft();
    expect(draft.faults([])).toEqual(['No table of choices is chosen.']);
    draft.sources = 'some';
    draft.bins = '1, 5';
    draft.predictors = [];
    expect(draft.faults([dataset])).toEqual([
      'No predictor is chosen.',
      'Sources is “some”; needed whole numbers from 1 or “all”, commas between.',
      'Bins is “1, 5”; needed whole numbers from 2 to 1000, commas between.',
    ]);
    draft.toggle('forest');
    draft.toggle('ols');
    draft.toggle('forest');
    expect(draft.predictors).toEqual(['ols']);
    [draft.sources, draft.bins] = ['9', '5'];
    expect(draft.faults([dataset])).toEqual([
      'No cell has more environments than sources: one is held out as the target.',
    ]);
  });

  it('shows one of predictor, bins and sources beside the others held', () => {
    const draft = new RobustnessDraft();
    draft.predictors = ['ols', 'choice'];
    draft.sources = '1, 2';
    draft.bins = '5, 20';
    const report = robustnessReport(draft.plan([dataset]), new Map([['t', table]]), []);
    const choices = robustnessChoices(report);
    expect(choices).toMatchObject({ scalar: ['ols'], bins: [5, 20], sources: [1, 2], games: ['dictator'] });
    const shown = shownVariants(report, { game: 'dictator', predictor: 'ols', bins: 20, sources: 2 });
    expect(shown.map(({ axis, variants }) => [axis, variants.length])).toEqual([
      ['predictor', 4],
      ['bins', 4],
      ['sources', 4],
    ]);
    expect(shown[1].fixed).toBe('Least squares, |S| = 2.');
  });
});

describe('a study of mechanisms that is set up', () => {
  it('holds the lexicon, objectives and words as they are written', () => {
    const draft = new MechanismDraft();
    expect(draft.settings().lexicon).toEqual(LEXICON);
    draft.lexicon = 'greed: \\bgreed';
    draft.objectives = 'dictator = E - action\n';
    draft.echoes = 'Bonus, tax';
    expect(draft.faults([dataset])).toEqual([]);
    expect(draft.plan([dataset]).settings).toMatchObject({
      lexicon: [{ name: 'greed', pattern: '\\bgreed' }],
      objectives: [{ game: 'dictator', formula: 'E - action' }],
      echoes: ['bonus', 'tax'],
    });
  });

  it('says what keeps it from being run, with the line', () => {
    const draft = new MechanismDraft();
    draft.lexicon = 'greed';
    draft.objectives = 'dictator\nchess = 1\ndictator = gift';
    draft.set('splits', '1');
    expect(draft.faults([dataset])).toEqual([
      'Splits is “1”; needed a whole number from 2 to 100000.',
      expect.stringMatching(/^Lexicon, line 1: motif greed: an empty pattern/),
      'Objectives, line 1: “dictator”; needed game = formula.',
      'Objectives, an objective for chess; needed one of dictator.',
      'Objectives, objective of dictator: no variable gift; needed one of action, E.',
    ]);
  });

  it('says why a figure is absent, once for the games that lack it', () => {
    const absent = { ridge: null, nash: 'no such game', regret: 'none stated', texts: null };
    const cell = (game: string) => ({ game, absent }) as unknown as MechanismCell;
    expect(absentReasons({ cut: [], cells: [cell('dictator'), cell('dictator'), cell('trust')] })).toEqual([
      { name: 'No equilibria.', reason: 'Dictator; Trust: no such game.' },
      { name: 'No payoff lost.', reason: 'Dictator; Trust: none stated.' },
    ]);
    const spoken = {
      ...cell('dictator'),
      model: 'm',
      regime: 'cot',
      absent: { ...absent, nash: null, regret: null },
    };
    const silent = { ...spoken, regime: 'noncot', absent: { ...spoken.absent, texts: 'no texts' } };
    expect(absentReasons({ cut: [], cells: [spoken, silent] })).toEqual([
      { name: 'No reasoning.', reason: 'Dictator, m, noncot: no texts.' },
    ]);
  });
});
