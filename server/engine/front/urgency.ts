import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec, Urgency } from '#shared/contract/endpoint.ts';

/** How urgent the work is that runs now; unset outside of a request. */
export const workUrgency = new AsyncLocalStorage<Urgency>();

/** Signs of life wait for nobody. */
const exempt = new Set(['/healthz', '/readyz', '/metrics']);

/** Tells how urgent a request is by its line alone, from what the contract says of its endpoint. */
export class Urgencies {
  readonly #known: { method: string; path: RegExp; urgency: Urgency }[] = [];

  add({ method, path, urgency }: Pick<EndpointSpec, 'method' | 'path' | 'urgency'>): void {
    if (urgency === undefined) return;
    const pattern = path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+');
    this.#known.push({ method, path: new RegExp(`^${pattern}/?$`), urgency });
  }

  of = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Urgency | 'none' => {
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    if (exempt.has(path)) return 'none';
    return this.#known.find((row) => row.method === method && row.path.test(path))?.urgency ?? 'usual';
  };
}
