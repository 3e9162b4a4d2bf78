import type { BodyInput, EndpointSpec, ParamsInput, QueryInput, Reply } from '#shared/contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#shared/errors.ts';
import { currentLang, t } from '#web/i18n.ts';
import { isUnattended, passiveHeader } from './activity.ts';
import { noteInteraction } from './browser-log.ts';
import { now } from './clock.ts';

/** A refusal of the server, in words fit to be shown. `status` 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'offline' | 'unreachable' | 'invalid_response';
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
}

export type CallInput<E extends EndpointSpec> = (E extends { params: object }
  ? { params: ParamsOf<E> }
  : { params?: undefined }) & {
  query?: { [K in keyof QueryInput<E>]?: QueryInput<E>[K] | number | undefined };
  body?: BodyInput<E>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
type ParamsOf<E extends EndpointSpec> = { [K in keyof ParamsInput<E>]: string | number };

/** Anything a call may carry, once its endpoint is no longer known by type. */
interface LooseInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The address of an endpoint with its parameters and query filled in. */
export function addressOf(spec: EndpointSpec, input: LooseInput = {}): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

let answeredAt = now();

/** When the server last answered a person at this page: from then on a session may idle out. */
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

async function send(spec: EndpointSpec, input: LooseInput): Promise<Response> {
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
    const response = await noted(spec, () =>
      fetch(addressOf(spec, input), {
        method: spec.method,
        credentials: 'same-origin',
        headers,
        ...(input.body === undefined
          ? {}
          : { body: raw ? (input.body as Blob) : JSON.stringify(input.body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      }),
    );
    if (!unattended) answeredAt = now();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (!navigator.onLine) throw new ApiError(0, 'offline', t('error.offline'));
    throw new ApiError(0, 'unreachable', t('error.unreachable'));
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  if (body?.message && body.code)
    return new ApiError(response.status, body.code, body.message, body.fields, body.current);
  return new ApiError(
    response.status,
    'internal',
    t('error.server', { status: String(response.status), statusText: response.statusText }),
  );
}

async function answer(spec: EndpointSpec, response: Response): Promise<unknown> {
  if (!response.ok) throw await refusal(response);
  if (spec.status === 204) return null;
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, 'invalid_response', t('error.invalidResponse'));
  }
}

/** Calls an endpoint of the contract. */
export async function call<E extends EndpointSpec>(spec: E, input?: CallInput<E>): Promise<Reply<E>> {
  const loose = (input ?? {}) as LooseInput;
  return (await answer(spec, await send(spec, loose))) as Reply<E>;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined;
  /** How many there are in all, as the server says it: `1284` or `10000+`. */
  readonly total: string | undefined;
}

type RowOf<E extends EndpointSpec> = Reply<E> extends (infer Row)[] ? Row : never;

/** Calls a list and keeps what its headers say of the next page and the total. */
export async function callPage<E extends EndpointSpec>(
  spec: E,
  input?: CallInput<E>,
): Promise<Page<RowOf<E>>> {
  const loose = (input ?? {}) as LooseInput;
  const response = await send(spec, loose);
  const rows = (await answer(spec, response)) as RowOf<E>[];
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const next = link ? (new URL(link, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
  return { rows, next, total: response.headers.get('x-total-count') ?? undefined };
}
