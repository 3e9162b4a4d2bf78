import { addDays, clinicClock, later, minutesOf, writtenInstant } from '../clinic-time.ts';

/** From one time of the clinic's clock ('HH:MM') until before another; they may run over midnight. */
interface Hours {
  readonly from: string;
  readonly to: string;
}
export type QuietHours = Hours;

/** How somebody's phone may be used: hers to say. Null where she said nothing: at any time. */
export interface Reach {
  /** Whether anybody may call. */
  readonly calls: boolean;
  /** In which hours her phone may ring, for a call or a text; null: in all. */
  readonly hours: Hours | null;
}

/** Is a minute of the day within the quiet hours? */
function isQuiet(minutes: number, { from, to }: QuietHours): boolean {
  const start = minutesOf(from);
  const end = minutesOf(to);
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end;
}

/** When the quiet hours that `now` lies in are over; nothing when it lies in none. */
function quietUntil(quietHours: QuietHours, now: Date): Date | null {
  const { date, minutes } = clinicClock(now);
  if (!isQuiet(minutes, quietHours)) return null;
  const day = minutes < minutesOf(quietHours.to) ? date : addDays(date, 1);
  return writtenInstant(day, quietHours.to);
}

/** All hours but hers. */
const outside = ({ from, to }: Hours): QuietHours => ({ from: to, to: from });

/** What rings about a visit that is so near is not quiet. */
const soonMs = 4 * 3_600_000;

/**
 * When something that makes a phone ring may leave: null at once; else when the quiet hours are over, or
 * sooner where its visit is soon. Who named hours of her own is bound by those alone, and no visit is so soon
 * that they are broken: she knows who else hears her phone.
 */
export function ringsFrom(
  { quietHours }: { quietHours: QuietHours },
  now: Date,
  visit: Date | null,
  reach: Reach | null,
): Date | null {
  if (reach?.hours) return quietUntil(outside(reach.hours), now);
  const until = quietUntil(quietHours, now);
  if (!until || !visit) return until;
  const soon = later(visit, -soonMs);
  if (visit <= now || until <= soon) return until;
  return soon > now ? soon : null;
}

/** May somebody call her now? */
export const mayCall = (reach: Reach | null, now: Date): boolean =>
  reach === null || (reach.calls && (reach.hours === null || quietUntil(outside(reach.hours), now) === null));
