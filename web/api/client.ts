import type { BodyInput, EndpointSpec, ParamsInput, QueryInput, Reply } from '#shared/contract/endpoint.ts';
import { countSessionTokens } from '#shared/cookies.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import type { ErrorBody, ErrorCode } from '#shared/errors.ts';
import { currentLang, t } from '#web/i18n.ts';
import { isUnattended, passiveHeader } from './activity.ts';
import { deviceNow, syncClock } from './clock.ts';
import { logInteraction } from './log/browser-log.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/**
 * Errors without an error code of the server. `offline`: the device was offline and nothing was sent.
 * `unreachable`: no answer arrived. `invalid_response`: a success whose body is not JSON. `uncoded`: an error
 * with a message but no code. `wordless`: an error with neither. `no_json`: an error whose body is not JSON.
 */
type OtherCode = 'offline' | 'unreachable' | 'invalid_response' | 'uncoded' | 'wordless' | 'no_json';

/** An error answer of the server, with a message that can be shown. `status` is 0 if no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | OtherCode;
  readonly fields: Record<string, string>;
  readonly current: unknown;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    fields: Record<string, string> = {},
    current?: unknown,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.current = current;
  }

  get isNetwork(): boolean {
    return this.status === 0;
  }

  /** Whether the answer contained no message of the server; `message` then only gives the status. */
  get isWordless(): boolean {
    return this.code === 'wordless';
  }
}

/** Error for a request without an answer. `offline` means that nothing was sent. */
export const createNetworkError = (wasOffline = !navigator.onLine): ApiError =>
  new ApiError(
    0,
    wasOffline ? 'offline' : 'unreachable',
    t(navigator.onLine ? 'error.unreachable' : 'error.offline'),
  );

/** The message to show for an error: the server's, else `otherwise`. */
export const getErrorMessage = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !error.isWordless ? error.message : otherwise;

/** Input of a call to any endpoint. */
export interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Path and query values are text: numbers are accepted where any text is. */
type UrlValues<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : never) };
type Empty = Record<never, never>;
type Part<Name extends string, T> = Empty extends T ? { [K in Name]?: T } : { [K in Name]: T };
type ParamsPart<E extends EndpointSpec> = E extends { params: object }
  ? { params: UrlValues<ParamsInput<E>> }
  : { params?: undefined };
type QueryPart<E extends EndpointSpec> = E extends { query: object }
  ? Part<'query', UrlValues<QueryInput<E>>>
  : { query?: undefined };
/**
 * Endpoints that change a record with a version. The API accepts a change without a version; our own client
 * requires it.
 */
type VersionedWrite = { method: 'PUT' | 'PATCH' };
type WithVersion<E extends EndpointSpec, B> = E extends VersionedWrite
  ? 'version' extends (string extends keyof B ? never : keyof B)
    ? Omit<B, 'version'> & { version: number }
    : B
  : B;
type VersionPart<E extends EndpointSpec> = E extends { changes: object; versioned: true }
  ? { headers: Record<string, string> }
  : unknown;
type BodyPart<E extends EndpointSpec> = E extends { body: object }
  ? { body: WithVersion<E, BodyInput<E>> }
  : E extends { binaryBody: object }
    ? { body: Blob }
    : { body?: undefined };

/** Input of a call to this endpoint, typed by its contract. */
export type CallInput<E extends EndpointSpec> = LooseInput &
  (EndpointSpec['path'] extends E['path']
    ? unknown
    : ParamsPart<E> & QueryPart<E> & BodyPart<E> & VersionPart<E>);
/**
 * Arguments of a function that calls an endpoint: the input, optional if the contract requires nothing, then
 * the rest.
 */
export type WithInput<E extends EndpointSpec, Rest extends unknown[] = []> =
  Empty extends CallInput<E> ? [input?: CallInput<E>, ...rest: Rest] : [input: CallInput<E>, ...rest: Rest];

type UrlValue = string | number | boolean | undefined;
const listUrlEntries = (part: unknown): [string, UrlValue][] =>
  Object.entries((part ?? {}) as Record<string, UrlValue>);

/** URL of an endpoint with its parameters and query filled in. */
export function buildEndpointUrl(spec: EndpointSpec, input: LooseInput = {}): string {
  const params = new Map(listUrlEntries(input.params));
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of listUrlEntries(input.query))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

let lastAnswerAt = deviceNow();

/**
 * Device time of the server's last answer to a request while the user was active: the idle timeout of the
 * session starts from it.
 */
export const getLastAnswerTime = (): Date => lastAnswerAt;

/** Logs the request and the answer of a write. Reads are logged by the query cache (hooks.ts). */
async function logWrite(spec: EndpointSpec, sending: () => Promise<Response>): Promise<Response> {
  if (spec.method === 'GET') return sending();
  const began = performance.now();
  const place = `${spec.method} ${spec.path}`;
  logInteraction('api_request', spec.method, place);
  const response = await sending();
  const figures = { status: response.status, milliseconds: Math.round(performance.now() - began) };
  logInteraction('api_response', String(response.status), place, figures);
  if (spec.path.startsWith('/api/auth/'))
    logInteraction('authentication', response.ok ? 'accepted' : 'refused', spec.path, {
      status: response.status,
    });
  return response;
}

/**
 * Requests that the page sent before its scripts loaded (`first-script.ts`), each used for one read, and the
 * device time at which they were sent.
 */
const { early = {}, earlyAt } = globalThis as { early?: Record<string, Promise<Response>>; earlyAt?: Date };
/** Milliseconds after which unused early answers are discarded. */
const earlyAnswerTtlMs = 10_000;
/**
 * Subjects that changed since: early answers that show one of them are stale. A write makes all of them
 * stale.
 */
const staleSubjects = new Set<AuditSubject | 'everything'>();

export function markSubjectsStale(subjects: readonly (AuditSubject | 'everything')[]): void {
  for (const subject of subjects) staleSubjects.add(subject);
}

const isEarlyAnswerStale = (spec: EndpointSpec): boolean =>
  staleSubjects.has('everything') ||
  (spec.method === 'GET' && spec.shows.some((subject) => staleSubjects.has(subject)));

if (earlyAt)
  setTimeout(() => {
    for (const address of Object.keys(early)) delete early[address];
  }, earlyAnswerTtlMs);

/** Whether an early answer for this endpoint is pending or available. */
export const hasEarlyAnswer = (spec: EndpointSpec): boolean =>
  !isEarlyAnswerStale(spec) && Object.hasOwn(early, buildEndpointUrl(spec));

/** Uses the early answer if there is a current one, else sends the request. */
async function fetchOrUseEarly(spec: EndpointSpec, address: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET') markSubjectsStale(['everything']);
  const asked = isEarlyAnswerStale(spec) ? undefined : early[address];
  delete early[address];
  const answered = await asked?.catch(() => undefined);
  if (answered && earlyAt) syncClock(answered.headers.get('date'), earlyAt);
  // A 401 may come from a token that has been renewed since; and the data may have changed while the answer
  // was loading.
  if (answered && !isEarlyAnswerStale(spec) && answered.status !== 401) return answered;
  const began = deviceNow();
  const response = await fetch(address, init);
  syncClock(response.headers.get('date'), began);
  return response;
}

/** Number of sign-ins before a request was sent: a refusal from an earlier session is ignored. */
const signInsBeforeRequest = new WeakMap<Response, number>();
let signInCount = 0;

/**
 * The user signed in after a session had ended: refusals of earlier requests do not concern the new session.
 */
export function ignoreEarlierRefusals(): void {
  signInCount++;
}

const countTokens = (): number => (typeof document === 'undefined' ? 0 : countSessionTokens(document.cookie));

/**
 * Sends a request. If the server refuses it because another tab or request renewed the token in the meantime,
 * sends it again; a refused request has changed nothing. A request that renews the session holds a web lock
 * until its answer arrives.
 */
export async function sendWithTokenRenewal(
  sending: () => Promise<Response>,
  renews = false,
): Promise<Response> {
  const before = countTokens();
  const locks = globalThis.navigator?.locks;
  const response = renews && locks ? await locks.request('renewing', sending) : await sending();
  if (response.status !== 401 || before === 0) return response;
  await locks?.request('renewing', { mode: 'shared' }, () => undefined);
  return countTokens() > before ? sending() : response;
}

async function send(spec: EndpointSpec, input: LooseInput): Promise<Response> {
  const signIn = signInCount;
  const wasOffline = globalThis.navigator?.onLine === false;
  const raw = input.body instanceof Blob;
  const unattended = isUnattended();
  const headers: Record<string, string> = {
    'accept-language': currentLang(),
    ...(unattended ? { [passiveHeader]: '1' } : {}),
    ...input.headers,
  };
  if (input.body !== undefined)
    headers['content-type'] = raw ? (input.body as Blob).type : 'application/json';
  try {
    const sending = () =>
      fetchOrUseEarly(spec, buildEndpointUrl(spec, input), {
        method: spec.method,
        credentials: 'same-origin',
        headers,
        ...(input.body === undefined
          ? {}
          : { body: raw ? (input.body as Blob) : JSON.stringify(input.body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      });
    const renews = spec.method !== 'GET' && spec.renews === 'session';
    const isRepeatable = spec.method === 'GET' || input.headers?.['idempotency-key'] !== undefined;
    const response = await logWrite(spec, () =>
      retryWhileBusy(() => sendWithTokenRenewal(sending, renews), {
        isRepeatable,
        isUnattended: unattended,
        signal: input.signal,
      }),
    );
    if (!unattended) lastAnswerAt = deviceNow();
    signInsBeforeRequest.set(response, signIn);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw createNetworkError(wasOffline);
  }
}

const refusalListeners = {
  /** The session has ended. */
  not_signed_in: new Set<() => void>(),
  /** The patient's locked appointments were locked again, by another device or by the timeout. */
  visits_locked: new Set<() => void>(),
};

/** Calls back whenever the server refuses with this code; returns a function that stops listening. */
export function onErrorCode(code: keyof typeof refusalListeners, listener: () => void): () => void {
  refusalListeners[code].add(listener);
  return () => refusalListeners[code].delete(listener);
}

type AnyErrorBody = Partial<ErrorBody> & { error?: unknown };

/** JSON body of an error, from the server or a proxy; undefined if it is not JSON. */
async function readErrorBody(response: Response): Promise<AnyErrorBody | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' ? (body ?? {}) : undefined;
}

/**
 * Converts an error answer to an `ApiError`. Only this function chooses the message: `message` of the body,
 * else `error`; a fixed text if the body is not JSON; else a text with the status, which `getErrorMessage` replaces
 * by the caller's.
 */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = await readErrorBody(response);
  // Checked after reading the body: the user may have signed in while it was loading.
  const isNews = (signInsBeforeRequest.get(response) ?? signInCount) === signInCount;
  if (isNews && (body?.code === 'not_signed_in' || body?.code === 'visits_locked'))
    for (const listener of refusalListeners[body.code]) listener();
  const message = [body?.message, body?.error].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  if (body && message !== undefined) {
    const { code = response.status === 401 ? 'not_signed_in' : 'uncoded', fields, current } = body;
    return new ApiError(response.status, code, message, fields, current);
  }
  if (response.status === 401) return new ApiError(401, 'not_signed_in', t('error.notAuthenticated'));
  if (!body) return new ApiError(response.status, 'no_json', t('error.serverTryLater'));
  return new ApiError(
    response.status,
    'wordless',
    t('error.server', { status: String(response.status), statusText: response.statusText }),
  );
}

async function readReply(spec: EndpointSpec, response: Response): Promise<unknown> {
  if (!response.ok) throw await readApiError(response);
  if (spec.status === 204) return null;
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, 'invalid_response', t('error.invalidResponse'));
  }
}

/** Calls an endpoint whose input the caller has already checked for its type. */
export async function callUntyped<E extends EndpointSpec>(spec: E, input: LooseInput): Promise<Reply<E>> {
  return (await readReply(spec, await send(spec, input))) as Reply<E>;
}

/** A reply with its version, which a later write sends back with `ifMatch`. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: string;
}

/** Calls an endpoint that is marked `versioned`. */
export async function callVersioned<E extends EndpointSpec>(
  spec: E,
  input: LooseInput,
): Promise<Versioned<Reply<E>>> {
  const response = await send(spec, input);
  const value = (await readReply(spec, response)) as Reply<E>;
  const version = response.headers.get('etag');
  // Without a version a later save could overwrite another user's.
  if (version === null) throw new ApiError(response.status, 'invalid_response', t('error.invalidResponse'));
  return { value, version };
}

/** Headers for a write that the server refuses with `stale` if another user has saved since this version. */
export const ifMatch = (version: string): { headers: Record<string, string> } => ({
  headers: { 'if-match': version },
});

/** Calls an endpoint with typed input. */
export const call = <E extends EndpointSpec>(spec: E, ...[input]: WithInput<E>): Promise<Reply<E>> =>
  callUntyped(spec, input ?? {});

export interface Page<Row> {
  readonly rows: Row[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** Total number of rows as the server gives it: `1284` or `10000+`. */
  readonly total: string | undefined;
}

type RowOf<E extends EndpointSpec> = Reply<E> extends (infer Row)[] ? Row : never;

/** Calls a list endpoint; reads the next cursor and the total from the headers. */
export async function callPage<E extends EndpointSpec>(spec: E, input: LooseInput): Promise<Page<RowOf<E>>> {
  const response = await send(spec, input);
  const rows = (await readReply(spec, response)) as RowOf<E>[];
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const next = link ? (new URL(link, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
  return { rows, next, total: response.headers.get('x-total-count') ?? undefined };
}
