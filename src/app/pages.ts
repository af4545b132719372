// Loads each page on demand, once, and says what a page is called.
import { BELIEF_TITLES } from './beliefs/steps.ts';
import { PORTABILITY_TITLES } from './portability/steps.ts';
import {
  addressOf,
  beliefAddress,
  FIRST_STEP,
  portabilityAddress,
  stepAddress,
  type Route,
} from './route.ts';
import { STEP_TITLES } from './workflow/steps.ts';

/** A module that is fetched at its first use. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => (loaded ??= load());
}

export const loadHome = once(() => import('./pages/HomePage.svelte'));
export const loadData = once(() => import('./pages/DataPage.svelte'));
export const loadSeu = once(() => import('./pages/SeuPage.svelte'));
export const loadRun = once(() => import('./pages/RunPage.svelte'));
export const loadStudyRun = once(() => import('./pages/StudyRunPage.svelte'));
export const loadPortability = once(() => import('./portability/PortabilityPage.svelte'));
export const loadPortabilityRun = once(() => import('./portability/PortabilityRunPage.svelte'));
export const loadPortabilityStudy = once(() => import('./portability/StudyRunPage.svelte'));
export const loadBeliefs = once(() => import('./beliefs/BeliefsPage.svelte'));
export const loadBeliefsRun = once(() => import('./beliefs/BeliefsRunPage.svelte'));
export const loadRuns = once(() => import('./pages/RunsPage.svelte'));

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** The way from the top to the page; `runTitle` names the run of a results page. */
export function crumbsOf(route: Route, runTitle: string | null): readonly Crumb[] {
  if (route.page === 'missing') return [{ label: 'No such page', href: `#/${route.path}` }];
  const labels = {
    home: 'Home',
    data: 'Data',
    seu: 'SEU sensitivity',
    portability: 'Portability',
    beliefs: 'Beliefs',
    runs: 'Runs',
  };
  const crumb = { label: labels[route.page], href: addressOf(route.page) };
  if (route.page === 'portability') {
    const { run, step } = route;
    return run === null
      ? [crumb, { label: PORTABILITY_TITLES[step], href: portabilityAddress(step) }]
      : [crumb, { label: runTitle ?? 'Run', href: addressOf('portability', run) }];
  }
  if (route.page === 'beliefs') {
    const { run, step } = route;
    return run === null
      ? [crumb, { label: BELIEF_TITLES[step], href: beliefAddress(step) }]
      : [crumb, { label: runTitle ?? 'Run', href: addressOf('beliefs', run) }];
  }
  if (route.page !== 'seu') return [crumb];
  if (route.run === null && route.step === FIRST_STEP) return [crumb];
  if (route.run === null) return [crumb, { label: STEP_TITLES[route.step], href: stepAddress(route.step) }];
  return [crumb, { label: runTitle ?? 'Run', href: addressOf('seu', route.run) }];
}

/** "Temperature study · SEU sensitivity · Luce". */
export const titleOf = (crumbs: readonly Crumb[]): string =>
  [...crumbs.map(({ label }) => label).reverse(), 'Luce'].join(' · ');
