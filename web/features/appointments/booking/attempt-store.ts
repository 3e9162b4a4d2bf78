/**
 * A booking that was sent and not yet answered: its key belongs to the wish, and outlives a reload of the
 * tab.
 */
export interface Attempt {
  readonly userId: number;
  readonly key: string;
}

const storeKey = 'booking-attempt';
let open: Attempt | null = null;
/** This page itself still waits for the answer. */
let underWay = false;

function kept(): Attempt | null {
  try {
    return JSON.parse(sessionStorage.getItem(storeKey) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}

export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const attemptStore = {
  /** The try of hers that nobody has answered. */
  unanswered(userId: number): Attempt | null {
    open ??= kept();
    return !underWay && open?.userId === userId ? open : null;
  },
  begin(userId: number): Attempt {
    open = { userId, key: newKey() };
    underWay = true;
    try {
      sessionStorage.setItem(storeKey, JSON.stringify(open));
    } catch {
      // A browser that keeps nothing still knows the key while the page stands.
    }
    return open;
  },
  /** Nobody answers: the next try asks first. */
  leave(): void {
    underWay = false;
  },
  end(): void {
    open = null;
    underWay = false;
    try {
      sessionStorage.removeItem(storeKey);
    } catch {
      // Nothing was kept.
    }
  },
};
