// Whether a hierarchical fit can be read: as a flat fit, with the regression's parameters and every α as what matters.
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';
import { convergenceOf, nestedConvergence } from '../convergence.ts';
import { fitDiagnostics, type Judged } from '../diagnostics.ts';
import type { HierarchicalPriors } from '../../../models/hierarchical/presets.ts';
import { conflictDiagnostic, spreadDiagnostic } from './conflict.ts';
import type { PriorConflict } from './report.ts';

/** The variables by which a hierarchical fit is judged, beside log_lik and lp__. */
const isRegressionVariable = (variable: string): boolean =>
  /^(gamma0|gamma_size|sigma_cell|sigma_pool)$|^(gamma|alpha)\[/.test(variable);

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
  return [
    conflictDiagnostic(prior),
    spreadDiagnostic(sigmaCellScale, variableOf(draws, variableIndex(draws, 'sigma_cell'))),
    ...convergenceOf(judged.summary, isRegressionVariable),
    ...nestedConvergence(draws, judged.superchains, isRegressionVariable),
    ...fitDiagnostics({ ...judged, draws: firstAlpha(draws), superchains: null }),
  ];
}
