import type * as z from 'zod/mini';
import type { AuditSubject } from '../domain/audit.ts';
import type { ReadScope, WriteScope } from '../domain/key-scopes.ts';
import type { Role } from '../domain/people/roles.ts';
import type { ErrorCode } from '../errors.ts';

/** Who may call: anyone, anyone signed in, or the listed roles. */
export type Access = 'public' | 'signed-in' | readonly Role[];

/**
 * One endpoint of /api, described once: the server routes, parses and replies by it, the web calls and
 * validates forms by it, and the OpenAPI page is written from it.
 * `status` is 200 unless given; 204 goes with `reply: nothing`. `binaryBody` marks a declared image upload
 * or signed webhook: the only writes that are not `application/json`.
 */
export type EndpointSpec = ReadEndpoint | WriteEndpoint;
export type ReadEndpoint = ReadSpec & CommonSpec & (ForPeople | ForKeys<ReadScope>);
export type WriteEndpoint = WriteSpec & CommonSpec & (ForPeople | ForKeys<WriteScope>);

/** What no key of another program opens. */
interface ForPeople {
  readonly key?: never;
  /** `recent`: refused with `proof_needed` when she last showed who she is more than 15 minutes ago. */
  readonly proof?: 'recent';
}

/** What a key of another program opens that has this scope. A program cannot show who it is once more. */
interface ForKeys<Scope> {
  readonly key: Scope;
  readonly proof?: never;
}

interface ReadSpec {
  readonly method: 'GET';
  /**
   * What its answer is made of: the browser asks again when one of these changed. A file or a fixed answer:
   * nothing.
   */
  readonly shows: readonly AuditSubject[];
  /** Its visits and offers are those of the branch that `locationId` of the query names, if it does. */
  readonly ofBranch?: true;
  /** Pages of any other site may read the answer, too: it is the same for everybody and names no patient. */
  readonly forOtherSites?: true;
}

interface WriteSpec {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What may be different after it. */
  readonly changes: readonly AuditSubject[];
  /** The session goes on by another token: what other tabs have on its way by the old one is sent again. */
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
  /** `first`: bookings, signing in and the desk's day, which keep their share of the server under overload. */
  readonly urgency?: 'first';
  /**
   * What it shows or saves has a version: the reply carries it as `ETag`. A write with another version in
   * `If-Match` is refused with `stale` and the current state.
   */
  readonly versioned?: true;
  /**
   * Of a public endpoint: its handler also gets a viewer whose visits are locked, or whose sign-in is unfinished
   * (a second step or a new password is due). At every other public endpoint such a viewer counts as a visitor.
   */
  readonly alsoKnows?: readonly ('locked' | 'unfinished')[];
  /** `visits`: shows or changes what a patient may have locked; refused with `visits_locked` meanwhile. */
  readonly lock?: 'visits';
  /**
   * Errors of this endpoint beyond those any endpoint can give (not_signed_in, forbidden, malformed,
   * rate_limited …).
   */
  readonly errors?: readonly ErrorCode[];
}

export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What the handler receives, after parsing. */
export type Params<E extends EndpointSpec> = Out<E['params']>;
export type Query<E extends EndpointSpec> = Out<E['query']>;
export type Body<E extends EndpointSpec> = Out<E['body']>;
/** What the caller sends, before parsing. */
export type ParamsInput<E extends EndpointSpec> = In<E['params']>;
export type QueryInput<E extends EndpointSpec> = In<E['query']>;
export type BodyInput<E extends EndpointSpec> = In<E['body']>;
export type Reply<E extends EndpointSpec> = Out<E['reply']>;
