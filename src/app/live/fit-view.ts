// What the page of a fit shows: a pure function of its report.
import type { Figure } from '../../charts/figure.ts';
import { densityFigure } from '../../charts/density.ts';
import { energyFigure } from '../../charts/energy.ts';
import { forestFigure } from '../../charts/forest.ts';
import { pairFigure } from '../../charts/pair.ts';
import { ppcFigure } from '../../charts/ppc.ts';
import { rankFigure } from '../../charts/rank-histogram.ts';
import { traceFigure } from '../../charts/trace.ts';
import type { FitReport } from '../../instruments/seu/report.ts';
import { densityView, sensitivitiesOf } from '../../instruments/seu/views/density.ts';
import { energyView } from '../../instruments/seu/views/energy.ts';
import { forestView } from '../../instruments/seu/views/forest.ts';
import { estimate, integer } from '../../instruments/seu/views/number-format.ts';
import { pairView } from '../../instruments/seu/views/pair.ts';
import { ppcView } from '../../instruments/seu/views/ppc.ts';
import { rankView } from '../../instruments/seu/views/rank-histogram.ts';
import { traceView } from '../../instruments/seu/views/trace.ts';

/** Fewer draws a chain than this make no density worth looking at. */
const ENOUGH_DRAWS = 20;

export function fitFigures(report: FitReport): readonly Figure[] {
  if (report.draws.iterations < ENOUGH_DRAWS) return [];
  return [
    ...sensitivitiesOf(report.model).map((variable) => densityFigure(densityView(report, variable))),
    traceFigure(traceView(report)),
    ppcFigure(ppcView(report)),
    forestFigure(forestView(report, 'parameters')),
    rankFigure(rankView(report)),
    pairFigure(pairView(report)),
    energyFigure(energyView(report)),
    forestFigure(forestView(report, 'alternatives')),
  ];
}

/** The finding of a finished fit: α with its interval, and what it may be compared with. */
export function fitFinding(report: FitReport): string {
  const alpha = report.summary.find(({ variable }) => variable === 'alpha');
  if (!alpha) return '';
  const draws = report.draws.iterations * report.draws.chains;
  const value = estimate(alpha.median, alpha.q5, alpha.q95);
  return `Sensitivity α is ${value} (median, 90 % interval, ${integer(draws)} draws).`;
}

const SCALE =
  'α has a scale only within one design: the same consequences, menus, pool and prior. It does not rank agents across designs.';

/** Caveats of a fit: a flagged predictive check first. */
export function fitCaveats(report: FitReport): readonly string[] {
  const flagged = report.diagnostics.filter(
    ({ id, severity }) => id.startsWith('ppc:') && severity !== 'fine',
  );
  return [...flagged.map(({ label, hint }) => `${label}: ${hint}`), SCALE];
}
