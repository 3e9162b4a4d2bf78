import type { FastifyRequest } from 'fastify';
import { requireProof } from '#server/engine/secrets/proof.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import type { User } from '#shared/contract/users.ts';
import { type ErrorCode, Refusal } from '#shared/errors.ts';
import type { HttpDeps } from './deps.ts';
import type { Viewer } from './session.ts';

const alwaysOpenEndpoints = ['GET /api/auth/user', 'POST /api/auth/logout', 'POST /api/auth/keep-alive'];
const twoStepPath = '/api/auth/two-step';

/** Endpoints that stay open to a user who has to do something first, and the error of all others. */
const pendingSteps = {
  'second-step': {
    open: [...alwaysOpenEndpoints, `POST ${twoStepPath}/sign-in`],
    refusal: 'second_step_required',
  },
  'new-secret': {
    open: [
      ...alwaysOpenEndpoints,
      'POST /api/auth/new-secret',
      'PUT /api/users/:id/password',
      'POST /api/users/:id/change-password',
    ],
    refusal: 'new_secret_required',
  },
  'second-step-setup': {
    open: [
      ...alwaysOpenEndpoints,
      `GET ${twoStepPath}`,
      `POST ${twoStepPath}/proof`,
      `POST ${twoStepPath}/app`,
      `POST ${twoStepPath}/app/confirm`,
      `POST ${twoStepPath}/passkeys`,
      `POST ${twoStepPath}/passkeys/options`,
    ],
    refusal: 'second_step_setup_required',
  },
} as const satisfies Record<User['requires'][number], { open: readonly string[]; refusal: ErrorCode }>;

/** The error for a user who has to do something first, or null. */
export const pendingStepError = ({ mustFirst }: Viewer): Refusal | null =>
  mustFirst && new Refusal(pendingSteps[mustFirst].refusal);

/** Checks who may call the endpoint: 401 before 403. */
export function checkAccess(spec: EndpointSpec, viewer: Viewer | null, now: Date): void {
  if (spec.access === 'public') return;
  if (!viewer) throw new Refusal('not_signed_in');
  const { mustFirst } = viewer;
  const name = `${spec.method} ${spec.path}`;
  if (mustFirst && !(pendingSteps[mustFirst].open as readonly string[]).includes(name))
    throw new Refusal(pendingSteps[mustFirst].refusal);
  if (spec.access !== 'signed-in' && !spec.access.includes(viewer.role)) throw new Refusal('forbidden');
  if (spec.lock && viewer.lock === 'shut') throw new Refusal('visits_locked');
  if (spec.proof) requireProof(viewer, now);
}

/**
 * The viewer that the handler gets: null on a public endpoint if the user is locked out or not fully signed
 * in.
 */
export function viewerForHandler(spec: EndpointSpec, viewer: Viewer | null): Viewer | null {
  if (!viewer || spec.access !== 'public') return viewer;
  const knows = spec.alsoKnows ?? [];
  if (viewer.mustFirst && !knows.includes('unfinished')) return null;
  if (viewer.lock === 'shut' && !knows.includes('locked')) return null;
  return viewer;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that a page of another site started. Browsers send Sec-Fetch-Site and Origin; a caller
 * without both is not a browser and sends no cookies by accident.
 */
export function checkSameOrigin(deps: Pick<HttpDeps, 'config'>, request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') {
    if (site === 'same-origin' || site === 'none') return;
    throw new Refusal('cross_origin');
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const { PUBLIC_URL, secure } = deps.config;
  // Without TLS the server may have several host names; behind TLS a page without TLS belongs to somebody
  // else.
  const own = [new URL(PUBLIC_URL).origin, ...(secure ? [] : [`http://${request.headers.host}`])];
  if (!own.includes(origin)) throw new Refusal('cross_origin');
}
