// Says in sentences what this page cannot do here, mostly because it came over plain http.

/** The parts of the global scope that are looked at. */
export interface Scope {
  readonly isSecureContext?: boolean;
  readonly indexedDB?: unknown;
  readonly BroadcastChannel?: unknown;
  readonly crypto?: { readonly subtle?: unknown };
  readonly navigator?: { readonly locks?: unknown; readonly storage?: unknown };
}

const PLAIN_HTTP =
  'This page came over plain http, where browsers withhold WebGPU and several safeguards; use https or localhost to have them.';

const CAPABILITIES: readonly { readonly has: (scope: Scope) => boolean; readonly sentence: string }[] = [
  {
    has: ({ indexedDB }) => Boolean(indexedDB),
    sentence: 'There is no IndexedDB: datasets and runs cannot be kept and are lost when the page closes.',
  },
  {
    has: ({ navigator }) => Boolean(navigator?.locks),
    sentence:
      'There are no locks between tabs: open a run in one tab only, for two tabs would compute it twice.',
  },
  {
    has: ({ BroadcastChannel }) => Boolean(BroadcastChannel),
    sentence: 'Tabs cannot talk to each other: reload a tab to see what another one changed.',
  },
  {
    has: ({ crypto }) => Boolean(crypto?.subtle),
    sentence: 'There is no Web Crypto: datasets cannot be named by their SHA-256, so none can be imported.',
  },
  {
    has: ({ navigator }) => Boolean(navigator?.storage),
    sentence: 'The browser cannot be asked to keep the data or how much room is left: export what matters.',
  },
];

/** One sentence for each capability that is missing, the common cause first; empty when all are there. */
export function missingCapabilities(scope: Scope = globalThis): readonly string[] {
  const missing = CAPABILITIES.filter(({ has }) => !has(scope)).map(({ sentence }) => sentence);
  return scope.isSecureContext === false ? [PLAIN_HTTP, ...missing] : missing;
}
