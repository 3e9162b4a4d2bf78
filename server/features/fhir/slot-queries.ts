import type { Slot } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import { loadFreeTimes } from '#server/features/doctors/availability-queries.ts';
import type { FreeTime } from '#shared/contract/doctors.ts';
import {
  addMilliseconds,
  isRealDate,
  localDateTime,
  minutesOf,
  parseDayTime,
  wallToInstant,
} from '#shared/domain/clinic-time.ts';
import { formatScheduleId, readScheduleId, type ScheduleId } from './clinic-queries.ts';

export interface SlotId extends ScheduleId {
  readonly date: string;
  readonly time: string;
}

const minuteMs = 60_000;

/** Id of a slot, `1-20-20270607150000`: the schedule, and the time of the clinic's day. */
function formatSlotId(schedule: string, { date, time }: Pick<SlotId, 'date' | 'time'>): string {
  const day = date.slice(0, 4) + date.slice(5, 7) + date.slice(8);
  return `${schedule}-${day}${time.slice(0, 2)}${time.slice(3, 5)}${time.slice(6)}`;
}

export function readSlotId(id: string): SlotId | null {
  const [, schedule = '', y, m, d, h, min] = /^(.+)-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)00$/.exec(id) ?? [];
  const of = readScheduleId(schedule);
  const [date, time] = [`${y}-${m}-${d}`, `${h}:${min}:00`];
  return of && isRealDate(date) && parseDayTime(time) !== null ? { ...of, date, time } : null;
}

/** The instants of one day's times, in order; in a night with a clock change each is computed separately. */
function computeInstants(date: string, times: readonly string[]): Date[] {
  const [first = '', last = ''] = [times[0], times.at(-1)];
  const [start, end] = [wallToInstant(date, first), wallToInstant(date, last)];
  const since = (time: string) => (minutesOf(time) - minutesOf(first)) * minuteMs;
  const isEven = end.getTime() - start.getTime() === since(last);
  return isEven
    ? times.map((time) => addMilliseconds(start, since(time)))
    : times.map((time) => wallToInstant(date, time));
}

/** A free time of a schedule: its instant, and its time of the clinic's day. */
export interface FreeSlot extends Pick<SlotId, 'date' | 'time'> {
  readonly of: ScheduleId;
  readonly start: Date;
}

/** Converts times to slots, in order, day by day. */
function* generateFreeSlots(of: ScheduleId, free: readonly FreeTime[]): Generator<FreeSlot> {
  for (let from = 0, to = 0; from < free.length; from = to) {
    const { date = '' } = free[from] ?? {};
    while (free[to]?.date === date) to += 1;
    const times = free.slice(from, to).map(({ time }) => time);
    for (const [i, start] of computeInstants(date, times).entries())
      yield { of, date, time: times[i] ?? '', start };
  }
}

/** The times of a schedule that a patient can book, as the site offers them. */
export const loadFreeSlots = async (deps: Deps, of: ScheduleId): Promise<Iterable<FreeSlot>> =>
  generateFreeSlots(of, await loadFreeTimes(deps, of));

export function toFhirSlot({ of, start, ...when }: FreeSlot): Slot {
  const schedule = formatScheduleId(of);
  return {
    resourceType: 'Slot',
    id: formatSlotId(schedule, when),
    schedule: { reference: `Schedule/${schedule}` },
    status: 'free',
    start: start.toISOString(),
    end: addMilliseconds(start, of.minutes * minuteMs).toISOString(),
  };
}

/** Whether a time is offered now. */
export async function isSlotFree(deps: Deps, { date, time, ...of }: SlotId): Promise<boolean> {
  const wanted = localDateTime(date, time);
  return (await loadFreeTimes(deps, of)).some((free) => localDateTime(free.date, free.time) === wanted);
}
