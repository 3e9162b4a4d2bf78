import { createIdempotencyKey } from '#web/api/changes.ts';
import { draftStore } from '#web/api/drafts.ts';

/**
 * A booking that was sent but not answered yet. Its idempotency key belongs to this attempt and survives a
 * reload of the tab.
 */
export interface UnansweredBooking {
  readonly userId: number;
  readonly key: string;
}

const attemptDraft = draftStore<UnansweredBooking>('booking-attempt');
let openAttempt: UnansweredBooking | null = null;
/** True while this page itself waits for the answer. */
let isAwaitingAnswer = false;

function readStoredAttempt(): UnansweredBooking | null {
  const { userId, key } = attemptDraft.read();
  return userId && key ? { userId, key } : null;
}

export const attemptStore = {
  /** The user's attempt without an answer, if any. */
  unanswered(userId: number): UnansweredBooking | null {
    openAttempt ??= readStoredAttempt();
    return !isAwaitingAnswer && openAttempt?.userId === userId ? openAttempt : null;
  },
  begin(userId: number): UnansweredBooking {
    openAttempt = { userId, key: createIdempotencyKey() };
    isAwaitingAnswer = true;
    attemptDraft.keep(openAttempt);
    return openAttempt;
  },
  /** Marks the attempt as unanswered: before the next attempt the server is asked for its result. */
  leave(): void {
    isAwaitingAnswer = false;
  },
  end(): void {
    openAttempt = null;
    isAwaitingAnswer = false;
    attemptDraft.clear();
  },
};
