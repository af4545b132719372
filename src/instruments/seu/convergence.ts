// Whether chains agree and have drawn enough: R-hat and effective sizes, for whichever variables a fit is judged by.
import type { Diagnostic, Severity } from '../../statistics/diagnostic.ts';
import { variableIndex, variableOf, type Draws } from '../../statistics/draws.ts';
import { nestedRhat } from '../../statistics/nested-rhat.ts';
import type { SummaryRow } from './report.ts';

const RHAT_CONVERGED = 1.01;
const RHAT_FAILED = 1.05;
const ESS_NEEDED = 400;

const rhatSeverity = (rhat: number | null): Severity =>
  rhat === null ? 'look' : rhat > RHAT_FAILED ? 'fail' : rhat > RHAT_CONVERGED ? 'look' : 'fine';

const RHAT_HINTS: Readonly<Record<Severity, string>> = {
  fine: '',
  na: '',
  look: 'Run more draws; if R-hat stays above 1.01, look at the trace plot.',
  fail: 'The chains disagree. Do not read this posterior; run longer warmup and look at the trace plot.',
};

function rhatOf({ variable, rhat }: SummaryRow): Diagnostic {
  const severity = rhatSeverity(rhat);
  return {
    id: `rhat:${variable}`,
    label: `R-hat of ${variable}`,
    value: rhat,
    threshold: RHAT_CONVERGED,
    severity,
    hint: rhat === null ? 'The variable never varied: the chains did not move.' : RHAT_HINTS[severity],
  };
}

function essOf(row: SummaryRow, kind: 'ess_bulk' | 'ess_tail'): Diagnostic {
  const value = row[kind];
  const enough = value !== null && value >= ESS_NEEDED;
  return {
    id: `${kind}:${row.variable}`,
    label: `${kind === 'ess_bulk' ? 'Bulk' : 'Tail'} ESS of ${row.variable}`,
    value,
    threshold: ESS_NEEDED,
    severity: enough ? 'fine' : 'look',
    hint: enough ? '' : `Fewer than ${ESS_NEEDED} effective draws: intervals are rough. Run more draws.`,
  };
}

/** Whether a diagnostic is one variable's R-hat or effective size. */
export const isOfChains = ({ id }: Diagnostic): boolean => /^(nested_rhat|rhat|ess_bulk|ess_tail):/.test(id);

/** Effective sizes by how many times they fall short, R-hats by how far they are above their bound. */
function distance({ id, value, threshold }: Diagnostic): number {
  if (value === null || threshold === null) return Infinity;
  return id.startsWith('ess') ? threshold / value : 100 * Math.max(0, value - threshold);
}

/** The one of several R-hats and effective sizes that is farthest from its bound; throws for none. */
export const worstOf = (found: readonly Diagnostic[]): Diagnostic =>
  found.reduce((worst, one) => (distance(one) > distance(worst) ? one : worst));

/** R-hat, bulk and tail ESS of every variable that `isOfInterest` names. */
export const convergenceOf = (
  summary: readonly SummaryRow[],
  isOfInterest: (variable: string) => boolean,
): readonly Diagnostic[] =>
  summary
    .filter(({ variable }) => isOfInterest(variable))
    .flatMap((row) => [rhatOf(row), essOf(row, 'ess_bulk'), essOf(row, 'ess_tail')]);

/** Above 16 chains that share starts in groups: whether the groups agree, however short the chains. */
export const nestedConvergence = (
  draws: Draws,
  superchains: number | null,
  isOfInterest: (variable: string) => boolean,
): readonly Diagnostic[] =>
  superchains === null
    ? []
    : draws.variables.filter(isOfInterest).map((variable) => {
        const values = variableOf(draws, variableIndex(draws, variable));
        const value = nestedRhat(values, draws.chains, superchains);
        const severity = rhatSeverity(value);
        return {
          id: `nested_rhat:${variable}`,
          label: `Nested R-hat of ${variable}`,
          value,
          threshold: RHAT_CONVERGED,
          severity,
          hint: severity === 'fine' ? '' : 'Groups of chains that started apart disagree: run longer.',
        };
      });

/** Other parameters by block: the largest R-hat of each, never worse than "look here" short of failure. */
export function blockConvergence(
  summary: readonly SummaryRow[],
  blocks: readonly string[],
): readonly Diagnostic[] {
  return blocks.flatMap((block) => {
    const values = summary.flatMap(({ variable, rhat }) =>
      variable.startsWith(`${block}[`) && rhat !== null ? [rhat] : [],
    );
    if (values.length === 0) return [];
    const over = values.filter((rhat) => rhat > RHAT_CONVERGED).length;
    return [
      {
        id: `rhat:${block}`,
        label: `Largest R-hat of ${block}`,
        value: Math.max(...values),
        threshold: RHAT_CONVERGED,
        severity: over === 0 ? 'fine' : 'look',
        hint:
          over === 0
            ? ''
            : `${over} of ${values.length} entries exceed ${RHAT_CONVERGED}. α is judged on its own.`,
      },
    ];
  });
}
