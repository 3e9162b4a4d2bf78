import type { AuditAction } from './audit.ts';
import { addMinutes } from './clinic-time.ts';

/** What has become of a wish for an earlier time, and how the history calls it. */
export const wishStates = {
  waiting: 'wish_made',
  granted: 'wish_granted',
  left: 'wish_left',
  ended: 'wish_ended',
} as const satisfies Record<string, AuditAction>;
export type WishState = keyof typeof wishStates;

/** So often is a wish offered something; who wants none of it is asked no more. */
export const offersPerWish = 3;
/** Beyond the time it is kept, so far ahead must a time lie that is offered: she has to get there. */
const onTheWay = 60;

/** The first time that can be offered now, on the clinic's clock. */
export const firstOffered = (localNow: string, keptMinutes: number): string =>
  addMinutes(localNow, keptMinutes + onTheWay);

interface Free {
  locationId: number;
  /** 'YYYY-MM-DD HH:MM:SS' */
  localStart: string;
}
interface Wanted {
  /** Of her visit as it is: nothing at this time or after it is earlier. */
  visitStart: string;
  /** What she was offered before, by branch and start. */
  offered: readonly Free[];
}

/** The soonest time that fits a wish; never one that she was offered before. */
export function soonestFor(
  { visitStart, offered }: Wanted,
  free: readonly Free[],
  notBefore: string,
): Free | undefined {
  const isNew = ({ locationId, localStart }: Free) =>
    !offered.some((one) => one.locationId === locationId && one.localStart === localStart);
  return free
    .filter((one) => one.localStart >= notBefore && one.localStart < visitStart && isNew(one))
    .toSorted((a, b) => a.localStart.localeCompare(b.localStart) || a.locationId - b.locationId)[0];
}
