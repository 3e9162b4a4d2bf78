import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from '#server/engine/http/language.ts';
import { errors } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { awayPage, awayPolicy, isArabicPage, opensPage } from './away-page.ts';

/** When to come again, in seconds; not everybody at once. */
const comeAgain = (): string => String(1 + Math.floor(Math.random() * 4));

function bodyFor(request: IncomingMessage): { body: string; headers: Record<string, string> } {
  const lang = isArabicPage(request.url) ? 'ar' : languageOf(request);
  if (opensPage(request)) {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': awayPolicy };
    return { body: awayPage(lang), headers };
  }
  const refusal = { message: say(lang, errors.unavailable.message), code: 'unavailable', requestId: '' };
  return {
    body: JSON.stringify(refusal),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}

/** Answers 503 to whom there is no place for, at the least cost: in her language, and when to try again. */
export const turnAway =
  (everyAnswer: () => Readonly<Record<string, string>>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { body, headers } = bodyFor(request);
    response.writeHead(503, {
      ...everyAnswer(),
      'retry-after': comeAgain(),
      'cache-control': 'no-store',
      ...headers,
      'content-length': Buffer.byteLength(body),
      // A body that nobody will read: the connection is of no more use.
      ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
