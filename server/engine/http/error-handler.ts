import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type * as z from 'zod/v4/core';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { type ErrorBody, type ErrorCode, errors, Refusal } from '#shared/errors.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { isMessage, say } from '#shared/messages/dictionaries.ts';
import { discardBody } from './discard-body.ts';
import { choosePageLanguage, negotiateLanguage } from './language.ts';
import { opensPage, unavailablePage, unavailablePolicy } from './unavailable-page.ts';

/** Statuses that Fastify itself sends, and our codes for them. */
const byStatus: Record<number, ErrorCode> = {
  400: 'malformed',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'rate_limited',
  503: 'unavailable',
};

/** The error has the shape that Fastify expects of a validator: path, code and message. */
const toZodIssue = (entry: {
  instancePath: string;
  keyword: string;
  message?: string | undefined;
  params: object;
}): z.$ZodIssue =>
  ({
    ...entry.params,
    path: entry.instancePath.split('/').slice(1),
    code: entry.keyword,
    message: entry.message,
  }) as unknown as z.$ZodIssue;

/** The message under a field: the schema's own, else the default of the kind of error. */
function issueSentence(lang: Lang, issue: z.$ZodIssue): string {
  const known = isMessage(issue.message)
    ? issue.message
    : issue.code === 'invalid_type'
      ? 'validation.required'
      : 'validation.invalid';
  const limit = 'maximum' in issue ? issue.maximum : 'minimum' in issue ? issue.minimum : undefined;
  return say(lang, known, limit === undefined ? {} : { n: Number(limit) });
}

/** A navigation never gets JSON: the browser shows a page that retries. */
function sendUnavailablePage(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): void {
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  reply
    .code(errors[code].status)
    .header('content-security-policy', unavailablePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(unavailablePage(choosePageLanguage(request)));
}

/** Logs a rejection: the code, and the id of the user or the API key. */
export function logRefused({ log, viewer }: FastifyRequest, code: ErrorCode): void {
  const who = viewer?.key ? { key: viewer.key.id } : { user: viewer?.id };
  if (errors[code].status < 500) log.info({ code, ...who }, 'refused');
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  more: Partial<ErrorBody> & { params?: MessageParams } = {},
): void {
  if (errors[code].status >= 500 && opensPage(request.raw)) return sendUnavailablePage(request, reply, code);
  const lang = request.lang ?? negotiateLanguage(request);
  const body: ErrorBody = {
    message: more.message ?? say(lang, errors[code].message, more.params),
    code,
    ...(more.fields ? { fields: more.fields } : {}),
    ...(more.current === undefined ? {} : { current: more.current }),
    requestId: request.id,
  };
  logRefused(request, code);
  if (errors[code].status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  reply
    .code(errors[code].status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** Parameters of the message: its own, and the minutes until a retry is allowed. */
export const messageParamsOf = ({ params, retryAfter }: Refusal): MessageParams => ({
  ...params,
  ...(retryAfter === undefined ? {} : { n: Math.ceil(retryAfter / 60) }),
});

/** The saved state may name patients: replies to callers who did not sign in never contain it. */
const isOpenToAnyone = (request: FastifyRequest): boolean =>
  request.routeOptions.config.endpoint?.access === 'public';

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const lang = request.lang ?? negotiateLanguage(request);
  if (refusal.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfter))));
  const fields =
    refusal.fields &&
    Object.fromEntries(
      Object.entries(refusal.fields).map(([field, key]) => [
        field,
        isMessage(key) ? say(lang, key, refusal.params) : key,
      ]),
    );
  send(request, reply, refusal.code, {
    params: messageParamsOf(refusal),
    ...(fields ? { fields } : {}),
    current: isOpenToAnyone(request) ? undefined : refusal.current,
  });
}

function sendInvalid(request: FastifyRequest, reply: FastifyReply, issues: z.$ZodIssue[]): void {
  const lang = request.lang ?? negotiateLanguage(request);
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= issueSentence(lang, issue);
  const [only, ...others] = Object.values(fields);
  send(request, reply, 'malformed', {
    fields,
    ...(only !== undefined && others.length === 0 ? { message: only } : {}),
  });
}

/**
 * Turns every error into `{message, code, fields?, requestId}`. Only unexpected errors are 500, and only
 * those are logged as errors.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(request, reply, error);
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendInvalid(request, reply, error.validation.map(toZodIssue));
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error }, 'the database cannot be reached');
      return send(request, reply, 'unavailable');
    }
    const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode];
    if (code === 'too_large') return discardBody(request.raw).then(() => send(request, reply, code));
    if (code !== undefined) return send(request, reply, code);
    if (error.statusCode !== undefined && error.statusCode < 500) return send(request, reply, 'malformed');
    request.log.error({ err: error }, 'unforeseen error');
    return send(request, reply, 'internal');
  });
}

/** A URL that cannot be parsed (`/%zz`) gets the same shape, although it has no route. */
export const handleUnreadableUrl =
  (headers: Readonly<Record<string, string>>) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    request.lang = negotiateLanguage(request);
    reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id });
    send(request, reply, 'malformed');
  };

/** `/api/users/:id` as a regular expression. */
export const routePattern = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`);

/**
 * An unknown address under /api is 404; a known one with another method is 405 with the allowed methods. Call
 * it before the routes are declared, because it collects them.
 */
export function handleNotFound(app: FastifyInstance): void {
  const routes: { address: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api/') && !url.includes('*'))
      routes.push({ address: routePattern(url), methods: [method].flat() });
  });
  app.all('/api/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = routes.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods);
    if (allowed.length > 0) reply.header('allow', [...new Set(allowed)].join(', '));
    send(request, reply, allowed.length > 0 ? 'method_not_allowed' : 'not_found');
  });
}
