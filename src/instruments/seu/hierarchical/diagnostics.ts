// Whether a hierarchical fit can be read: as a flat fit, with the regression's parameters and every α as what matters.
import type { Diagnostic, Severity } from '../../../statistics/diagnostic.ts';
import { variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';
import { nestedRhat } from '../../../statistics/nested-rhat.ts';
import type { SummaryRow } from '../../../statistics/summarise.ts';
import { fitDiagnostics, type Judged } from '../diagnostics.ts';
import type { HierarchicalPriors } from '../../../models/hierarchical/presets.ts';
import { conflictDiagnostic, spreadDiagnostic } from './conflict.ts';
import type { PriorConflict } from './report.ts';

const RHAT_CONVERGED = 1.01;
const RHAT_FAILED = 1.05;
const ESS_NEEDED = 400;

/** The variables by which a hierarchical fit is judged, beside log_lik and lp__. */
export const isRegressionVariable = (variable: string): boolean =>
  /^(gamma0|gamma_size|sigma_cell|sigma_pool)$|^(gamma|alpha)\[/.test(variable);

const rhatSeverity = (rhat: number | null): Severity =>
  rhat === null ? 'look' : rhat > RHAT_FAILED ? 'fail' : rhat > RHAT_CONVERGED ? 'look' : 'fine';

function rhatOf({ variable, rhat }: SummaryRow): Diagnostic {
  const severity = rhatSeverity(rhat);
  const hints: Partial<Record<Severity, string>> = {
    look: 'Run more draws; if R-hat stays above 1.01, look at the trace plot.',
    fail: 'The chains disagree. Do not read this posterior; run longer warmup and look at the trace plot.',
  };
  return {
    id: `rhat:${variable}`,
    label: `R-hat of ${variable}`,
    value: rhat,
    threshold: RHAT_CONVERGED,
    severity,
    hint: hints[severity] ?? '',
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

/** Above 16 chains that share starts in groups: whether the groups agree. */
const nested = (draws: Draws, superchains: number | null): readonly Diagnostic[] =>
  superchains === null
    ? []
    : draws.variables.filter(isRegressionVariable).map((variable) => {
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

/** α of the first cell under the name that stays are looked for in: a chain that is stuck is so in every variable. */
function firstAlpha(draws: Draws): Draws {
  const values = variableOf(draws, variableIndex(draws, 'alpha[1]'));
  return { ...draws, variables: ['alpha'], values };
}

/** All diagnostics of one fit, in the order in which a reader should meet them. */
export function hierarchicalDiagnostics(
  judged: Judged,
  prior: PriorConflict,
  { sigmaCellScale }: HierarchicalPriors,
): readonly Diagnostic[] {
  const { draws } = judged;
  const own = judged.summary.filter(({ variable }) => isRegressionVariable(variable));
  return [
    conflictDiagnostic(prior),
    spreadDiagnostic(sigmaCellScale, variableOf(draws, variableIndex(draws, 'sigma_cell'))),
    ...own.flatMap((row) => [rhatOf(row), essOf(row, 'ess_bulk'), essOf(row, 'ess_tail')]),
    ...nested(draws, judged.superchains),
    ...fitDiagnostics({ ...judged, draws: firstAlpha(draws), superchains: null }),
  ];
}
