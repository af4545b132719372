// The study of mechanisms that is being set up: how many splits, which lexicon, by what actions are judged.
import type { ChoiceDataset } from '../../formats/dataset.ts';
import { lexiconText, readLexicon, wordList } from '../../instruments/portability/mechanism/lexicon-text.ts';
import { objectiveFaults, type StatedObjective } from '../../instruments/portability/mechanism/objectives.ts';
import {
  DEFAULT_MECHANISM,
  type MechanismPlan,
  type MechanismSettings,
} from '../../instruments/portability/mechanism/plan.ts';
import { LEXICON } from '../../statistics/portability/text/lexicon.ts';
import { countFault, countOf, type CountRange } from '../workflow/count-fields.ts';
import { tableFaults } from './study-fields.ts';

export const MECHANISM_COUNTS = ['splits', 'permutations', 'texts', 'seed'] as const;
export type MechanismCount = (typeof MECHANISM_COUNTS)[number];

export const MECHANISM_RANGES: Readonly<Record<MechanismCount, CountRange>> = {
  splits: {
    label: 'Splits',
    least: 2,
    most: 100_000,
    hint: 'Repeated splits of a cell for ΔR² and payoff lost.',
  },
  permutations: { label: 'Permutations', least: 0, most: 999_999, hint: 'For every floor. 0: none.' },
  texts: {
    label: 'Texts compared',
    least: 2,
    most: 20_000,
    hint: 'At most so many of a cell, all their pairs.',
  },
  seed: {
    label: 'Seed',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    hint: 'The same seed gives the same numbers.',
  },
};

interface ReadObjectives {
  readonly stated: readonly StatedObjective[];
  readonly faults: readonly string[];
}

/** A line each: game = formula. */
function readObjectives(text: string): ReadObjectives {
  const stated: StatedObjective[] = [];
  const faults: string[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const [, game, formula] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (game === undefined || formula === undefined)
      faults.push(`line ${i + 1}: “${line.trim()}”; needed game = formula`);
    else stated.push({ game, formula });
  });
  return { stated, faults };
}

export class MechanismDraft {
  texts = $state.raw<Readonly<Record<MechanismCount, string>>>({
    splits: String(DEFAULT_MECHANISM.splits),
    permutations: String(DEFAULT_MECHANISM.permutations),
    texts: String(DEFAULT_MECHANISM.texts),
    seed: '1',
  });
  lexicon = $state(lexiconText(LEXICON));
  objectives = $state('');
  echoes = $state('');
  /** Whether every cell of a game is cut to equal numbers of rows. */
  equalRows = $state(DEFAULT_MECHANISM.equalRows ?? false);

  set(name: MechanismCount, text: string): void {
    this.texts = { ...this.texts, [name]: text };
  }

  readonly lexiconFaults = $derived.by<readonly string[]>(() => readLexicon(this.lexicon).faults);

  objectiveFaults(chosen: readonly ChoiceDataset[]): readonly string[] {
    const { stated, faults } = readObjectives(this.objectives);
    const tables = chosen.map(({ content }) => content);
    return [...faults, ...(chosen.length > 0 ? objectiveFaults(stated, tables) : [])];
  }

  settings(): MechanismSettings {
    const { texts } = this;
    return {
      ...DEFAULT_MECHANISM,
      splits: countOf(texts.splits),
      permutations: countOf(texts.permutations),
      texts: countOf(texts.texts),
      objectives: readObjectives(this.objectives).stated,
      lexicon: readLexicon(this.lexicon).lexicon,
      echoes: wordList(this.echoes),
      equalRows: this.equalRows,
    };
  }

  plan(chosen: readonly ChoiceDataset[]): MechanismPlan {
    return {
      instrument: 'portability',
      analysis: 'mechanism',
      title: chosen.map(({ content }) => content.game).join(', '),
      datasets: chosen.map(({ hash }) => hash),
      settings: this.settings(),
      seed: countOf(this.texts.seed),
      engine: 'cpu',
    };
  }

  /** What keeps the plan from being run. */
  faults(chosen: readonly ChoiceDataset[]): readonly string[] {
    const counts = MECHANISM_COUNTS.flatMap(
      (name) => countFault(MECHANISM_RANGES[name], this.texts[name]) ?? [],
    );
    return [
      ...tableFaults(chosen),
      ...counts,
      ...this.lexiconFaults.map((fault) => `Lexicon, ${fault}.`),
      ...this.objectiveFaults(chosen).map((fault) => `Objectives, ${fault}.`),
    ];
  }
}
