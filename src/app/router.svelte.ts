// Follows the address and says which page is in view.
import { parseRoute, type Route } from './route.ts';

class Router {
  #hash = $state(location.hash);
  #route = $derived(parseRoute(this.#hash));

  constructor() {
    addEventListener('hashchange', () => (this.#hash = location.hash));
  }

  get route(): Route {
    return this.#route;
  }

  /** One string per page, to key what is drawn for it. */
  get path(): string {
    return this.#hash.replace(/^#\/?/, '');
  }

  go(address: string): void {
    location.hash = address;
  }
}

export const router = new Router();
