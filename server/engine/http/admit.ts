import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { readCookie } from '#server/engine/secrets/cookies.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { isUrgent, type Rank, releasePlace, rememberPlace } from './admission.ts';
import { clientAddress } from './client-address.ts';
import type { HttpDeps } from './deps.ts';
import { networkOf } from './rate-limit.ts';
import type { Viewer } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none`: the route needs no place. `page`: without a session cookie it is answered from memory. */
    place?: 'none' | 'page';
  }
  interface FastifyRequest {
    needsPlace: boolean;
  }
}

const heapShare = 0.9;
/**
 * Mean delay of the event loop within a sample. The plugin counts a sample with fewer than two turns of the
 * loop as infinite delay, so a sample must be much longer than any pause of a slow machine.
 */
const longestLoopDelayMs = 2000;
const loopSampleMs = 10_000;
const maxKnownStaff = 5000;

/** Sessions of staff that this process has verified: a cookie with any other value gets no priority. */
export class KnownStaff {
  readonly #hashes = new Set<string>();

  note({ role, tokenHash }: Pick<Viewer, 'role' | 'tokenHash'>): void {
    if (!isStaff(role)) return;
    const hash = tokenHash.toString('hex');
    this.#hashes.delete(hash);
    this.#hashes.add(hash);
    const [oldest] = this.#hashes;
    if (this.#hashes.size > maxKnownStaff && oldest) this.#hashes.delete(oldest);
  }

  has(token: string | undefined): boolean {
    return token !== undefined && this.#hashes.has(hashToken(token).toString('hex'));
  }
}

function rankRequest({ config, knownStaff }: HttpDeps, request: FastifyRequest): Rank {
  const token = readCookie({ config }, request, 'session');
  const { endpoint, place } = request.routeOptions.config ?? {};
  if (knownStaff.has(token)) return 'staff';
  if (place === 'page' && token === undefined) return 'page';
  return endpoint?.urgency === 'first' ? 'booking' : 'other';
}

/** An IPv4 address, or a /64 of IPv6. */
function networkKey(request: FastifyRequest): string {
  const ip = clientAddress(request);
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv4 ? address.toString() : networkOf(ip);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Every request waits for a place before its session is read. It holds no place while its body arrives or its
 * answer is sent.
 */
export async function admitRequests(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestLoopDelayMs,
    sampleInterval: loopSampleMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    pressureHandler: async (request, _reply, type) => {
      const isQueue = type !== 'eventLoopDelay' || deps.admission.waiting > 0;
      if (isQueue && !isUrgent(rankRequest(deps, request))) throw new Refusal('busy', { retryAfter: 2 });
    },
  });

  async function takePlace(request: FastifyRequest, isGone: () => boolean): Promise<void> {
    const leave = await deps.admission.enter(rankRequest(deps, request), networkKey(request));
    if (!isGone()) return rememberPlace(request, leave);
    leave();
    throw new Refusal('busy');
  }

  app.decorateRequest('needsPlace', false);
  app.addHook('onRequest', async (request, reply) => {
    const { place } = request.routeOptions.config ?? {};
    const isFile = request.url.startsWith('/assets/');
    if (isFile || place === 'none') return;
    request.needsPlace = true;
    await takePlace(request, () => reply.raw.destroyed);
    reply.raw.once('close', () => releasePlace(request));
  });
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) releasePlace(request);
  });
  app.addHook('preValidation', async (request, reply) => {
    if (request.needsPlace && hasBody(request)) await takePlace(request, () => reply.raw.destroyed);
  });
  app.addHook('onSend', async (request) => releasePlace(request));
}
