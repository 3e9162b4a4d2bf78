import type { interactionTypes, messageLogTypes } from '#shared/contract/logs.ts';
import { scrubPath, scrubText } from '#shared/domain/scrub.ts';
import { passiveHeader } from '../activity.ts';
import { now } from '../clock.ts';
import { type Keeping, UploadQueue } from './upload-queue.ts';

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
const mostErrors = 100;

function storage(): Keeping | null {
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
async function post(path: '/api/message-logs' | '/api/user-interactions', body: unknown): Promise<boolean> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    headers: { 'content-type': 'application/json', [passiveHeader]: '1' },
    body: JSON.stringify(body),
  });
  return response.ok;
}

const messages = new UploadQueue<LoggedMessage>({
  key: 'message-log',
  keeping: storage(),
  send: async ([message]) => {
    const taken = await post('/api/message-logs', message);
    if (!taken && message?.type === 'error') keepError(message.message, message.details ?? '');
    return taken;
  },
  batch: 1,
  most: 1000,
  pause: 0,
  retry: 5000,
  onRefusal: 'stop',
});

const interactions = new UploadQueue<Interaction>({
  key: 'interaction-log',
  keeping: storage(),
  send: (logs) => post('/api/user-interactions', { logs }),
  // Interactions are sent in one request after 10 s without a new one, or when the page is left: a request
  // for each tap would drain a phone.
  gather: 10_000,
  batch: 50,
  most: 1000,
  pause: 500,
  retry: 5000,
  onRefusal: 'retry',
});

const stamp = (): string => now().toISOString();
const here = (): string => scrubPath(location.pathname);

/** Logs an interaction: `action` and `target` are fixed names in the code, never user input. */
export function noteInteraction(type: InteractionType, action: string, target = '', details?: Details): void {
  interactions.add({
    timestamp: stamp(),
    type,
    page: here(),
    action: scrubText(action),
    target: scrubText(target),
    ...(details ? { details } : {}),
  });
}

/** Logs a message that was shown to the user, or an error that was not. */
export function noteMessage(type: MessageLogType, message: string, details: string | null = null): void {
  messages.add({
    type,
    message: scrubText(message),
    details: details && scrubText(details),
    timestamp: stamp(),
  });
}

/** Adds to this browser's error log: the newest hundred errors, newest first. */
function keepError(message: string, stack: string, context = ''): void {
  const keeping = storage();
  if (!keeping) return;
  try {
    const kept = JSON.parse(keeping.getItem(errorsKey) ?? '[]') as LoggedError[];
    const entry = {
      timestamp: stamp(),
      message: scrubText(message),
      stack: scrubText(stack),
      context,
      userAgent: navigator.userAgent,
      url: here(),
    };
    keeping.setItem(errorsKey, JSON.stringify([entry, ...kept].slice(0, mostErrors)));
  } catch {
    // Without storage there is no place to report this.
  }
}

/** Logs an uncaught error to the server and to this browser's error log. */
export function noteError(error: unknown, context: string): void {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  noteMessage('error', message, `${context}\n${stack}`);
  keepError(message, stack, context);
}

/** Sends queued entries now: the connection is back, or the user leaves the page. */
export function wakeLogs(): void {
  messages.wake();
  interactions.wake();
}
