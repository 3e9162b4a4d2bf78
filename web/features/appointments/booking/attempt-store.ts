import { newKey } from '#web/api/changes.ts';
import { draftStore } from '#web/api/drafts.ts';

/**
 * A booking that was sent and not yet answered: its key belongs to the wish, and outlives a reload of the
 * tab.
 */
export interface Attempt {
  readonly userId: number;
  readonly key: string;
}

const stored = draftStore<Attempt>('booking-attempt');
let open: Attempt | null = null;
/** This page itself still waits for the answer. */
let underWay = false;

function kept(): Attempt | null {
  const { userId, key } = stored.read();
  return userId && key ? { userId, key } : null;
}

export const attemptStore = {
  /** The try of hers that nobody has answered. */
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
  /** Nobody answers: the next try asks first. */
  leave(): void {
    underWay = false;
  },
  end(): void {
    open = null;
    underWay = false;
    stored.clear();
  },
};
