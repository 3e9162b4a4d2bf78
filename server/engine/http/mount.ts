import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Body, EndpointSpec, Params, Query, Reply } from '#shared/contract/endpoint.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { checkAccess, checkSameOrigin, knownViewer } from './access.ts';
import { leavePlace } from './admission.ts';
import { checkKey, keyShown, readKey } from './api-key.ts';
import type { HttpDeps } from './deps.ts';
import { languageOf } from './language.ts';
import { type Counted, type ThrottleRule, throttleNetwork } from './rate-limit.ts';
import { bodyLimitOf } from './request-cost.ts';
import { readSession, type Viewer } from './session.ts';
import { entityTag } from './version.ts';
import { written } from './written.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    lang: Lang;
    counted: Counted | null;
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

/** An answer that was written by its contract before: it is sent as it is. */
export class WrittenAnswer<E extends EndpointSpec = EndpointSpec> {
  readonly text: string;
  constructor(spec: E, reply: Reply<E>) {
    this.text = written(spec.reply, reply);
  }
}

/** A text may also be sent as it is made. */
type Answer<E extends EndpointSpec> =
  | Reply<E>
  | WrittenAnswer<E>
  | (Reply<E> extends string ? Readable : never);

interface MountOptions<E extends EndpointSpec> {
  /** Looks at the raw body before it is parsed: what is forbidden is refused before what is malformed. */
  readonly guard?: (viewer: ViewerOf<E>, body: Record<string, unknown>) => void;
  /** Bytes of its body, where what `request-cost` gives by access is too little. */
  readonly bodyLimit?: number;
  /**
   * How often a network may call: counted before the body is read. Every public endpoint that takes one has
   * such a rule.
   */
  readonly throttle?: ThrottleRule | ((request: FastifyRequest) => ThrottleRule | null);
  /** The handler waits for something with a queue or a fixed time of its own, such as a password hash. */
  readonly holdsNoPlace?: boolean;
}

/** Fields that would grant something; refused wherever the endpoint does not declare them. */
const granting = [
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

function refuseGranting(spec: EndpointSpec, body: Record<string, unknown>): void {
  const declared = declaredFields(spec.body);
  const found = granting.find((field) => field in body && !declared.has(field));
  if (found) throw new Refusal('field_not_allowed', { params: { field: found } });
}

const unwritable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** NUL and lone surrogates are no text: PostgreSQL cannot hold them. */
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

/** Another program by its key, else whoever is signed in. */
async function whoAsks(deps: HttpDeps, request: FastifyRequest, spec: EndpointSpec): Promise<Viewer | null> {
  const key = keyShown(request);
  if (key === null) return readSession(deps, request, request.lang, request.headers['x-passive'] === '1');
  const program = await readKey(deps, request, key, request.lang);
  checkKey(spec, program);
  return program;
}

/**
 * Puts an endpoint of the contract on the server: its access, its parsing and its reply are the contract's.
 * Order of refusal: how often (429), who asks (401, 403), all before the body is read; then how large (413)
 * and what is asked (400), then the handler's own answers.
 */
export function mount<const E extends EndpointSpec>(
  app: FastifyInstance,
  deps: HttpDeps,
  spec: E,
  handler: (call: EndpointCall<E>) => Promise<Answer<E>> | Answer<E>,
  options: MountOptions<E> = {},
): void {
  const status = spec.status ?? 200;
  const { throttle: rule, bodyLimit = bodyLimitOf(spec) } = options;
  if (spec.access === 'public' && spec.body && !rule)
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
      // To any site, and so to none with cookies.
      if (forOtherSites) reply.header('access-control-allow-origin', '*');
      checkSameOrigin(deps, request);
      request.lang = languageOf(request);
      const applying = typeof rule === 'function' ? rule(request) : rule;
      if (applying) request.counted = await throttleNetwork(deps, request, applying);
      const viewer = await whoAsks(deps, request, spec);
      if (viewer) deps.knownStaff.note(viewer);
      request.viewer = knownViewer(spec, viewer);
      checkAccess(spec, request.viewer, deps.now());
    },
    preValidation: async (request) => {
      refuseUnwritable(request.query);
      if (spec.binaryBody) return;
      refuseUnwritable(request.body);
      if (!isRecord(request.body)) return;
      options.guard?.(request.viewer as ViewerOf<E>, request.body);
      refuseGranting(spec, request.body);
    },
    handler: async (request, reply) => {
      if (options.holdsNoPlace) leavePlace(request);
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
        const text = written(spec.reply, answer);
        return reply.header('etag', entityTag(text)).type('application/json; charset=utf-8').send(text);
      }
      if (answer instanceof WrittenAnswer)
        return reply.type('application/json; charset=utf-8').send(answer.text);
      return status === 204 ? reply.send() : answer;
    },
  });
}

export const serializeByContract =
  ({ schema }: { schema: unknown }) =>
  (data: unknown): string =>
    written(schema, data);
