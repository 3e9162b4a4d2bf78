import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Body, EndpointSpec, Params, Query, Reply } from '#shared/contract/endpoint.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { checkAccess, checkSameOrigin, viewerForHandler } from './access.ts';
import { releasePlace } from './admission.ts';
import { authenticateKey, checkKey, readBearerKey } from './api-key.ts';
import type { HttpDeps } from './deps.ts';
import { negotiateLanguage } from './language.ts';
import { type CountedTry, type ThrottleRule, throttleNetwork } from './rate-limit.ts';
import { bodyLimitOf } from './request-cost.ts';
import { serializeReply } from './serialize-reply.ts';
import { readSession, type Viewer } from './session.ts';
import { entityTag } from './version.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    lang: Lang;
    counted: CountedTry | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointSpec;
  }
}

type ViewerOf<E extends EndpointSpec> = E['access'] extends 'public' ? Viewer | null : Viewer;

export interface EndpointCall<E extends EndpointSpec> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  readonly viewer: ViewerOf<E>;
  readonly lang: Lang;
  /** The version that the caller saw last (`If-Match`): see `refuseStale`. */
  readonly ifMatch: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A reply that was serialized before by its contract; sent unchanged. */
export class SerializedReply<E extends EndpointSpec = EndpointSpec> {
  readonly text: string;
  constructor(spec: E, reply: Reply<E>) {
    this.text = serializeReply(spec.reply, reply);
  }
}

/** A text may also be streamed. */
type HandlerResult<E extends EndpointSpec> =
  | Reply<E>
  | SerializedReply<E>
  | (Reply<E> extends string ? Readable : never);

interface MountOptions<E extends EndpointSpec> {
  /**
   * Checks the raw body before it is parsed, so that a forbidden field is rejected before a malformed one.
   */
  readonly guard?: (viewer: ViewerOf<E>, body: Record<string, unknown>) => void;
  /** Maximum size of the body in bytes, if the default of `request-cost` is too small. */
  readonly bodyLimit?: number;
  /** Rate limit per network, counted before the body is read. Every public endpoint with a body has one. */
  readonly throttle?: ThrottleRule | ((request: FastifyRequest) => ThrottleRule | null);
  /** The handler waits for something with its own queue or a fixed time, such as a password hash. */
  readonly holdsNoPlace?: boolean;
}

/** Fields that would grant rights; rejected by every endpoint that does not declare them. */
const rightsFields = [
  'role',
  'isSuperAdmin',
  'isAdmin',
  'id',
  'reference',
  'authProvider',
  'requires',
  'createdBy',
  'emailConfirmed',
  'phoneConfirmed',
  'passwordHash',
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function declaredFields(schema: z.ZodMiniType | undefined): Set<string> {
  const shape = (schema as { shape?: object } | undefined)?.shape;
  return new Set(shape ? Object.keys(shape) : []);
}

function rejectRightsFields(spec: EndpointSpec, body: Record<string, unknown>): void {
  const declared = declaredFields(spec.body);
  const found = rightsFields.find((field) => field in body && !declared.has(field));
  if (found) throw new Refusal('field_not_allowed', { params: { field: found } });
}

const unwritable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** PostgreSQL cannot store NUL and lone surrogates. */
export const isWritable = (text: string): boolean => !unwritable.test(text);

function refuseUnwritable(value: unknown, depth = 0): void {
  if (depth > 12) throw new Refusal('malformed');
  if (typeof value === 'string') {
    if (!isWritable(value)) throw new Refusal('malformed');
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnwritable(item, depth + 1);
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnwritable(key, depth + 1);
      refuseUnwritable(item, depth + 1);
    }
  }
}

/** The viewer of the API key, else of the session. */
async function identifyViewer(
  deps: HttpDeps,
  request: FastifyRequest,
  spec: EndpointSpec,
): Promise<Viewer | null> {
  const key = readBearerKey(request);
  if (key === null) return readSession(deps, request, request.lang, request.headers['x-passive'] === '1');
  const program = await authenticateKey(deps, request, key, request.lang);
  checkKey(spec, program);
  return program;
}

/**
 * Registers an endpoint of the contract as a route: access, parsing and reply come from the contract. Order
 * of rejection: rate (429), access (401, 403), both before the body is read; then size (413), validation
 * (400), and the handler's own errors.
 */
export function mount<const E extends EndpointSpec>(
  app: FastifyInstance,
  deps: HttpDeps,
  spec: E,
  handler: (call: EndpointCall<E>) => Promise<HandlerResult<E>> | HandlerResult<E>,
  options: MountOptions<E> = {},
): void {
  const status = spec.status ?? 200;
  const { throttle: rule, bodyLimit = bodyLimitOf(spec) } = options;
  if (spec.access === 'public' && (spec.body || spec.binaryBody) && !rule)
    throw new Error(`${spec.method} ${spec.path} is open to anyone and takes a body: it needs a throttle`);
  const forOtherSites = spec.method === 'GET' && spec.forOtherSites === true;
  if (forOtherSites && spec.access !== 'public')
    throw new Error(`${spec.path} is not open to anyone: no other site may read it`);
  app.route({
    method: spec.method,
    url: spec.path,
    config: { endpoint: spec },
    bodyLimit,
    schema: {
      summary: spec.summary,
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      response: { [status]: spec.reply },
    },
    onRequest: async (request, reply) => {
      // Open to every site, and therefore without cookies.
      if (forOtherSites) reply.header('access-control-allow-origin', '*');
      checkSameOrigin(deps, request);
      request.lang = negotiateLanguage(request);
      const applying = typeof rule === 'function' ? rule(request) : rule;
      if (applying) request.counted = await throttleNetwork(deps, request, applying);
      const viewer = await identifyViewer(deps, request, spec);
      if (viewer) deps.knownStaff.note(viewer);
      request.viewer = viewerForHandler(spec, viewer);
      checkAccess(spec, request.viewer, deps.now());
    },
    preValidation: async (request) => {
      refuseUnwritable(request.query);
      if (spec.binaryBody) return;
      refuseUnwritable(request.body);
      if (!isRecord(request.body)) return;
      options.guard?.(request.viewer as ViewerOf<E>, request.body);
      rejectRightsFields(spec, request.body);
    },
    handler: async (request, reply) => {
      if (options.holdsNoPlace) releasePlace(request);
      const answer = await handler({
        params: request.params as Params<E>,
        query: request.query as Query<E>,
        body: request.body as Body<E>,
        viewer: request.viewer as ViewerOf<E>,
        lang: request.lang,
        ifMatch: request.headers['if-match'],
        request,
        reply,
      });
      reply.code(status);
      if (spec.versioned) {
        const text = serializeReply(spec.reply, answer);
        return reply.header('etag', entityTag(text)).type('application/json; charset=utf-8').send(text);
      }
      if (answer instanceof SerializedReply)
        return reply.type('application/json; charset=utf-8').send(answer.text);
      return status === 204 ? reply.send() : answer;
    },
  });
}

export const serializeByContract =
  ({ schema }: { schema: unknown }) =>
  (data: unknown): string =>
    serializeReply(schema, data);
