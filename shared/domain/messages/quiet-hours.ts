import { addDays, addMilliseconds, clinicClock, minutesOf, storedTimeToInstant } from '../clinic-time.ts';

/** A range of the clinic's clock ('HH:MM'), end exclusive; may pass midnight. */
interface Hours {
  readonly from: string;
  readonly to: string;
}
export type QuietHours = Hours;

/** How the patient's phone may be used. Null if she did not answer: at any time. */
export interface PhoneReach {
  /** Whether the clinic may call. */
  readonly calls: boolean;
  /** Hours in which her phone may ring for a call or a text; null: always. */
  readonly hours: Hours | null;
}

/** Whether a minute of the day is within the quiet hours. */
function isQuiet(minutes: number, { from, to }: QuietHours): boolean {
  const start = minutesOf(from);
  const end = minutesOf(to);
  return start <= end ? minutes >= start && minutes < end : minutes >= start || minutes < end;
}

/** End of the quiet hours around `now`; null outside of them. */
function quietUntil(quietHours: QuietHours, now: Date): Date | null {
  const { date, minutes } = clinicClock(now);
  if (!isQuiet(minutes, quietHours)) return null;
  const day = minutes < minutesOf(quietHours.to) ? date : addDays(date, 1);
  return storedTimeToInstant(day, quietHours.to);
}

/** All hours except the patient's. */
const invertHours = ({ from, to }: Hours): QuietHours => ({ from: to, to: from });

/** An appointment this near overrides quiet hours. */
const urgentBeforeMs = 4 * 3_600_000;

/**
 * When a ringing message may be sent: null for now, else after the quiet hours, or sooner if the appointment
 * is near. A patient's own hours always apply, because she knows who else hears her phone.
 */
export function findRingTime(
  { quietHours }: { quietHours: QuietHours },
  now: Date,
  visit: Date | null,
  reach: PhoneReach | null,
): Date | null {
  if (reach?.hours) return quietUntil(invertHours(reach.hours), now);
  const until = quietUntil(quietHours, now);
  if (!until || !visit) return until;
  const soon = addMilliseconds(visit, -urgentBeforeMs);
  if (visit <= now || until <= soon) return until;
  return soon > now ? soon : null;
}

/** Whether somebody may call the patient now. */
export const canCallNow = (reach: PhoneReach | null, now: Date): boolean =>
  reach === null ||
  (reach.calls && (reach.hours === null || quietUntil(invertHours(reach.hours), now) === null));
