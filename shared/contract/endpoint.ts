import type * as z from 'zod/mini';
import type { AuditSubject } from '../domain/audit.ts';
import type { ReadScope, WriteScope } from '../domain/key-scopes.ts';
import type { Role } from '../domain/people/roles.ts';
import type { ErrorCode } from '../errors.ts';

/** Who may call: anyone, anyone signed in, or the listed roles. */
export type Access = 'public' | 'signed-in' | readonly Role[];

/**
 * One endpoint of /api. The server routes, parses and replies by it, the web client calls it and validates
 * forms by it, and the OpenAPI page is generated from it. `status` defaults to 200; 204 requires `reply:
 * nothing`. `binaryBody` marks an image upload or a signed webhook: the only writes that are not
 * `application/json`.
 */
export type EndpointSpec = ReadEndpoint | WriteEndpoint;
export type ReadEndpoint = ReadSpec & CommonSpec & (ForPeople | ForKeys<ReadScope>);
export type WriteEndpoint = WriteSpec & CommonSpec & (ForPeople | ForKeys<WriteScope>);

/** An endpoint that no API key may call. */
interface ForPeople {
  readonly key?: never;
  /** `recent`: refused with `proof_needed` if the last identity proof is older than 15 minutes. */
  readonly proof?: 'recent';
}

/** An endpoint that API keys with this scope may call. It cannot require an identity proof. */
interface ForKeys<Scope> {
  readonly key: Scope;
  readonly proof?: never;
}

interface ReadSpec {
  readonly method: 'GET';
  /**
   * Subjects that the reply contains: the browser refetches it when one of them changes. Empty for files and
   * fixed replies.
   */
  readonly shows: readonly AuditSubject[];
  /**
   * The appointments and offers of the reply belong to the branch in the query's `locationId`, if present.
   */
  readonly ofBranch?: true;
  /**
   * Pages of other sites may read the reply (CORS): it is the same for everybody and contains no patient
   * data.
   */
  readonly forOtherSites?: true;
}

interface WriteSpec {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Subjects that the request may change. */
  readonly changes: readonly AuditSubject[];
  /** The session continues with a new token: requests of other tabs with the old token are retried. */
  readonly renews?: 'session';
}

interface CommonSpec {
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly binaryBody?: readonly string[];
  readonly reply: z.ZodMiniType;
  readonly status?: 200 | 201 | 202 | 204;
  /** `first`: bookings, sign-ins and the day board, which keep their share of the server under overload. */
  readonly urgency?: 'first';
  /**
   * The resource has a version: the reply carries it as `ETag`. A write with another version in `If-Match` is
   * refused with `stale` and the current state.
   */
  readonly versioned?: true;
  /**
   * Only for public endpoints: the handler also gets a viewer whose appointments are locked, or whose sign-in
   * is incomplete (second step or new password due). Other public endpoints treat such a viewer as anonymous.
   */
  readonly alsoKnows?: readonly ('locked' | 'unfinished')[];
  /** `visits`: reads or changes what a patient can lock; refused with `visits_locked` while locked. */
  readonly lock?: 'visits';
  /**
   * Errors of this endpoint in addition to those of every endpoint (not_signed_in, forbidden, malformed,
   * rate_limited …).
   */
  readonly errors?: readonly ErrorCode[];
}

export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** Params as the handler receives them, after parsing. */
export type Params<E extends EndpointSpec> = SchemaOutput<E['params']>;
export type Query<E extends EndpointSpec> = SchemaOutput<E['query']>;
export type Body<E extends EndpointSpec> = SchemaOutput<E['body']>;
/** Params as the caller sends them, before parsing. */
export type ParamsInput<E extends EndpointSpec> = SchemaInput<E['params']>;
export type QueryInput<E extends EndpointSpec> = SchemaInput<E['query']>;
export type BodyInput<E extends EndpointSpec> = SchemaInput<E['body']>;
export type Reply<E extends EndpointSpec> = SchemaOutput<E['reply']>;
