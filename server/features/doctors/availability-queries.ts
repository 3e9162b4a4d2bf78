import type { Deps } from '#server/deps.ts';
import { doctorsOccupancy, type Kept, occupancyOf } from '#server/engine/live/cache.ts';
import { heldBetween } from '#server/features/held-times/held-time-queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentServices, serviceNamed } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { FreeTime } from '#shared/contract/doctors.ts';
import type { DayAvailability, MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, type DateRange, datesOf, dayClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { bookableFrom } from '#shared/domain/visits/booking-rules.ts';
import { freeInRoom, freeWithDoctor, stillToCome } from '#shared/domain/visits/free-by-room.ts';
import {
  dayGrid,
  freeDays,
  type Grid,
  type Held,
  hoursOfDay,
  isClosedDay,
  type PublicRules,
  publicSlots,
  slotMinutes,
  staffDays,
  takenByRoom,
} from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { doctorsOfDays, type Wanted } from './doctor-wish-queries.ts';

type Asked = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

const defaultMinutes = 20;

async function minutesOfService(deps: Asked, service: string | undefined): Promise<number> {
  if (service === undefined || service === '') return defaultMinutes;
  const found = serviceNamed(await currentServices(deps), service);
  if (!found) throw new Refusal('unknown_service');
  return found.durationMinutes;
}

/** Everything but the appointments; cached until it changes. */
export async function openingOf(deps: Asked, locationId: number, minutes: number) {
  const [location, settings] = await Promise.all([locationWithId(deps, locationId), currentSettings(deps)]);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours) throw new Refusal('not_found');
  const rules: PublicRules = {
    consultationStart: settings.consultationStart,
    minutes,
  };
  return { location, hours, rules, settings, clock: dayClock(deps.now()) };
}

/**
 * The rooms held on each day, in the order of the days: from the cache, or by one query for the days that are
 * not in it.
 */
export const heldOn = (deps: Asked, locationId: number, dates: readonly string[]): Promise<Held[][]> =>
  deps.cache.getAll(occupancyOf(locationId), dates, async (missing) => {
    const [first = '', last = first] = [missing[0], missing.at(-1)];
    const held = await heldBetween(deps.db, locationId, first, addDays(last, 1));
    return (date) => held.get(date) ?? [];
  });

interface Question extends Wanted {
  locationId: number;
  service?: string | undefined;
  grid?: Grid | undefined;
}

/** The times of a day: the free ones for the public, or the staff's grid with taken times marked. */
export async function dayAvailability(
  deps: Asked,
  { locationId, date, service, grid, ...wanted }: Question & { date: string },
): Promise<DayAvailability> {
  const minutes = await minutesOfService(deps, service);
  const { location, hours, rules, settings, clock } = await openingOf(deps, locationId, minutes);
  const [held = []] = await heldOn(deps, locationId, [date]);
  const doctors = await doctorsOfDays(deps, wanted, { location, hours }, [date], grid !== undefined);
  const { rooms } = location;
  const question = { hours: hoursOfDay(hours, date), rules, held, rooms, doctors: doctors?.(date) };
  if (grid) {
    return {
      date,
      slots: dayGrid(grid, question).map(({ start, ...of }) => ({ time: timeOfMinutes(start), ...of })),
    };
  }
  return {
    date,
    slots: publicSlots(question, bookableFrom(date, clock, settings)).map((start) => ({
      time: timeOfMinutes(start),
    })),
  };
}

/**
 * The days of a range: whether the branch is open, and how many starts are free, for the public or on a grid
 * of the staff.
 */
export async function rangeAvailability(
  deps: Asked,
  { locationId, from, to, service, grid, ...wanted }: Question & DateRange,
): Promise<MonthAvailability> {
  const minutes = await minutesOfService(deps, service);
  const { location, hours, rules, settings, clock } = await openingOf(deps, locationId, minutes);
  const dates = datesOf({ from, to });
  const days = await heldOn(deps, locationId, dates);
  const held = new Map(dates.map((date, i) => [date, days[i] ?? []]));
  const doctors = await doctorsOfDays(deps, wanted, { location, hours }, dates, grid !== undefined);
  const question = { dates, branch: hours, rules, held, rooms: location.rooms, doctors };
  if (grid) return { days: staffDays(grid, question) };
  const notBefore = (date: string) => bookableFrom(date, clock, settings);
  return { days: freeDays({ ...question, notBefore }) };
}

/**
 * For each day of a branch, whether it is open and the remaining capacity for staff: by room, or by doctor if
 * the branch books by doctor. A named doctor has her own capacity on her days.
 */
export async function freeByRoom(
  deps: Asked,
  locationId: number,
  dates: readonly string[],
  doctorId?: number,
) {
  const { location, hours: week, rules, clock } = await openingOf(deps, locationId, defaultMinutes);
  const { rooms } = location;
  const days = await heldOn(deps, locationId, dates);
  const wanted = location.bookedBy === 'doctor' ? { doctorId } : {};
  const doctors = await doctorsOfDays(deps, wanted, { location, hours: week }, dates, false);
  return dates.map((date, i) => {
    const [hours, held] = [hoursOfDay(week, date), days[i] ?? []];
    const starts = dayGrid('doctor', { hours, rules, held, rooms }).flatMap(({ start, outside }) =>
      outside ? [] : [start],
    );
    const question = { starts, minutes: slotMinutes, notBefore: stillToCome(date, clock) };
    const taken = takenByRoom(held, rooms);
    const free = doctors
      ? doctors(date).days.flatMap((doctor) => freeWithDoctor(doctor, taken, question))
      : taken.flatMap((room) => freeInRoom({ ...question, taken: room }));
    const first = free.length > 0 ? timeOfMinutes(Math.min(...free.map(({ from }) => from))) : null;
    const off = doctors?.(date).days.length === 0;
    return { date, open: !isClosedDay(hours), off, free: free.length, firstFree: first };
  });
}

/** The past ends at the next full minute, so the free times do not change within a minute. */
const minuteOf = (now: Date): number => Math.ceil(Math.floor(now.getTime() / 1000) / 60);

/** Inputs of free times: rooms, and doctors if they matter. */
const madeOf: readonly Kept[] = ['schedules', 'locations', 'services', 'settings'];
const madeOfDoctors: readonly Kept[] = ['doctors', doctorsOccupancy];

/** An answer about a branch's times, cached until the minute is over or one of its inputs has changed. */
export async function keptTimes<T>(
  deps: Asked,
  locationId: number,
  { question, ofDoctor }: { question: string; ofDoctor: boolean },
  answer: () => Promise<T>,
): Promise<T> {
  const location = await locationWithId(deps, locationId);
  const byDoctor = ofDoctor || location?.bookedBy === 'doctor';
  const of = [occupancyOf(locationId), ...madeOf, ...(byDoctor ? madeOfDoctors : [])];
  return deps.cache.made(of, minuteOf(deps.now()), question, answer);
}

interface Visit extends Wanted {
  locationId: number;
  minutes: number;
}

/** The times of a branch that a patient can book, in order; computed day by day as they are read. */
async function freeWithin(
  deps: Asked,
  { locationId, minutes, ...wanted }: Visit,
  range: DateRange,
): Promise<Iterable<FreeTime>> {
  const { location, hours, rules, settings, clock } = await openingOf(deps, locationId, minutes);
  const dates = datesOf(range);
  const days = await heldOn(deps, locationId, dates);
  const doctors = await doctorsOfDays(deps, wanted, { location, hours }, dates, false);
  function* times() {
    for (const [i, date] of dates.entries()) {
      const day = { hours: hoursOfDay(hours, date), held: days[i] ?? [], doctors: doctors?.(date) };
      const question = { ...day, rules, rooms: location.rooms };
      for (const start of publicSlots(question, bookableFrom(date, clock, settings)))
        yield { date, time: timeOfMinutes(start) };
    }
  }
  return times();
}

/** Every time of a branch that a patient can book for any service; cached like the other answers. */
export const freeTimes = (deps: Asked, visit: Visit): Promise<FreeTime[]> =>
  keptTimes(
    deps,
    visit.locationId,
    { question: JSON.stringify(['free', visit]), ofDoctor: visit.doctorId !== undefined },
    async () => {
      const { daysAhead } = await currentSettings(deps);
      const from = dayClock(deps.now()).date;
      return [...(await freeWithin(deps, visit, { from, to: addDays(from, daysAhead) }))];
    },
  );

/** Number of days that are searched first: most branches have a free time in the next two weeks. */
const near = 14;
/** Maximum number of days per search. */
const far = 62;

/** The first time of a branch that a patient can book, or null. */
export async function firstFree(
  deps: Asked,
  { service, ...asked }: Omit<Question, 'grid'>,
): Promise<FreeTime | null> {
  const minutes = await minutesOfService(deps, service);
  const { daysAhead } = await currentSettings(deps);
  const today = dayClock(deps.now()).date;
  for (let from = 0, days = near; from <= daysAhead; from += days, days = far) {
    const last = Math.min(from + days - 1, daysAhead);
    const range = { from: addDays(today, from), to: addDays(today, last) };
    const [first] = await freeWithin(deps, { ...asked, minutes }, range);
    if (first) return first;
  }
  return null;
}
