// A fit's findings as diagnostics: where the optimiser stopped, and which outputs cannot carry a conclusion.
import type { BeliefFit } from '../../inference/beliefs/fit.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import { WEAK_SLOPE, type OutputFacts } from './flags.ts';

/** Nats below the maximum likelihood beyond which a fit is not "the" maximum: weak priors cost up to about 4. */
const LARGEST_GAP = 4;
/** Nats per unit of an unconstrained coordinate. */
const LARGEST_GRADIENT = 0.01;
/** With fewer minority answers a slope and its scores hang on single cases. */
const FEWEST_MINORITY = 5;
/** Beyond this precision 128 nodes no longer integrate a report's density: off by 2e-6 at 1,000, by 6 % at 5,000. */
const LARGEST_PHI = 1000;

const look = (wrong: boolean): 'look' | 'fine' => (wrong ? 'look' : 'fine');

type Ended = Pick<BeliefFit, 'model' | 'theta' | 'estimator' | 'gradientNorm'>;

function stopDiagnostics(fit: Ended, gap: number | null): Diagnostic[] {
  const gradient: Diagnostic = {
    id: 'gradient_norm',
    label: 'Largest gradient entry at the stop',
    value: fit.gradientNorm,
    threshold: LARGEST_GRADIENT,
    severity: look(!(fit.gradientNorm <= LARGEST_GRADIENT)),
    hint:
      fit.estimator === 'adam'
        ? 'Early stopping ends before the maximum: the result depends on the start and on the validation cases'
        : 'The search ended before the maximum: more iterations or another start may change the estimate',
  };
  if (gap === null) return [gradient];
  const short: Diagnostic = {
    id: 'likelihood_gap',
    label: 'Training log likelihood below the maximum, nats',
    value: gap,
    threshold: LARGEST_GAP,
    severity: look(!(gap <= LARGEST_GAP)),
    hint: 'Thresholds and slopes may differ from the maximum likelihood ones',
  };
  return [gradient, short];
}

function namedDiagnostic(
  id: string,
  label: string,
  facts: readonly OutputFacts[],
  concerns: (fact: OutputFacts) => boolean,
  hint: string,
): Diagnostic {
  const named = facts.filter(concerns).map(({ prompt }) => prompt);
  return {
    id,
    label,
    value: named.length,
    threshold: 0,
    severity: look(named.length > 0),
    hint: named.length === 0 ? '' : `${named.join(', ')}: ${hint}`,
  };
}

function outputDiagnostics(facts: readonly OutputFacts[]): Diagnostic[] {
  const few = ({ minority }: OutputFacts): boolean => minority > 0 && minority < FEWEST_MINORITY;
  return [
    namedDiagnostic(
      'constant_outputs',
      'Outputs with one answer throughout',
      facts,
      ({ constant }) => constant,
      'no threshold, no slope and no concordance can be had of answers that never vary',
    ),
    namedDiagnostic(
      'few_minority',
      `Outputs with fewer than ${FEWEST_MINORITY} other answers`,
      facts,
      few,
      'slope and scores hang on single cases',
    ),
    namedDiagnostic(
      'separated_outputs',
      'Separated outputs',
      facts,
      ({ separated }) => separated,
      'the other outputs order the answers without error, so the likelihood puts no bound on the slope; the prior does',
    ),
    namedDiagnostic(
      'weak_slopes',
      `Slopes below ${WEAK_SLOPE}`,
      facts,
      ({ weak }) => weak,
      'nearly unrelated to the belief, so that the implied threshold means nothing',
    ),
  ];
}

function scaleDiagnostic({ model, theta }: Ended): Diagnostic {
  const phis = model.reports.map(({ phi }) => theta[phi]);
  const anchored = phis.length > 0;
  return {
    id: 'report_precision',
    label: 'Precision of stated probabilities, φ',
    value: anchored ? Math.max(...phis) : null,
    threshold: LARGEST_PHI,
    severity: look(!anchored || Math.max(...phis) > LARGEST_PHI),
    hint: anchored
      ? 'Above the threshold the quadrature is too coarse for the density of a report'
      : 'No prompt asks for a probability: the belief has an order but no scale, and thresholds are not probabilities',
  };
}

/** What page and command print of a fit; `gap` as `likelihoodGap` gives it, or null where it was not asked for. */
export const fitDiagnostics = (
  fit: Ended,
  facts: readonly OutputFacts[],
  gap: number | null = null,
): Diagnostic[] => [...stopDiagnostics(fit, gap), ...outputDiagnostics(facts), scaleDiagnostic(fit)];
