import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type Counted, throttle } from '#server/engine/http/rate-limit.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';

export const mailWindowSeconds = 30 * 60;
/**
 * Mails that anybody can have sent to an address, over all networks and whatever they are about. Links live
 * as long as this window, so that whoever is refused another has one that works.
 */
const mails = { name: 'mail-to', overall: { points: 5, seconds: mailWindowSeconds } };

export const countMailTo = (deps: Deps, request: FastifyRequest, email: string): Promise<Counted> =>
  throttle(deps, request, mails, canonicalHandle(email));
