import { canSee, type DoctorDay } from './doctor-times.ts';
import { hasFreeRoom, type Window } from './slots.ts';

export interface FreeQuestion {
  /** When a visit may start, in order. */
  starts: readonly number[];
  /** What is held in the room. */
  taken: readonly Window[];
  /** How long a free time is at least: the step in which patients book. */
  minutes: number;
  /** The first minute that is still to come; null: none. */
  notBefore: number | null;
}

/** The free times of a room, one after the other, from the first start that nothing stands in the way of. */
export function freeInRoom({ starts, taken, minutes, notBefore }: FreeQuestion): Window[] {
  const free: Window[] = [];
  if (notBefore === null) return free;
  for (const from of starts) {
    const time = { from, to: from + minutes };
    const follows = from >= notBefore && from >= (free.at(-1)?.to ?? 0);
    if (follows && !taken.some((held) => held.from < time.to && time.from < held.to)) free.push(time);
  }
  return free;
}

/** The free times of a doctor, one after the other: she is on duty and with nobody, and some room is free. */
export const freeWithDoctor = (
  doctor: DoctorDay,
  rooms: readonly (readonly Window[])[],
  question: Omit<FreeQuestion, 'taken'>,
): Window[] =>
  freeInRoom({
    ...question,
    taken: [],
    starts: question.starts.filter(
      (start) => canSee(doctor, start, question.minutes) && hasFreeRoom(rooms, start, question.minutes),
    ),
  });

/** From which minute on times of a day are still to come. */
export const stillToCome = (date: string, clock: { date: string; minutes: number }): number | null =>
  date < clock.date ? null : date === clock.date ? clock.minutes : 0;
