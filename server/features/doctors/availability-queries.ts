import type { Deps } from '#server/deps.ts';
import { type CacheName, doctorsOccupancy, occupancyOf } from '#server/engine/live/cache.ts';
import { loadOccupiedRooms } from '#server/features/held-times/held-time-queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentServices, findServiceByNameOrId } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { FreeTime } from '#shared/contract/doctors.ts';
import type { DayAvailability, MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, type DateRange, dayClock, listDates, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { findFirstBookableMinute } from '#shared/domain/visits/booking-rules.ts';
import {
  findFirstRemainingMinute,
  listFreeInRoom,
  listFreeWithDoctor,
} from '#shared/domain/visits/free-by-room.ts';
import {
  dayGrid,
  freeDays,
  type Grid,
  hoursOfDay,
  isClosedDay,
  listTakenByRoom,
  type PublicRules,
  publicSlots,
  type RoomBooking,
  slotMinutes,
  staffDays,
} from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { loadDoctorsOfDays, type RequestedDoctor } from './doctor-wish-queries.ts';

type AvailabilityDeps = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

const defaultMinutes = 20;

async function findServiceMinutes(deps: AvailabilityDeps, service: string | undefined): Promise<number> {
  if (service === undefined || service === '') return defaultMinutes;
  const found = findServiceByNameOrId(await currentServices(deps), service);
  if (!found) throw new Refusal('unknown_service');
  return found.durationMinutes;
}

/** Everything but the appointments; cached until it changes. */
export async function loadBranchOpening(deps: AvailabilityDeps, locationId: number, minutes: number) {
  const [location, settings] = await Promise.all([findOpenLocation(deps, locationId), currentSettings(deps)]);
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
export const listHeldRooms = (
  deps: AvailabilityDeps,
  locationId: number,
  dates: readonly string[],
): Promise<RoomBooking[][]> =>
  deps.cache.getAll(occupancyOf(locationId), dates, async (missing) => {
    const [first = '', last = first] = [missing[0], missing.at(-1)];
    const held = await loadOccupiedRooms(deps.db, locationId, first, addDays(last, 1));
    return (date) => held.get(date) ?? [];
  });

interface AvailabilityQuestion extends RequestedDoctor {
  locationId: number;
  service?: string | undefined;
  grid?: Grid | undefined;
}

/** The times of a day: the free ones for the public, or the staff's grid with taken times marked. */
export async function loadDayAvailability(
  deps: AvailabilityDeps,
  { locationId, date, service, grid, ...wanted }: AvailabilityQuestion & { date: string },
): Promise<DayAvailability> {
  const minutes = await findServiceMinutes(deps, service);
  const { location, hours, rules, settings, clock } = await loadBranchOpening(deps, locationId, minutes);
  const [held = []] = await listHeldRooms(deps, locationId, [date]);
  const doctors = await loadDoctorsOfDays(deps, wanted, { location, hours }, [date], grid !== undefined);
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
    slots: publicSlots(question, findFirstBookableMinute(date, clock, settings)).map((start) => ({
      time: timeOfMinutes(start),
    })),
  };
}

/**
 * The days of a range: whether the branch is open, and how many starts are free, for the public or on a grid
 * of the staff.
 */
export async function loadRangeAvailability(
  deps: AvailabilityDeps,
  { locationId, from, to, service, grid, ...wanted }: AvailabilityQuestion & DateRange,
): Promise<MonthAvailability> {
  const minutes = await findServiceMinutes(deps, service);
  const { location, hours, rules, settings, clock } = await loadBranchOpening(deps, locationId, minutes);
  const dates = listDates({ from, to });
  const days = await listHeldRooms(deps, locationId, dates);
  const held = new Map(dates.map((date, i) => [date, days[i] ?? []]));
  const doctors = await loadDoctorsOfDays(deps, wanted, { location, hours }, dates, grid !== undefined);
  const question = { dates, branch: hours, rules, held, rooms: location.rooms, doctors };
  if (grid) return { days: staffDays(grid, question) };
  const notBefore = (date: string) => findFirstBookableMinute(date, clock, settings);
  return { days: freeDays({ ...question, notBefore }) };
}

/**
 * For each day of a branch, whether it is open and the remaining capacity for staff: by room, or by doctor if
 * the branch books by doctor. A named doctor has her own capacity on her days.
 */
export async function computeDayCapacity(
  deps: AvailabilityDeps,
  locationId: number,
  dates: readonly string[],
  doctorId?: number,
) {
  const { location, hours: week, rules, clock } = await loadBranchOpening(deps, locationId, defaultMinutes);
  const { rooms } = location;
  const days = await listHeldRooms(deps, locationId, dates);
  const wanted = location.bookedBy === 'doctor' ? { doctorId } : {};
  const doctors = await loadDoctorsOfDays(deps, wanted, { location, hours: week }, dates, false);
  return dates.map((date, i) => {
    const [hours, held] = [hoursOfDay(week, date), days[i] ?? []];
    const starts = dayGrid('doctor', { hours, rules, held, rooms }).flatMap(({ start, outside }) =>
      outside ? [] : [start],
    );
    const question = { starts, minutes: slotMinutes, notBefore: findFirstRemainingMinute(date, clock) };
    const taken = listTakenByRoom(held, rooms);
    const free = doctors
      ? doctors(date).days.flatMap((doctor) => listFreeWithDoctor(doctor, taken, question))
      : taken.flatMap((room) => listFreeInRoom({ ...question, taken: room }));
    const first = free.length > 0 ? timeOfMinutes(Math.min(...free.map(({ from }) => from))) : null;
    const off = doctors?.(date).days.length === 0;
    return { date, open: !isClosedDay(hours), off, free: free.length, firstFree: first };
  });
}

/** The past ends at the next full minute, so the free times do not change within a minute. */
const nextFullMinute = (now: Date): number => Math.ceil(Math.floor(now.getTime() / 1000) / 60);

/** Inputs of free times: rooms, and doctors if they matter. */
const cacheInputs: readonly CacheName[] = ['schedules', 'locations', 'services', 'settings'];
const doctorCacheInputs: readonly CacheName[] = ['doctors', doctorsOccupancy];

/** An answer about a branch's times, cached until the minute is over or one of its inputs has changed. */
export async function cacheBranchTimes<T>(
  deps: AvailabilityDeps,
  locationId: number,
  { question, ofDoctor }: { question: string; ofDoctor: boolean },
  answer: () => Promise<T>,
): Promise<T> {
  const location = await findOpenLocation(deps, locationId);
  const byDoctor = ofDoctor || location?.bookedBy === 'doctor';
  const of = [occupancyOf(locationId), ...cacheInputs, ...(byDoctor ? doctorCacheInputs : [])];
  return deps.cache.made(of, nextFullMinute(deps.now()), question, answer);
}

interface RequestedVisit extends RequestedDoctor {
  locationId: number;
  minutes: number;
}

/** The times of a branch that a patient can book, in order; computed day by day as they are read. */
async function listFreeTimesWithin(
  deps: AvailabilityDeps,
  { locationId, minutes, ...wanted }: RequestedVisit,
  range: DateRange,
): Promise<Iterable<FreeTime>> {
  const { location, hours, rules, settings, clock } = await loadBranchOpening(deps, locationId, minutes);
  const dates = listDates(range);
  const days = await listHeldRooms(deps, locationId, dates);
  const doctors = await loadDoctorsOfDays(deps, wanted, { location, hours }, dates, false);
  function* times() {
    for (const [i, date] of dates.entries()) {
      const day = { hours: hoursOfDay(hours, date), held: days[i] ?? [], doctors: doctors?.(date) };
      const question = { ...day, rules, rooms: location.rooms };
      for (const start of publicSlots(question, findFirstBookableMinute(date, clock, settings)))
        yield { date, time: timeOfMinutes(start) };
    }
  }
  return times();
}

/** Every time of a branch that a patient can book for any service; cached like the other answers. */
export const loadFreeTimes = (deps: AvailabilityDeps, visit: RequestedVisit): Promise<FreeTime[]> =>
  cacheBranchTimes(
    deps,
    visit.locationId,
    { question: JSON.stringify(['free', visit]), ofDoctor: visit.doctorId !== undefined },
    async () => {
      const { daysAhead } = await currentSettings(deps);
      const from = dayClock(deps.now()).date;
      return [...(await listFreeTimesWithin(deps, visit, { from, to: addDays(from, daysAhead) }))];
    },
  );

/** Number of days that are searched first: most branches have a free time in the next two weeks. */
const firstSearchDays = 14;
/** Maximum number of days per search. */
const maxSearchDays = 62;

/** The first time of a branch that a patient can book, or null. */
export async function findFirstFreeTime(
  deps: AvailabilityDeps,
  { service, ...asked }: Omit<AvailabilityQuestion, 'grid'>,
): Promise<FreeTime | null> {
  const minutes = await findServiceMinutes(deps, service);
  const { daysAhead } = await currentSettings(deps);
  const today = dayClock(deps.now()).date;
  for (let from = 0, days = firstSearchDays; from <= daysAhead; from += days, days = maxSearchDays) {
    const last = Math.min(from + days - 1, daysAhead);
    const range = { from: addDays(today, from), to: addDays(today, last) };
    const [first] = await listFreeTimesWithin(deps, { ...asked, minutes }, range);
    if (first) return first;
  }
  return null;
}
