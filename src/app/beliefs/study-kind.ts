// What a study of beliefs says of itself on its page.
import { integer } from '../../charts/number-format.ts';
import type { BeliefPlan } from '../../instruments/beliefs/plan.ts';
import type { BeliefReport } from '../../instruments/beliefs/report-types.ts';
import { beliefFinding, beliefNotes } from '../../instruments/beliefs/words.ts';
import { isBeliefs } from '../../workers/plans.ts';
import type { Reports } from '../../workers/reports.ts';
import type { StudyKind } from '../live/study-desk.svelte.ts';

export const beliefKind = (reports: Reports): StudyKind<BeliefPlan, BeliefReport> => ({
  page: 'beliefs',
  is: isBeliefs,
  fold: (run) => reports.beliefs(run),
  finding: beliefFinding,
  notes: beliefNotes,
  facts: ({ settings }) => [`Model ${settings.kind}`, `Estimator ${settings.estimator}`],
  settings: ({ settings }) => [
    { label: 'Model', value: settings.kind },
    { label: 'Estimator', value: settings.estimator },
    {
      label: 'Cases with missing answers',
      value: settings.missing === 'complete' ? 'left out' : 'kept, missing answers say nothing',
    },
    { label: 'Clip', value: String(settings.clip) },
    { label: 'Beside the fit', value: settings.analyses.join(', ') || 'nothing' },
    {
      label: 'Resamples',
      value: Object.entries(settings.draws)
        .map(([name, count]) => `${name} ${integer(count)}`)
        .join(', '),
    },
    { label: 'Splits', value: settings.given ? 'as given' : 'drawn from the seed' },
  ],
});
