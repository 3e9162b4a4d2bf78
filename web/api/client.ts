import type { BodyInput, EndpointSpec, ParamsInput, QueryInput, Reply } from '#shared/contract/endpoint.ts';
import { tokensOf } from '#shared/cookies.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import type { ErrorBody, ErrorCode } from '#shared/errors.ts';
import { currentLang, t } from '#web/i18n.ts';
import { isUnattended, passiveHeader } from './activity.ts';
import { deviceNow, hearClock } from './clock.ts';
import { noteInteraction } from './log/browser-log.ts';
import { sendAgainWhileBusy } from './send-again.ts';

/**
 * Errors that the server gave no code of ours for: the device was offline and nothing was sent; no answer came; a
 * success that is no JSON; an error with a message and no code, with neither, or that is no JSON.
 */
type OtherCode = 'offline' | 'unreachable' | 'invalid_response' | 'uncoded' | 'wordless' | 'no_json';

/** A refusal of the server, in words fit to be shown. `status` 0: no answer came at all. */
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

  /** The answer had no words of the server's own, only a status. */
  get isWordless(): boolean {
    return this.code === 'wordless';
  }
}

/** No answer came. A device that was offline before the request has sent nothing. */
export const unanswered = (wasOffline = !navigator.onLine): ApiError =>
  new ApiError(
    0,
    wasOffline ? 'offline' : 'unreachable',
    t(navigator.onLine ? 'error.unreachable' : 'error.offline'),
  );

/** What to say of a refusal: the server's words, else the screen's own. */
export const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !error.isWordless ? error.message : otherwise;

/** What a call may carry, whatever its endpoint. */
export interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An address is text: a number says the same wherever any text is taken. */
type InAddress<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : never) };
type Empty = Record<never, never>;
type Part<Name extends string, T> = Empty extends T ? { [K in Name]?: T } : { [K in Name]: T };
type ParamsPart<E extends EndpointSpec> = E extends { params: object }
  ? { params: InAddress<ParamsInput<E>> }
  : { params?: undefined };
type QueryPart<E extends EndpointSpec> = E extends { query: object }
  ? Part<'query', InAddress<QueryInput<E>>>
  : { query?: undefined };
/** A change that takes a version. Other programs may leave the version out; our own screens never do. */
type Changes = { method: 'PUT' | 'PATCH' };
type WithVersion<E extends EndpointSpec, B> = E extends Changes
  ? 'version' extends (string extends keyof B ? never : keyof B)
    ? Omit<B, 'version'> & { version: number }
    : B
  : B;
type VersionPart<E extends EndpointSpec> = E extends Changes & { versioned: true }
  ? { headers: Record<string, string> }
  : unknown;
type BodyPart<E extends EndpointSpec> = E extends { body: object }
  ? { body: WithVersion<E, BodyInput<E>> }
  : E extends { binaryBody: object }
    ? { body: Blob }
    : { body?: undefined };

/** What a call of this endpoint carries: the contract says what must be there. */
export type CallInput<E extends EndpointSpec> = LooseInput &
  (EndpointSpec['path'] extends E['path']
    ? unknown
    : ParamsPart<E> & QueryPart<E> & BodyPart<E> & VersionPart<E>);
/** The input, which may be left out where nothing must be there, and what else a function takes after it. */
export type WithInput<E extends EndpointSpec, Rest extends unknown[] = []> =
  Empty extends CallInput<E> ? [input?: CallInput<E>, ...rest: Rest] : [input: CallInput<E>, ...rest: Rest];

type InText = string | number | boolean | undefined;
const entriesOf = (part: unknown): [string, InText][] =>
  Object.entries((part ?? {}) as Record<string, InText>);

/** The address of an endpoint with its parameters and query filled in. */
export function addressOf(spec: EndpointSpec, input: LooseInput = {}): string {
  const params = new Map(entriesOf(input.params));
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of entriesOf(input.query))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

let answeredAt = deviceNow();

/** When the server last answered a person at this page, by this device: from then a session may idle out. */
export const lastAnswer = (): Date => answeredAt;

/** What is read is noted as data that came (see hooks.ts); what is written, as asked and as answered. */
async function noted(spec: EndpointSpec, sending: () => Promise<Response>): Promise<Response> {
  if (spec.method === 'GET') return sending();
  const began = performance.now();
  const place = `${spec.method} ${spec.path}`;
  noteInteraction('api_request', spec.method, place);
  const response = await sending();
  const figures = { status: response.status, milliseconds: Math.round(performance.now() - began) };
  noteInteraction('api_response', String(response.status), place, figures);
  if (spec.path.startsWith('/api/auth/'))
    noteInteraction('authentication', response.ok ? 'accepted' : 'refused', spec.path, {
      status: response.status,
    });
  return response;
}

/**
 * Answers that the page itself asked for before its scripts came (`first-script.ts`), each good for one read, and
 * when by this device.
 */
const { early = {}, earlyAt } = globalThis as { early?: Record<string, Promise<Response>>; earlyAt?: Date };
/** What nobody has read by then is old; … */
const earlyFor = 10_000;
/** … and so is what shows one of these, which others changed, and all of it once we write something. */
const changedSince = new Set<AuditSubject | 'everything'>();

export function noteChanged(subjects: readonly (AuditSubject | 'everything')[]): void {
  for (const subject of subjects) changedSince.add(subject);
}

const isOld = (spec: EndpointSpec): boolean =>
  changedSince.has('everything') ||
  (spec.method === 'GET' && spec.shows.some((subject) => changedSince.has(subject)));

if (earlyAt)
  setTimeout(() => {
    for (const address of Object.keys(early)) delete early[address];
  }, earlyFor);

/** Whether the page has asked for it already, together with others. */
export const comesEarly = (spec: EndpointSpec): boolean =>
  !isOld(spec) && Object.hasOwn(early, addressOf(spec));

/** An early answer, where there is one that came; else a request of our own. */
async function fetchOnce(spec: EndpointSpec, address: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET') noteChanged(['everything']);
  const asked = isOld(spec) ? undefined : early[address];
  delete early[address];
  const answered = await asked?.catch(() => undefined);
  if (answered && earlyAt) hearClock(answered.headers.get('date'), earlyAt);
  // Refused, it may have been asked by a token that was renewed since; and it may have become old on its way.
  if (answered && !isOld(spec) && answered.status !== 401) return answered;
  const began = deviceNow();
  const response = await fetch(address, init);
  hearClock(response.headers.get('date'), began);
  return response;
}

/** After which signing in an answer was asked for: a refusal of the session before is no news. */
const askedAfter = new WeakMap<Response, number>();
let signIns = 0;

/** She signed in where a session had ended: what was asked till now says nothing of the one she has. */
export function signedInAnew(): void {
  signIns++;
}

const tokens = (): number => (typeof document === 'undefined' ? 0 : tokensOf(document.cookie));

/**
 * Sends; and once more where it was refused by a token that another tab, or a call beside it, had renewed
 * meanwhile: nothing was done by it. The lock holds while that answer is on its way.
 */
export async function inSession(sending: () => Promise<Response>, renews = false): Promise<Response> {
  const before = tokens();
  const locks = globalThis.navigator?.locks;
  const response = renews && locks ? await locks.request('renewing', sending) : await sending();
  if (response.status !== 401 || before === 0) return response;
  await locks?.request('renewing', { mode: 'shared' }, () => undefined);
  return tokens() > before ? sending() : response;
}

async function send(spec: EndpointSpec, input: LooseInput): Promise<Response> {
  const signIn = signIns;
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
      fetchOnce(spec, addressOf(spec, input), {
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
    const response = await noted(spec, () =>
      sendAgainWhileBusy(() => inSession(sending, renews), {
        isRepeatable,
        isUnattended: unattended,
        signal: input.signal,
      }),
    );
    if (!unattended) answeredAt = deviceNow();
    askedAfter.set(response, signIn);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unanswered(wasOffline);
  }
}

const heeded = {
  /** The server knows nobody any more where somebody was signed in. */
  not_signed_in: new Set<() => void>(),
  /** What she locked was shut elsewhere, or by its own time. */
  visits_locked: new Set<() => void>(),
};

/** Calls back whenever the server refuses with this code; answers how to stop. */
export function onRefused(code: keyof typeof heeded, listener: () => void): () => void {
  heeded[code].add(listener);
  return () => heeded[code].delete(listener);
}

type AnyErrorBody = Partial<ErrorBody> & { error?: unknown };

/** The body of an error, of whoever wrote it; undefined where it is no JSON. */
async function errorBodyOf(response: Response): Promise<AnyErrorBody | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' ? (body ?? {}) : undefined;
}

/**
 * The refusal that an answer is. The one place that decides its sentence: `message` of the body, else `error`; a
 * sentence of its own where the body is no JSON; else the screen's (`reasonOf`).
 */
export async function refusalOf(response: Response): Promise<ApiError> {
  const body = await errorBodyOf(response);
  // Looked at once it is read: she may have signed in between its first byte and its last.
  const isNews = (askedAfter.get(response) ?? signIns) === signIns;
  if (isNews && (body?.code === 'not_signed_in' || body?.code === 'visits_locked'))
    for (const listener of heeded[body.code]) listener();
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

async function answer(spec: EndpointSpec, response: Response): Promise<unknown> {
  if (!response.ok) throw await refusalOf(response);
  if (spec.status === 204) return null;
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, 'invalid_response', t('error.invalidResponse'));
  }
}

/** Calls an endpoint with what was checked where it was asked for. */
export async function ask<E extends EndpointSpec>(spec: E, input: LooseInput): Promise<Reply<E>> {
  return (await answer(spec, await send(spec, input))) as Reply<E>;
}

/** A reply with its version, which a later write sends back (`ifMatch`). */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: string | null;
}

/** Calls an endpoint that is marked `versioned`. */
export async function askVersioned<E extends EndpointSpec>(
  spec: E,
  input: LooseInput,
): Promise<Versioned<Reply<E>>> {
  const response = await send(spec, input);
  const value = (await answer(spec, response)) as Reply<E>;
  return { value, version: response.headers.get('etag') };
}

/** The headers of a write that is refused with `stale` when somebody else saved after this version. */
export const ifMatch = (version: string | null): { headers: Record<string, string> } => ({
  headers: version === null ? {} : { 'if-match': version },
});

/** Calls an endpoint of the contract. */
export const call = <E extends EndpointSpec>(spec: E, ...[input]: WithInput<E>): Promise<Reply<E>> =>
  ask(spec, input ?? {});

export interface Page<Row> {
  readonly rows: Row[];
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined;
  /** How many there are in all, as the server says it: `1284` or `10000+`. */
  readonly total: string | undefined;
}

type RowOf<E extends EndpointSpec> = Reply<E> extends (infer Row)[] ? Row : never;

/** Calls a list and keeps what its headers say of the next page and the total. */
export async function callPage<E extends EndpointSpec>(spec: E, input: LooseInput): Promise<Page<RowOf<E>>> {
  const response = await send(spec, input);
  const rows = (await answer(spec, response)) as RowOf<E>[];
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const next = link ? (new URL(link, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
  return { rows, next, total: response.headers.get('x-total-count') ?? undefined };
}
