// What a study of beliefs says of itself on its page.
import { counted, integer, significant } from '../../charts/number-format.ts';
import type { SamplerSettings } from '../../engine/types.ts';
import type { BeliefPlan, BeliefSettings } from '../../instruments/beliefs/plan.ts';
import type { PosteriorPlan } from '../../instruments/beliefs/posterior/plan.ts';
import { posteriorFinding, posteriorNotes } from '../../instruments/beliefs/posterior/words.ts';
import type { BeliefReport } from '../../instruments/beliefs/report-types.ts';
import { beliefFinding, beliefNotes } from '../../instruments/beliefs/words.ts';
import type { ProperPriors } from '../../models/beliefs/priors.ts';
import { isBeliefs, isPosterior } from '../../workers/plans.ts';
import type { PosteriorStudy } from '../../workers/beliefs-posterior.ts';
import type { Reports } from '../../workers/reports.ts';
import type { LabelledValue } from '../facts.ts';
import type { StudyKind } from '../live/study-desk.svelte.ts';

const verdictText = ({ coherent, incoherent, smallestGain }: BeliefSettings['coherence']): string =>
  `coherent from ${coherent} of the attainable gain, incoherent up to ${incoherent}; below ${smallestGain} nats nothing is gained`;

const answerSettings = ({ missing, clip, given }: BeliefSettings): readonly LabelledValue[] => [
  {
    label: 'Cases with missing answers',
    value: missing === 'complete' ? 'left out' : 'kept, missing answers say nothing',
  },
  { label: 'Clip', value: String(clip) },
  { label: 'Splits', value: given ? 'as given' : 'drawn from the seed' },
];

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
    ...answerSettings(settings),
    { label: 'Beside the fit', value: settings.analyses.join(', ') || 'nothing' },
    ...(settings.analyses.includes('coherence')
      ? [{ label: 'Verdict', value: verdictText(settings.coherence) }]
      : []),
    {
      label: 'Resamples',
      value: Object.entries(settings.draws)
        .map(([name, count]) => `${name} ${integer(count)}`)
        .join(', '),
    },
  ],
});

/** The priors of every parameter in one line. */
const priorTexts = ({ eta, intercept, slope, cutpoint, cutpointGap, phi }: ProperPriors): string =>
  [
    `α ~ normal(0, ${significant(intercept)})`,
    `β ~ half-normal(${significant(slope)})`,
    `η ~ normal(0, ${significant(eta)})`,
    `φ − 2 ~ lognormal(${significant(phi.mu)}, ${significant(phi.sigma)})`,
    `τ₁ ~ normal(0, ${significant(cutpoint)})`,
    `gaps ~ half-normal(${significant(cutpointGap)})`,
  ].join(', ');

const samplerText = ({ name, chains, warmup, draws, thin, targetAcceptance }: SamplerSettings): string =>
  `${name}, ${counted(chains, 'chain')} of ${counted(draws, 'draw')} after ${integer(warmup)}, target ${targetAcceptance}` +
  (thin > 1 ? `, every ${integer(thin)}th` : '');

export const posteriorKind = (reports: Reports): StudyKind<PosteriorPlan, PosteriorStudy> => ({
  page: 'beliefs',
  unit: 'iterations',
  is: isPosterior,
  fold: (run) => reports.posterior(run),
  finding: ({ cells }) => posteriorFinding(cells),
  notes: ({ cells }) => posteriorNotes(cells),
  facts: ({ settings: { kind, sampler } }) => [
    `Model ${kind}`,
    'Full Bayes',
    `${counted(sampler.chains, 'chain')} × ${counted(sampler.draws, 'draw')}`,
  ],
  settings: ({ settings }) => [
    { label: 'Model', value: settings.kind },
    { label: 'Estimator', value: 'full Bayes' },
    { label: 'Priors', value: priorTexts(settings.priors) },
    { label: 'Sampler', value: samplerText(settings.sampler) },
    { label: 'Draws that are scored', value: integer(settings.scored) },
    ...answerSettings(settings),
  ],
});
