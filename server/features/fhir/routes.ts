import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bundle, BundleEntry, OperationOutcome, OperationOutcomeIssue } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { authenticateKey, readBearerKey, requireScope } from '#server/engine/http/api-key.ts';
import { logRefused, messageParamsOf } from '#server/engine/http/error-handler.ts';
import { negotiateLanguage } from '#server/engine/http/language.ts';
import { decodeCursor } from '#server/engine/http/list-pages.ts';
import { isWritable } from '#server/engine/http/mount-endpoint.ts';
import { parseAsJson } from '#server/engine/http/request-cost.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { bookScope, fhirRoot, isFhirType, readScopeOf } from '#shared/contract/connections/fhir.ts';
import type { KeyScope } from '#shared/domain/key-scopes.ts';
import { errors, Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { bookSlot, cancelFhirAppointment } from './booking-actions.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { capabilityStatement } from './capability-statement-queries.ts';
import { findResource, searchResources } from './resource-queries.ts';
import { cursorKindsOf, readSearch } from './search-queries.ts';

const fhirContentType = 'application/fhir+json; charset=utf-8';

/** FHIR's issue codes by our HTTP status. */
const issueCodes: Record<number, OperationOutcomeIssue['code']> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  410: 'deleted',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'business-rule',
  429: 'throttled',
  503: 'transient',
};

/** Any error as one of our rejections. */
function refusalFromError(error: Error & { statusCode?: number }): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('unavailable');
  if (error.statusCode === 413) return new Refusal('too_large');
  if (error.statusCode === 415) return new Refusal('unsupported_media');
  return error.statusCode !== undefined && error.statusCode < 500 ? new Refusal('malformed') : null;
}

const createOutcome = (issue: OperationOutcomeIssue): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [issue],
});

/** An extra entry of a result that is incomplete. */
const incompleteResultEntry = (request: FastifyRequest): BundleEntry => ({
  resource: createOutcome({
    severity: 'warning',
    code: 'too-costly',
    details: { text: say(negotiateLanguage(request), 'error.searchCut') },
  }),
  search: { mode: 'outcome' },
});

function sendOutcome(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, message } = errors[refusal.code];
  const details = {
    coding: [{ code: refusal.code }],
    text: say(negotiateLanguage(request), message, messageParamsOf(refusal)),
  };
  const outcome = createOutcome({ severity: 'error', code: issueCodes[status] ?? 'exception', details });
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  return sendResource(reply.code(status), outcome);
}

const sendResource = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.type(fhirContentType).header('cache-control', 'no-store').send(JSON.stringify(resource));

/** Requires an API key with the scope, before the body is read. */
const requireKeyScope = (deps: Deps, scopeOf: (request: FastifyRequest) => KeyScope) => ({
  schema: { hide: true },
  onRequest: async (request: FastifyRequest) => {
    const scope = scopeOf(request);
    const key = readBearerKey(request);
    if (key === null) throw new Refusal('not_signed_in');
    request.viewer = await authenticateKey(deps, request, key, negotiateLanguage(request));
    requireScope(request.viewer, scope);
  },
});

function requireProgram({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw new Refusal('not_signed_in');
  return viewer;
}

function parseQuery({ url }: FastifyRequest): URLSearchParams {
  const query = new URL(url, 'http://here').searchParams;
  for (const pair of query) if (!pair.every(isWritable)) throw new Refusal('malformed');
  return query;
}

const formats = new Set(['json', 'application/json', 'application/fhir+json', 'application/fhir json']);
function requireJson(request: FastifyRequest): void {
  const asked = parseQuery(request).get('_format');
  if (asked !== null && !formats.has(asked)) throw new Refusal('only_json');
  const { accept = '*/*' } = request.headers;
  if (!/json|\*/.test(accept)) throw new Refusal('only_json');
}

const resourceTypeOf = (request: FastifyRequest) => {
  const { type } = request.params as { type: string };
  if (!isFhirType(type)) throw new Refusal('not_found');
  return type;
};
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** FHIR R4 for API keys; free times are open to all (`bulk-routes.ts`). */
export async function fhirRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (room) => {
      parseAsJson(room, 'application/fhir+json');
      room.setErrorHandler((error: Error, request, reply) => {
        const refusal = refusalFromError(error);
        if (!refusal) request.log.error({ err: error }, 'unforeseen error');
        else if (isUnavailable(error)) request.log.warn({ err: error }, 'the database cannot be reached');
        else logRefused(request, refusal.code);
        return sendOutcome(request, reply, refusal ?? new Refusal('internal'));
      });
      const hidden = { schema: { hide: true } } as const;
      const reading = requireKeyScope(deps, (request) => readScopeOf(resourceTypeOf(request)));
      const booking = requireKeyScope(deps, () => bookScope);
      const base = `${deps.config.PUBLIC_URL}${fhirRoot}`;
      bulkRoutes(room, deps, base);
      room.addHook('onRequest', async (request) => requireJson(request));

      room.get('/metadata', hidden, async (_request, reply) =>
        sendResource(reply, await capabilityStatement(deps)),
      );
      room.get('/:type', reading, async (request, reply) => {
        const type = resourceTypeOf(request);
        const program = requireProgram(request);
        const query = parseQuery(request);
        const after = decodeCursor(query.get('_cursor') ?? undefined, cursorKindsOf(type, query));
        const search = readSearch(type, query, after);
        const { resources, next, isCut } = await searchResources(deps, program, search);
        const self = `${base}/${type}${query.size > 0 ? `?${query.toString()}` : ''}`;
        const entry: BundleEntry[] = resources.map((resource) => ({
          fullUrl: `${base}/${type}/${resource.id}`,
          resource,
          search: { mode: 'match' },
        }));
        if (isCut) entry.push(incompleteResultEntry(request));
        const bundle: Bundle = {
          resourceType: 'Bundle',
          type: 'searchset',
          link: [{ relation: 'self', url: self }, ...nextLink(`${base}/${type}`, query, next)],
          ...(entry.length > 0 ? { entry } : {}),
        };
        return sendResource(reply, bundle);
      });
      room.get('/:type/:id', reading, async (request, reply) =>
        sendVersioned(
          reply,
          await findResource(deps, requireProgram(request), resourceTypeOf(request), idOf(request)),
        ),
      );
      room.post('/Appointment/$book', booking, async (request, reply) => {
        const program = requireProgram(request);
        const key = readIdempotencyKey(request);
        const booked = await bookSlot(deps, program, request.body, key);
        const bundle: Bundle = {
          resourceType: 'Bundle',
          type: 'searchset',
          total: 1,
          entry: [
            { fullUrl: `${base}/Appointment/${booked.id}`, resource: booked, search: { mode: 'match' } },
          ],
        };
        return sendResource(reply.code(201).header('location', `${base}/Appointment/${booked.id}`), bundle);
      });
      room.put('/Appointment/:id', booking, async (request, reply) => {
        const program = requireProgram(request);
        const id = idOf(request);
        if (!/^[1-9]\d{0,8}$/.test(id)) throw new Refusal('not_found');
        const ifMatch = request.headers['if-match'];
        return sendVersioned(
          reply,
          await cancelFhirAppointment(deps, program, Number(id), { body: request.body, ifMatch }),
        );
      });
      // Errors before the body is read, also at the base address of FHIR.
      const elsewhere = async ({ method }: FastifyRequest) => {
        throw new Refusal(method === 'GET' ? 'not_found' : 'method_not_allowed');
      };
      for (const path of ['/', '/*']) room.all(path, { ...hidden, onRequest: elsewhere }, elsewhere);
    },
    { prefix: fhirRoot },
  );
}

function nextLink(address: string, query: URLSearchParams, next: readonly (string | number)[] | null) {
  if (!next) return [];
  const on = new URLSearchParams(query);
  on.set('_cursor', Buffer.from(JSON.stringify(next)).toString('base64url'));
  return [{ relation: 'next', url: `${address}?${on.toString()}` }];
}

function sendVersioned(reply: FastifyReply, resource: { meta?: { versionId?: string } }): FastifyReply {
  const version = resource.meta?.versionId;
  return sendResource(version === undefined ? reply : reply.header('etag', `W/"${version}"`), resource);
}
