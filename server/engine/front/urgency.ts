import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec, Urgency } from '#shared/contract/endpoint.ts';

/** How urgent the work is that runs now; unset outside of a request. */
export const workUrgency = new AsyncLocalStorage<Urgency>();

/** How the request that runs now gives its place back before its answer. */
const placeOfWork = new AsyncLocalStorage<() => void>();

/** Serves a request in a place that it may give back. */
export const inPlace = (leave: () => void, urgency: Urgency, serve: () => void): void =>
  placeOfWork.run(leave, () => workUrgency.run(urgency, serve));

/**
 * For what waits for a queue of its own: in a place of the door it would keep everybody out who wants
 * something else.
 */
export const givePlaceBack = (): void => placeOfWork.getStore()?.();

/**
 * `none` are signs of life, which wait for nobody. `light` is what costs hardly more than a refusal: a public
 * page out of our memory, for whom no session is looked up. So does a `file` of a page, of which a refusal
 * costs more than that file: most browsers ask for a script that was refused once never again.
 */
export type Asked = Urgency | 'light' | 'file' | 'none';

const isKnown = /\bsession=/;
const exempt = new Set(['/healthz', '/readyz', '/metrics']);

/** Tells how urgent a request is by its line alone, from what the contract says of its endpoint. */
export class Urgencies {
  readonly #lightPages = new Set<string>();
  readonly #known: { method: string; path: RegExp; urgency: Urgency }[] = [];

  add({ method, path, urgency }: Pick<EndpointSpec, 'method' | 'path' | 'urgency'>): void {
    if (urgency === undefined) return;
    const pattern = path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+');
    this.#known.push({ method, path: new RegExp(`^${pattern}/?$`), urgency });
  }

  /** A page that is anybody's. */
  addPage(path: string): void {
    this.#lightPages.add(path);
  }

  of = ({ method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Asked => {
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    if (exempt.has(path)) return 'none';
    if (method === 'GET') {
      if (path.startsWith('/assets/')) return 'file';
      if (this.#lightPages.has(path) && !isKnown.test(headers.cookie ?? '')) return 'light';
    }
    return this.#known.find((row) => row.method === method && row.path.test(path))?.urgency ?? 'usual';
  };
}
