import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { releasePlace } from '#server/engine/http/admission.ts';
import { routePattern } from '#server/engine/http/error-handler.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listPatientDayAppointments } from '#server/features/arrivals/queries.ts';
import { readOwnPlace } from '#server/features/staff/queries.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { ownBranch, ownDoctor, ownNumber, ownVisit, readFirst } from '#shared/contract/own/first-reads.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';

const maxFirstReads = 16;
/** Parallel requests, as in a browser. */
const parallelReads = 4;
/** Headers that the browser needs beside the body. */
const forwardedHeaders = ['link', 'x-total-count', 'x-locked'] as const;
/** Headers of the whole answer, not of its parts. */
const excludedHeaders = new Set(['accept-encoding', 'if-none-match', 'if-modified-since']);

/** Runs one request like a separate one: with its own access check, locks and rate limits. */
async function runFirstRead(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  address: string,
): Promise<[string, Reply<typeof readFirst>[string]]> {
  const { remoteAddress } = socket;
  // A caller who disconnected has no address, and would look like this machine.
  if (remoteAddress === undefined) throw new Refusal('unavailable');
  const answer = await app
    .inject({
      method: 'GET',
      url: address,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !excludedHeaders.has(name))),
      remoteAddress,
    })
    .catch((error: unknown) => {
      // The server is shutting down: the browser retries and another process answers.
      if ((error as FastifyError).code === 'FST_ERR_REOPENED_CLOSE_SERVER') throw new Refusal('unavailable');
      throw error;
    });
  const read = forwardedHeaders.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return [address, { status: answer.statusCode, body: answer.body, headers: Object.fromEntries(read) }];
}

const ownDoctorParameter = new RegExp(String.raw`(\w+=)${ownDoctor}&?`);

/** The patient's first appointment of today that takes place; null if her appointments are locked. */
async function resolveOwnAppointment(
  deps: Deps,
  viewer: Viewer,
  asked: readonly string[],
): Promise<readonly string[]> {
  if (!asked.some((one) => one.includes(ownVisit))) return asked;
  const { date } = dayClock(deps.now());
  const [visit] = viewer.lock === 'shut' ? [] : await listPatientDayAppointments(deps.db, viewer.id, date);
  const known = visit === undefined ? asked.filter((one) => !one.includes(ownVisit)) : asked;
  return known.map((one) => one.replace(ownVisit, String(visit)));
}

/** Replaces placeholders by the user's own ids. */
async function resolveOwnPlaceholders(
  deps: Deps,
  viewer: Viewer,
  asked: readonly string[],
): Promise<string[]> {
  const ofVisit = await resolveOwnAppointment(deps, viewer, asked);
  const named = ofVisit.map((one) => one.replaceAll(ownNumber, String(viewer.id)));
  const ofPlace = named.some((one) => one.includes(ownBranch) || one.includes(ownDoctor));
  if (!ofPlace || !isStaff(viewer.role)) return named;
  const { homeLocationId, locationIds, onlyMine } = await readOwnPlace(deps, viewer);
  return named.map((one) =>
    one
      .replaceAll(ownBranch, String(homeLocationId ?? locationIds[0]))
      .replace(ownDoctorParameter, onlyMine ? `$1${viewer.id}&` : ''),
  );
}

/** Whether the path is already normalized: `/api/users/..\events` would be another address. */
function isNormalizedPath(asked: string): boolean {
  const { pathname, search } = new URL(asked, 'http://localhost');
  return pathname + search === asked;
}

/**
 * `GET /api/first-reads`: everything that a page reads first, in one answer. Only endpoints that are read
 * again after changes (`shows`): no files, no streams. Call it before the routes are declared, because it
 * collects them.
 */
export function firstReadRoutes(app: FastifyInstance, deps: Deps): void {
  const read: { address: RegExp; given: boolean }[] = [];
  app.addHook('onRoute', ({ config, url, method }) => {
    if (method !== 'GET' || !url.startsWith('/api/') || url.includes('*')) return;
    const endpoint = config?.endpoint;
    const given = endpoint?.method === 'GET' && endpoint.shows.length > 0;
    read.push({ address: routePattern(url), given });
  });
  /** `/visits/export` also matches `/visits/:id`: the more specific route decides. */
  function isGiven(asked: string): boolean {
    const path = asked.split('?', 1)[0] ?? '';
    const meant = read.filter(({ address }) => address.test(path));
    return meant.length > 0 && meant.every(({ given }) => given) && isNormalizedPath(asked);
  }
  mount(app, deps, readFirst, async ({ query, viewer, request }) => {
    const asked = [...new Set(query.of.split(' '))];
    if (asked.length > maxFirstReads) throw new Refusal('malformed');
    const given = (await resolveOwnPlaceholders(deps, viewer, asked)).filter(isGiven);
    // Each request takes a place of its own.
    releasePlace(request);
    const answers: Awaited<ReturnType<typeof runFirstRead>>[] = [];
    while (answers.length < given.length) {
      const next = given.slice(answers.length, answers.length + parallelReads);
      answers.push(...(await Promise.all(next.map((one) => runFirstRead(app, request, one)))));
    }
    return Object.fromEntries(answers);
  });
}
