import type { interactionTypes, messageLogTypes } from '#shared/contract/logs.ts';
import { scrubPath, scrubText } from '#shared/domain/scrub.ts';
import { passiveHeader } from '../activity.ts';
import { now } from '../clock.ts';
import { type QueueStorage, UploadQueue } from './upload-queue.ts';

export type InteractionType = (typeof interactionTypes)[number];
export type MessageLogType = (typeof messageLogTypes)[number];

interface Interaction {
  timestamp: string;
  type: InteractionType;
  page: string;
  action: string;
  target: string;
  details?: Details;
}
/** Additional fixed values of an interaction, such as a status or a duration. Never user input. */
type Details = Readonly<Record<string, string | number>>;
interface LoggedMessage {
  type: MessageLogType;
  message: string;
  details: string | null;
  timestamp: string;
}
interface LoggedError {
  timestamp: string;
  message: string;
  stack: string;
  context: string;
  userAgent: string;
  url: string;
}

const errorsKey = 'error-log';
const maxStoredErrors = 100;

function storage(): QueueStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * Posts with `fetch`, because a page that only logs does not load the API client. Returns false for an error
 * status.
 */
async function postLog(
  path: '/api/message-logs' | '/api/user-interactions',
  body: unknown,
): Promise<boolean> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    headers: { 'content-type': 'application/json', [passiveHeader]: '1' },
    body: JSON.stringify(body),
  });
  return response.ok;
}

const messageQueue = new UploadQueue<LoggedMessage>({
  key: 'message-log',
  keeping: storage(),
  send: async ([message]) => {
    const taken = await postLog('/api/message-logs', message);
    if (!taken && message?.type === 'error') storeError(message.message, message.details ?? '');
    return taken;
  },
  batch: 1,
  most: 1000,
  pause: 0,
  retry: 5000,
  onRefusal: 'stop',
});

const interactionQueue = new UploadQueue<Interaction>({
  key: 'interaction-log',
  keeping: storage(),
  send: (logs) => postLog('/api/user-interactions', { logs }),
  // Interactions are sent in one request after 10 s without a new one, or when the page is left: a request
  // for each tap would drain a phone.
  gather: 10_000,
  batch: 50,
  most: 1000,
  pause: 500,
  retry: 5000,
  onRefusal: 'retry',
});

const createTimestamp = (): string => now().toISOString();
const getScrubbedPagePath = (): string => scrubPath(location.pathname);

/** Logs an interaction: `action` and `target` are fixed names in the code, never user input. */
export function logInteraction(type: InteractionType, action: string, target = '', details?: Details): void {
  interactionQueue.add({
    timestamp: createTimestamp(),
    type,
    page: getScrubbedPagePath(),
    action: scrubText(action),
    target: scrubText(target),
    ...(details ? { details } : {}),
  });
}

/** Logs a message that was shown to the user, or an error that was not. */
export function logShownMessage(type: MessageLogType, message: string, details: string | null = null): void {
  messageQueue.add({
    type,
    message: scrubText(message),
    details: details && scrubText(details),
    timestamp: createTimestamp(),
  });
}

/** Adds to this browser's error log: the newest hundred errors, newest first. */
function storeError(message: string, stack: string, context = ''): void {
  const keeping = storage();
  if (!keeping) return;
  try {
    const kept = JSON.parse(keeping.getItem(errorsKey) ?? '[]') as LoggedError[];
    const entry = {
      timestamp: createTimestamp(),
      message: scrubText(message),
      stack: scrubText(stack),
      context,
      userAgent: navigator.userAgent,
      url: getScrubbedPagePath(),
    };
    keeping.setItem(errorsKey, JSON.stringify([entry, ...kept].slice(0, maxStoredErrors)));
  } catch {
    // Without storage there is no place to report this.
  }
}

/** Logs an uncaught error to the server and to this browser's error log. */
export function logUncaughtError(error: unknown, context: string): void {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  logShownMessage('error', message, `${context}\n${stack}`);
  storeError(message, stack, context);
}

/** Sends queued entries now: the connection is back, or the user leaves the page. */
export function flushLogs(): void {
  messageQueue.wake();
  interactionQueue.wake();
}
