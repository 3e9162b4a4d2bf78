import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { addressTest } from '#server/engine/http/error-handler.ts';
import { mount } from '#server/engine/http/mount.ts';
import { ownNumber, readFirst } from '#shared/contract/own/first-reads.ts';
import { Refusal } from '#shared/errors.ts';

const mostAtOnce = 16;
/** What the browser reads of an answer beside its text. */
const headersRead = ['link', 'x-total-count', 'x-locked'] as const;
/** What is said of the whole answer, not of its parts. */
const ofTheWhole = new Set(['accept-encoding', 'if-none-match', 'if-modified-since']);

/** As if she had asked for it alone: its access, its locks and its throttles are its own. */
async function answerOf(app: FastifyInstance, { headers, socket }: FastifyRequest, address: string) {
  const { remoteAddress } = socket;
  const answer = await app.inject({
    method: 'GET',
    url: address,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheWhole.has(name))),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  const read = headersRead.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { status: answer.statusCode, body: answer.body, headers: Object.fromEntries(read) };
}

/**
 * `GET /api/first-reads`: what a page reads first, in one answer. Only what is read again when it changes
 * (`shows`) is given so: no files, no streams. To be called before the routes are declared: it learns of
 * each.
 */
export function firstReadRoutes(app: FastifyInstance, deps: Deps): void {
  const read: { address: RegExp; given: boolean }[] = [];
  app.addHook('onRoute', ({ config, url, method }) => {
    if (method !== 'GET' || !url.startsWith('/api/') || url.includes('*')) return;
    const endpoint = config?.endpoint;
    const given = endpoint?.method === 'GET' && endpoint.shows.length > 0;
    read.push({ address: addressTest(url), given });
  });
  /** `/visits/export` is one of `/visits/:id` too: where one of several is withheld, it is meant. */
  function isGiven(asked: string): boolean {
    const path = asked.split('?', 1)[0] ?? '';
    const meant = read.filter(({ address }) => address.test(path));
    return meant.length > 0 && meant.every(({ given }) => given);
  }
  mount(app, deps, readFirst, async ({ query, viewer, request }) => {
    const asked = [...new Set(query.of.split(' '))].map((one) =>
      one.replaceAll(ownNumber, String(viewer.id)),
    );
    if (asked.length > mostAtOnce) throw new Refusal('malformed');
    return Object.fromEntries(
      await Promise.all(
        asked.filter(isGiven).map(async (one) => [one, await answerOf(app, request, one)] as const),
      ),
    );
  });
}
