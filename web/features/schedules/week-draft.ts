import type { Schedule } from '#shared/contract/schedules.ts';
import { dayEnd, minutesOf } from '#shared/domain/clinic-time.ts';

/** A shift in the form; an empty `endTime` means that it has no end. */
export interface ShiftDraft {
  readonly key: number;
  readonly startTime: string;
  readonly endTime: string;
}
/** Starts on Sunday; a day without shifts is closed. */
export type WeekDraft = readonly (readonly ShiftDraft[])[];

let lastShiftKey = 0;
export const createShiftDraft = (startTime: string, endTime: string): ShiftDraft => {
  lastShiftKey += 1;
  return { key: lastShiftKey, startTime, endTime };
};

export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

export const toWeekDraft = (schedules: readonly Schedule[]): WeekDraft =>
  weekdays.map((weekday) =>
    schedules
      .filter(({ dayOfWeek, isAvailable }) => dayOfWeek === weekday && isAvailable)
      .map(({ startTime, endTime }) => createShiftDraft(startTime ?? '', endTime ?? '')),
  );

/** Request body: one row per shift, and one per closed day. */
export const toSchedulesBody = (week: WeekDraft) =>
  week.flatMap((shifts, dayOfWeek) =>
    shifts.length === 0
      ? [{ dayOfWeek, isAvailable: false }]
      : shifts.map(({ startTime, endTime }) => ({
          dayOfWeek,
          isAvailable: true,
          startTime,
          endTime: endTime || null,
        })),
  );

export type ShiftProblem = 'order' | 'overlap';
export type ShiftWarning = 'fallback' | 'noEnd' | 'hidden';

const getShiftEndMinutes = ({ endTime }: ShiftDraft): number => (endTime ? minutesOf(endTime) : dayEnd);

/** The reason why a shift cannot be saved. */
export function findShiftProblem(shift: ShiftDraft, day: readonly ShiftDraft[]): ShiftProblem | null {
  const from = minutesOf(shift.startTime);
  if (getShiftEndMinutes(shift) <= from) return 'order';
  const meets = (other: ShiftDraft) =>
    other.key !== shift.key &&
    minutesOf(other.startTime) < getShiftEndMinutes(shift) &&
    from < getShiftEndMinutes(other);
  return day.some(meets) ? 'overlap' : null;
}

/**
 * Warns of a shift with a probably unintended effect on public times. Without an end, or with an end before
 * the consultation start, it lasts until 9 PM. If the day has other shifts, one that ends before the
 * consultation start has no public times.
 */
export function findShiftWarning(
  shift: ShiftDraft,
  day: readonly ShiftDraft[],
  consultationStart: string,
): ShiftWarning | null {
  if (!shift.endTime) return 'noEnd';
  if (minutesOf(shift.endTime) >= minutesOf(consultationStart)) return null;
  return day.length > 1 ? 'hidden' : 'fallback';
}

export const isWeekValid = (week: WeekDraft): boolean =>
  week.every((day) => day.every((shift) => findShiftProblem(shift, day) === null));
