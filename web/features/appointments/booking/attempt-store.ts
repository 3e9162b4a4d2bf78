import { newKey } from '#web/api/changes.ts';
import { draftStore } from '#web/api/drafts.ts';

/**
 * A booking that was sent but not answered yet. Its idempotency key belongs to this attempt and survives a
 * reload of the tab.
 */
export interface Attempt {
  readonly userId: number;
  readonly key: string;
}

const stored = draftStore<Attempt>('booking-attempt');
let open: Attempt | null = null;
/** True while this page itself waits for the answer. */
let underWay = false;

function kept(): Attempt | null {
  const { userId, key } = stored.read();
  return userId && key ? { userId, key } : null;
}

export const attemptStore = {
  /** The user's attempt without an answer, if any. */
  unanswered(userId: number): Attempt | null {
    open ??= kept();
    return !underWay && open?.userId === userId ? open : null;
  },
  begin(userId: number): Attempt {
    open = { userId, key: newKey() };
    underWay = true;
    stored.keep(open);
    return open;
  },
  /** Marks the attempt as unanswered: before the next attempt the server is asked for its result. */
  leave(): void {
    underWay = false;
  },
  end(): void {
    open = null;
    underWay = false;
    stored.clear();
  },
};
