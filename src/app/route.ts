// The address after # names the page, so that static files serve every page from any sub-path.

export type Route =
  | { readonly page: 'home' | 'data' | 'runs' }
  | { readonly page: 'seu'; readonly run: string | null }
  | { readonly page: 'missing'; readonly path: string };

/** Reads `#/seu/<run id>` and its like; anything else is `missing` with the path it asked for. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#\/?/, '');
  const [page, run, ...rest] = path.split('/');
  if (page === 'seu' && rest.length === 0) return { page, run: run ? decode(run) : null };
  if (run !== undefined) return { page: 'missing', path };
  if (page === '') return { page: 'home' };
  return page === 'data' || page === 'runs' ? { page } : { page: 'missing', path };
}

/** The address of a page, or of one run's results. */
export function addressOf(page: 'home' | 'data' | 'runs' | 'seu', run?: string): string {
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
