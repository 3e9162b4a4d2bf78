import { type DoctorDay, isDoctorAvailable } from './doctor-times.ts';
import { hasFreeRoom, type Window } from './slots.ts';

export interface FreeTimeInput {
  /** Possible starts, in order. */
  starts: readonly number[];
  /** Times taken in the room. */
  taken: readonly Window[];
  /** Minimum length of a free time: the step of public slots. */
  minutes: number;
  /** First minute that is not over; null: none. */
  notBefore: number | null;
}

/** Consecutive free times of a room, from the first free start. */
export function listFreeInRoom({ starts, taken, minutes, notBefore }: FreeTimeInput): Window[] {
  const free: Window[] = [];
  if (notBefore === null) return free;
  for (const from of starts) {
    const time = { from, to: from + minutes };
    const follows = from >= notBefore && from >= (free.at(-1)?.to ?? 0);
    if (follows && !taken.some((held) => held.from < time.to && time.from < held.to)) free.push(time);
  }
  return free;
}

/** Consecutive free times of a doctor: she is on duty and not busy, and a room is free. */
export const listFreeWithDoctor = (
  doctor: DoctorDay,
  rooms: readonly (readonly Window[])[],
  question: Omit<FreeTimeInput, 'taken'>,
): Window[] =>
  listFreeInRoom({
    ...question,
    taken: [],
    starts: question.starts.filter(
      (start) =>
        isDoctorAvailable(doctor, start, question.minutes) && hasFreeRoom(rooms, start, question.minutes),
    ),
  });

/** First minute of a day that is not over; null: the day is over. */
export const findFirstRemainingMinute = (
  date: string,
  clock: { date: string; minutes: number },
): number | null => (date < clock.date ? null : date === clock.date ? clock.minutes : 0);
