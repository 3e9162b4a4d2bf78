/** A message with its words, ready to leave. */
export interface Outgoing {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly messageId: string;
  readonly userId: number | null;
  /** In whose name. */
  readonly sender: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where she can end such messages, if there is such a place. */
  readonly stop: string | null;
  /** The page it opens, a path of our own. */
  readonly href: string;
}

/** There is nobody to send it to (no browser takes push): no failure, and nothing to try again. */
export class NoReceiver extends Error {
  override readonly name = 'NoReceiver';
}

/**
 * No transport takes longer over one message. What is in hand is leased for twice as long (worker.ts): no
 * other process sends it meanwhile.
 */
export const sendWithinMs = 60_000;

export interface Transport {
  send(message: Outgoing): Promise<void>;
  close?(): void;
}

/** The receiver answered: not now. Worth another attempt, and no fault of the way there. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/**
 * The receiver said no for good: trying again would only annoy. Anything else that is thrown is worth another
 * attempt.
 */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** It was not tried: its receiver is left alone for a while. It goes back untried until then. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  readonly until: Date;
  constructor(message: string, until: Date) {
    super(message);
    this.until = until;
  }
}
