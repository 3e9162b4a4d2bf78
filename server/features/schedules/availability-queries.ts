import type { Deps } from '#server/deps.ts';
import { occupancyOf } from '#server/engine/live/cache.ts';
import { heldBetween } from '#server/features/appointments/queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentServices, serviceNamed } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { DayAvailability, MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, clinicClock, type DateRange, datesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { bookableFrom } from '#shared/domain/visits/booking-rules.ts';
import { freeInRoom, stillToCome } from '#shared/domain/visits/free-by-room.ts';
import {
  type BranchHours,
  dayGrid,
  freeDays,
  type Grid,
  type Held,
  hoursOfDay,
  isClosedDay,
  type PublicRules,
  publicSlots,
  staffDays,
  takenByRoom,
} from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { currentHours } from './queries.ts';

type Asked = Pick<Deps, 'cache' | 'db' | 'now'>;

const defaultMinutes = 20;

async function minutesOfService(deps: Asked, service: string | undefined): Promise<number> {
  if (service === undefined || service === '') return defaultMinutes;
  const found = serviceNamed(await currentServices(deps), service);
  if (!found) throw new Refusal('unknown_service');
  return found.durationMinutes;
}

/** Everything but the visits: it stays in memory until somebody changes it. */
async function openingOf(deps: Asked, locationId: number, service: string | undefined) {
  const [location, settings, minutes] = await Promise.all([
    locationWithId(deps, locationId),
    currentSettings(deps),
    minutesOfService(deps, service),
  ]);
  const branch: BranchHours | undefined = location && (await currentHours(deps, locationId));
  if (!location || !branch) throw new Refusal('not_found');
  const rules: PublicRules = {
    consultationStart: settings.consultationStart,
    step: settings.slotStep,
    minutes,
  };
  return { rooms: location.rooms, branch, rules, settings, clock: clinicClock(deps.now()) };
}

/** Rooms held on each of the days, in their order: from memory, or one query for those not in it. */
const heldOn = (deps: Asked, locationId: number, dates: readonly string[]): Promise<Held[][]> =>
  deps.cache.getAll(occupancyOf(locationId), dates, async (missing) => {
    const [first = '', last = first] = [missing[0], missing.at(-1)];
    const held = await heldBetween(deps.db, locationId, first, addDays(last, 1));
    return (date) => held.get(date) ?? [];
  });

/** The times of a day: free ones for the public, all with whether they are taken for a grid of the staff. */
export async function dayAvailability(
  deps: Asked,
  {
    locationId,
    date,
    service,
    grid,
  }: { locationId: number; date: string; service?: string | undefined; grid?: Grid | undefined },
): Promise<DayAvailability> {
  const { rooms, branch, rules, settings, clock } = await openingOf(deps, locationId, service);
  const [held = []] = await heldOn(deps, locationId, [date]);
  const question = { hours: hoursOfDay(branch, date), rules, held, rooms };
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
 * The days of a range: open or not, and how many starts are still free, to the public or on a grid of the
 * staff.
 */
export async function rangeAvailability(
  deps: Asked,
  {
    locationId,
    from,
    to,
    service,
    grid,
  }: DateRange & { locationId: number; service?: string | undefined; grid?: Grid | undefined },
): Promise<MonthAvailability> {
  const { rooms, branch, rules, settings, clock } = await openingOf(deps, locationId, service);
  const dates = datesOf({ from, to });
  const days = await heldOn(deps, locationId, dates);
  const held = new Map(dates.map((date, i) => [date, days[i] ?? []]));
  const question = { dates, branch, rules, held, rooms };
  if (grid) return { days: staffDays(grid, question) };
  const notBefore = (date: string) => bookableFrom(date, clock, settings);
  return { days: freeDays({ ...question, notBefore }) };
}

/** Of each day of a branch, whether it is open, and what staff may still give away, room by room. */
export async function freeByRoom(deps: Asked, locationId: number, dates: readonly string[]) {
  const { rooms, branch, rules, clock } = await openingOf(deps, locationId, undefined);
  const days = await heldOn(deps, locationId, dates);
  return dates.map((date, i) => {
    const [hours, held] = [hoursOfDay(branch, date), days[i] ?? []];
    const starts = dayGrid('doctor', { hours, rules, held, rooms }).flatMap(({ start, outside }) =>
      outside ? [] : [start],
    );
    const free = takenByRoom(held, rooms).flatMap((taken) =>
      freeInRoom({ starts, taken, minutes: rules.step, notBefore: stillToCome(date, clock) }),
    );
    const first = free.length > 0 ? timeOfMinutes(Math.min(...free.map(({ from }) => from))) : null;
    return { date, open: !isClosedDay(hours), free: free.length, firstFree: first };
  });
}

/** A minute that has begun is over: until then the same times can still be booked. */
const minuteOf = (now: Date): number => Math.ceil(Math.floor(now.getTime() / 1000) / 60);

/** An answer about a branch's times, kept until the minute is over or what it was made of has changed. */
export const keptTimes = <T>(
  { cache, now }: Asked,
  locationId: number,
  question: string,
  answer: () => Promise<T>,
): Promise<T> =>
  cache.made(
    [occupancyOf(locationId), 'schedules', 'locations', 'services', 'settings'],
    minuteOf(now()),
    question,
    answer,
  );
