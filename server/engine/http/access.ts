import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import { Refusal } from '#shared/errors.ts';
import type { Viewer } from './session.ts';

const open = new Set(['/api/auth/user', '/api/auth/logout', '/api/auth/new-secret', '/api/auth/keep-alive']);

/** Who may call this endpoint: 401 before 403. */
export function checkAccess(spec: EndpointSpec, viewer: Viewer | null): void {
  if (spec.access === 'public') return;
  if (!viewer) throw new Refusal('not_signed_in');
  if (viewer.mustChoosePassword && !open.has(spec.path)) throw new Refusal('new_secret_required');
  if (spec.access === 'signed-in') return;
  if (!spec.access.includes(viewer.role)) throw new Refusal('forbidden');
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site's page started. Browsers say where a write comes from (Sec-Fetch-Site,
 * Origin); a caller that says nothing is no browser and carries no one's cookies by accident.
 */
export function checkSameOrigin(deps: Pick<Deps, 'config'>, request: FastifyRequest): void {
  if (safe.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') {
    if (site === 'same-origin' || site === 'none') return;
    throw new Refusal('cross_origin');
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const { PUBLIC_URL, secure } = deps.config;
  // Without TLS the server may be reached by other names of its machine; behind TLS a page without it is a
  // stranger's.
  const own = [new URL(PUBLIC_URL).origin, ...(secure ? [] : [`http://${request.headers.host}`])];
  if (!own.includes(origin)) throw new Refusal('cross_origin');
}
