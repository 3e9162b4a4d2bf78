import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from '#server/engine/http/language.ts';
import { errors } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** When to come again, in seconds; not everybody at once. */
const comeAgain = (): string => String(1 + Math.floor(Math.random() * 4));

/** Answers 503 to whom there is no place for, at the least cost: in her language, and when to try again. */
export const turnAway =
  (headers: () => Readonly<Record<string, string>>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify({
      message: say(languageOf(request), errors.unavailable.message),
      code: 'unavailable',
      requestId: '',
    });
    response.writeHead(503, {
      ...headers(),
      'retry-after': comeAgain(),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // A body that nobody will read: the connection is of no more use.
      ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
