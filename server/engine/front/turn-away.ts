import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOfPage } from '#server/engine/http/language.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { errors } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { awayPage, awayPolicy, opensPage } from './away-page.ts';

interface Answer {
  /** Names and values in turn: what `writeHead` takes as it is. */
  readonly headers: readonly string[];
  /** Text leaves together with the headers, in one write. */
  readonly body: string;
}

/** Node reads past a body that nobody wants; of more than this the connection costs less. */
const smallBody = 16 * 1024;
const canGoOn = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBody;

/** When to come again, in seconds; not everybody at once. */
const comeAgain = (): string => String(1 + Math.floor(Math.random() * 4));

function answerIn(lang: Lang, isPage: boolean, everyAnswer: Readonly<Record<string, string>>): Answer {
  const refusal = { message: say(lang, errors.unavailable.message), code: 'unavailable', requestId: '' };
  const body = isPage ? awayPage(lang) : JSON.stringify(refusal);
  const headers = {
    ...everyAnswer,
    'cache-control': 'no-store',
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(isPage ? { 'content-security-policy': awayPolicy } : {}),
    'content-length': String(Buffer.byteLength(body)),
  };
  return { headers: Object.entries(headers).flat(), body };
}

/**
 * Answers 503 to whom there is no place for, in her language, and says when to try again. A crowd that is
 * refused must cost little, or it takes what the others need: what is said is made once.
 */
export function turnAway(everyAnswer: Readonly<Record<string, string>>) {
  const answers = new Map<string, Answer>();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const lang = languageOfPage(request);
    const isPage = opensPage(request);
    const kind = `${lang} ${isPage}`;
    let answer = answers.get(kind);
    if (!answer) answers.set(kind, (answer = answerIn(lang, isPage, everyAnswer)));
    const ending = canGoOn(request) ? [] : ['connection', 'close'];
    response.writeHead(503, [...answer.headers, 'retry-after', comeAgain(), ...ending]);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  };
}
