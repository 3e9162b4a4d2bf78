/** A rendered message. */
export interface Outgoing {
  /** The same for every attempt, so that a receiver can detect a repetition. */
  readonly messageId: string;
  readonly userId: number | null;
  /** Name of the sender. */
  readonly sender: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address where the reader can stop such messages, if there is one. */
  readonly stop: string | null;
  /** The page that it opens, a path of our own. */
  readonly href: string;
}

/** Nobody to send it to (no subscribed browser): not a failure, no retry. */
export class NoReceiverError extends Error {
  override readonly name = 'NoReceiverError';
}

/**
 * Timeout of a transport for one message. Leases last twice as long (worker.ts), so that no other process
 * sends it meanwhile.
 */
export const sendWithinMs = 60_000;

export interface Transport {
  send(message: Outgoing): Promise<void>;
  close?(): void;
}

/** The receiver answered "not now": retry; the connection works. */
export class TemporaryRejectionError extends Error {
  override readonly name = 'TemporaryRejectionError';
}

/** The receiver answered that it did not take the message: retry. */
export class NotAcceptedError extends Error {
  override readonly name = 'NotAcceptedError';
}

/**
 * The receiver rejected the message for good: no retry. Any error without a class of its own is retried, and
 * the message may have arrived.
 */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** Not tried, because the receiver is paused: back to the queue without using an attempt. */
export class PostponedError extends Error {
  override readonly name = 'PostponedError';
  readonly until: Date;
  constructor(message: string, until: Date) {
    super(message);
    this.until = until;
  }
}

/**
 * Not tried, because its statement may become true again. Later messages of its line do not wait for it.
 */
export class OnHoldError extends PostponedError {}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EDNS',
]);

/** There was no connection to the receiver, so it cannot have taken the message. */
export function isConnectionError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, command, cause } = error as { code?: unknown; command?: unknown; cause?: unknown };
  return connectionErrorCodes.has(String(code)) || command === 'CONN' || isConnectionError(cause);
}
