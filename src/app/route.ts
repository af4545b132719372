// The address after # names the page, so that static files serve every page from any sub-path.
import { isBeliefStep, type BeliefStep } from './beliefs/steps.ts';
import { isPortabilityStep, type PortabilityStep } from './portability/steps.ts';
import { isStep, type StepName } from './workflow/steps.ts';

export type Route =
  | { readonly page: 'home' | 'data' | 'runs' }
  /** One step of the workflow, or one run. */
  | { readonly page: 'seu'; readonly run: string | null; readonly step: StepName }
  | { readonly page: 'portability'; readonly run: string | null; readonly step: PortabilityStep }
  | { readonly page: 'beliefs'; readonly run: string | null; readonly step: BeliefStep }
  | { readonly page: 'missing'; readonly path: string };

/** What `#/seu` shows: the step that most come for. */
export const FIRST_STEP: StepName = 'fit';

/** Reads `#/seu/<step or run id>` and its like; anything else is `missing` with the path it asked for. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#\/?/, '');
  const [page, run, ...rest] = path.split('/');
  if (page === 'seu' && rest.length === 0) return seuRoute(run ?? '');
  if (page === 'portability' && rest.length === 0) return portabilityRoute(run ?? '');
  if (page === 'beliefs' && rest.length === 0) return beliefRoute(run ?? '');
  if (run !== undefined) return { page: 'missing', path };
  if (page === '') return { page: 'home' };
  return page === 'data' || page === 'runs' ? { page } : { page: 'missing', path };
}

function seuRoute(text: string): Route {
  if (isStep(text)) return { page: 'seu', run: null, step: text };
  return { page: 'seu', run: text === '' ? null : decode(text), step: FIRST_STEP };
}

function portabilityRoute(text: string): Route {
  if (isPortabilityStep(text)) return { page: 'portability', run: null, step: text };
  const run = text === '' ? null : decode(text);
  return { page: 'portability', run, step: run === null ? 'data' : 'report' };
}

function beliefRoute(text: string): Route {
  if (isBeliefStep(text)) return { page: 'beliefs', run: null, step: text };
  const run = text === '' ? null : decode(text);
  return { page: 'beliefs', run, step: run === null ? 'data' : 'report' };
}

/** The address of a step of a study of beliefs. */
export const beliefAddress = (step: BeliefStep): string => `#/beliefs/${step}`;

/** The address of a step of a portability study. */
export const portabilityAddress = (step: PortabilityStep): string => `#/portability/${step}`;

/** The address of a step of the workflow. */
export const stepAddress = (step: StepName): string => `#/seu/${step}`;

/** The address of a page, or of one run's results. */
export function addressOf(
  page: 'home' | 'data' | 'runs' | 'seu' | 'portability' | 'beliefs',
  run?: string,
): string {
  if (page === 'home') return '#/';
  return run === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(run)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
