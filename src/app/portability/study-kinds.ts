// What studies of robustness and of mechanisms say of themselves on their pages.
import { integer } from '../../charts/number-format.ts';
import type { MechanismPlan } from '../../instruments/portability/mechanism/plan.ts';
import type { MechanismReport } from '../../instruments/portability/mechanism/reported.ts';
import { mechanismNotes } from '../../instruments/portability/mechanism/tables.ts';
import { mechanismFinding } from '../../instruments/portability/mechanism/words.ts';
import type { RobustnessPlan } from '../../instruments/portability/robustness/plan.ts';
import type { RobustnessReport } from '../../instruments/portability/robustness/report.ts';
import { robustnessNotes } from '../../instruments/portability/robustness/tables.ts';
import { PREDICTOR_WORDS, robustnessFinding } from '../../instruments/portability/robustness/words.ts';
import { isMechanism, isRobustness } from '../../workers/plans.ts';
import type { Reports } from '../../workers/reports.ts';
import type { StudyKind } from '../live/study-desk.svelte.ts';

const sourceText = (sources: number | null): string =>
  sources === null ? 'all others, at most 20' : String(sources);

const words = ({ settings }: RobustnessPlan): readonly string[] =>
  settings.predictors.map((name) => PREDICTOR_WORDS[name]);

export const robustnessKind = (reports: Reports): StudyKind<RobustnessPlan, RobustnessReport> => ({
  page: 'portability',
  is: isRobustness,
  fold: (run) => reports.robustness(run),
  finding: robustnessFinding,
  notes: robustnessNotes,
  facts: (plan) => [
    `${plan.settings.predictors.length} predictors`,
    `B = ${plan.settings.bins.join(', ')}`,
    `${integer(plan.settings.splits)} splits`,
  ],
  settings: (plan) => [
    { label: 'Predictors', value: words(plan).join(', ') },
    { label: 'Sources', value: plan.settings.sources.map(sourceText).join('; ') },
    { label: 'Bins', value: plan.settings.bins.join(', ') },
    { label: 'Splits', value: integer(plan.settings.splits) },
    {
      label: 'Permutations',
      value: `${integer(plan.settings.permutations)} of least squares, ${integer(plan.settings.slowPermutations)} of the rest`,
    },
    { label: 'Levels of amounts', value: String(plan.settings.levels) },
  ],
});

export const mechanismKind = (reports: Reports): StudyKind<MechanismPlan, MechanismReport> => ({
  page: 'portability',
  is: isMechanism,
  fold: (run) => reports.mechanism(run),
  finding: mechanismFinding,
  notes: mechanismNotes,
  facts: (plan) => [
    `${integer(plan.settings.splits)} splits`,
    `${integer(plan.settings.permutations)} permutations`,
  ],
  settings: (plan) => [
    { label: 'Splits', value: integer(plan.settings.splits) },
    { label: 'Permutations', value: integer(plan.settings.permutations) },
    { label: 'Sources', value: sourceText(plan.settings.sources) },
    {
      label: 'Objectives',
      value:
        plan.settings.objectives.map(({ game, formula }) => `${game} = ${formula}`).join('; ') ||
        'none stated',
    },
    { label: 'Motifs', value: plan.settings.lexicon.map(({ name }) => name).join(', ') || 'none' },
    { label: 'Words of prompts', value: plan.settings.echoes.join(', ') || 'none' },
    { label: 'Texts compared, at most', value: integer(plan.settings.texts) },
  ],
});
